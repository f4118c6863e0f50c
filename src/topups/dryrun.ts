/**
 * What automatic crediting would have done with what arrived: the same limits in the same order, one top-up after the
 * other, as if every client had declared the amount.
 */
import type { Cents } from '#kernel/money.ts';

export type AutoLimits = {
  readonly transferCents: Cents;
  readonly clientDayCents: Cents;
  readonly agencyDayCents: Cents;
};

export const reasons = ['credited', 'signal', 'nodes', 'second', 'transfer', 'clientDay', 'agencyDay'] as const;
/** Credited, or what left it to an admin. */
export type Reason = (typeof reasons)[number];

export type Arrived = {
  readonly client: bigint;
  readonly cents: Cents;
  readonly at: Date;
  /** How many nodes had it, final. */
  readonly agreed: number;
  readonly hasSignal: boolean;
};

/** Above this two nodes have to say the same. */
export const twoNodesAboveCents: Cents = 100_000n;
const dayMs = 24 * 3_600_000;

/** What would have become of each, oldest first. `secondAbove`: from where on another admin is asked, if at all. */
export function dryRun(arrived: readonly Arrived[], limits: AutoLimits, secondAbove?: Cents): Reason[] {
  const credited: Arrived[] = [];
  return arrived.map((each) => {
    const lately = credited.filter(({ at }) => each.at.getTime() - at.getTime() < dayMs);
    const sum = (of: readonly Arrived[]) => of.reduce((all, { cents }) => all + cents, each.cents);
    const ofClient = sum(lately.filter(({ client }) => client === each.client));
    const reason: Reason = each.hasSignal
      ? 'signal'
      : each.agreed < (each.cents > twoNodesAboveCents ? 2 : 1)
        ? 'nodes'
        : secondAbove !== undefined && ofClient > secondAbove
          ? 'second'
          : each.cents > limits.transferCents
            ? 'transfer'
            : ofClient > limits.clientDayCents
              ? 'clientDay'
              : sum(lately) > limits.agencyDayCents
                ? 'agencyDay'
                : 'credited';
    if (reason === 'credited') credited.push(each);
    return reason;
  });
}
