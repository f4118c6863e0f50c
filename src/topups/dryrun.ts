/**
 * The limits of automatic crediting, and what it would have done with what arrived: one top-up after the other, as if
 * every client had declared the amount.
 */
import { dayMs } from '#kernel/days.ts';
import type { Cents } from '#kernel/money.ts';

type AutoLimits = {
  readonly transferCents: Cents;
  readonly clientDayCents: Cents;
  readonly agencyDayCents: Cents;
};

export const reasons = ['credited', 'signal', 'nodes', 'second', 'transfer', 'clientDay', 'agencyDay'] as const;
/** Credited, or what left it to an admin. */
type Reason = (typeof reasons)[number];

type Arrived = {
  readonly client: bigint;
  readonly cents: Cents;
  readonly at: Date;
  /** How many nodes had it, final. */
  readonly agreed: number;
  readonly hasSignal: boolean;
};

/** Above this two nodes have to say the same. */
const twoNodesAboveCents: Cents = 100_000n;

export function nodesNeeded(cents: Cents): number {
  return cents > twoNodesAboveCents ? 2 : 1;
}

/** The limit that would be passed: by the transfer, or by what was credited in a day, it among it. */
export function limitPassed(
  { cents, clientDay, agencyDay }: { cents: Cents; clientDay: Cents; agencyDay: Cents },
  limits: AutoLimits,
): 'transfer' | 'clientDay' | 'agencyDay' | undefined {
  if (cents > limits.transferCents) return 'transfer';
  if (clientDay > limits.clientDayCents) return 'clientDay';
  return agencyDay > limits.agencyDayCents ? 'agencyDay' : undefined;
}

/** What would have become of each, oldest first. `secondAbove`: from where on another admin is asked, if at all. */
export function dryRun(arrived: readonly Arrived[], limits: AutoLimits, secondAbove?: Cents): Reason[] {
  const credited: Arrived[] = [];
  return arrived.map((each) => {
    const lately = credited.filter(({ at }) => each.at.getTime() - at.getTime() < dayMs);
    const sum = (of: readonly Arrived[]) => of.reduce((all, { cents }) => all + cents, each.cents);
    const clientDay = sum(lately.filter(({ client }) => client === each.client));
    const reason = reasonFor(each, { clientDay, agencyDay: sum(lately) }, limits, secondAbove);
    if (reason === 'credited') credited.push(each);
    return reason;
  });
}

function reasonFor(
  { cents, agreed, hasSignal }: Arrived,
  day: { clientDay: Cents; agencyDay: Cents },
  limits: AutoLimits,
  secondAbove: Cents | undefined,
): Reason {
  if (hasSignal) return 'signal';
  if (agreed < nodesNeeded(cents)) return 'nodes';
  if (secondAbove !== undefined && day.clientDay > secondAbove) return 'second';
  return limitPassed({ cents, ...day }, limits) ?? 'credited';
}
