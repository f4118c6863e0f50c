/**
 * Settings are what the agency's admins change while they work: fees, what a deposit may be, and what needs a second
 * admin. Brand, contacts and time zone are configuration of the machine instead.
 */
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { onByDefault, type Platform } from '#platforms/platforms.ts';

export type Settings = {
  /** Per order. */
  readonly openingFeeCents: Cents;
  /** Of a deposit; 1 500 = 15 %. */
  readonly topupBasisPoints: bigint;
  /** What an order of rows may put into an account. */
  readonly depositOptionsCents: readonly Cents[];
  /** Whether a refund gives its share of the top-up fee back. */
  readonly refundsReturnFee: boolean;
  /** What another admin has to confirm. */
  readonly secondPair: {
    readonly on: boolean;
    readonly network: boolean;
    readonly corrections: boolean;
    /** Above this amount; reversals count as corrections. */
    readonly refundsAboveCents: Cents;
    readonly withdrawalsAboveCents: Cents;
  };
  /** What ad accounts are sold on. Pages and calls of the others are not there. */
  readonly platforms: readonly Platform[];
  /** How many top-ups of one client may wait for a decision. */
  readonly mostPendingTopups: number;
  /** Of a deposit into an open account; an order may open one with nothing. */
  readonly leastDepositCents: Cents;
  /** Admins without two-factor sign-in are asked to set it up before anything else. */
  readonly adminsNeedTwoFactor: boolean;
  /** Above this amount an admin who has a passkey approves with it. */
  readonly passkeyAboveCents: Cents;
};

/** What holds before anybody changed anything: the specification's constants. */
export const defaults: Settings = {
  openingFeeCents: 3_000n,
  topupBasisPoints: 1_500n,
  depositOptionsCents: [0n, 1_500n, 3_000n, 5_000n, 10_000n, 20_000n, 50_000n],
  refundsReturnFee: true,
  secondPair: {
    on: false,
    network: true,
    corrections: true,
    refundsAboveCents: 100_000n,
    withdrawalsAboveCents: 100_000n,
  },
  platforms: onByDefault,
  mostPendingTopups: 100,
  leastDepositCents: 1n,
  adminsNeedTwoFactor: false,
  passkeyAboveCents: 100_000n,
};

/** What one client pays: the agency's prices, or an override of them. */
export type Prices = Pick<
  Settings,
  'openingFeeCents' | 'topupBasisPoints' | 'depositOptionsCents' | 'leastDepositCents' | 'refundsReturnFee'
>;

/** How many admins a verdict needs: what its kind says about it, by the settings of this moment. */
export function approvalsNeeded(
  { secondPair }: Settings,
  verdict: { kind: KindName; event: 'approve' | 'reject' | 'reverse'; amountCents: Cents },
): 1 | 2 {
  const rule = verdict.event === 'reverse' ? 'corrections' : kindNamed(verdict.kind).secondAdmin;
  if (!secondPair.on || verdict.event === 'reject' || rule === undefined) return 1;
  const said = secondPair[rule];
  return (typeof said === 'boolean' ? said : verdict.amountCents > said) ? 2 : 1;
}

/**
 * Whether a change takes away what a second admin stands for. While it is on, one admin alone can't: that needs the
 * second, too.
 */
export function loosens(
  { secondPair: before, passkeyAboveCents: passkeyBefore }: Settings,
  { secondPair: after, passkeyAboveCents }: Settings,
): boolean {
  return (
    before.on &&
    (!after.on ||
      passkeyAboveCents > passkeyBefore ||
      (before.network && !after.network) ||
      (before.corrections && !after.corrections) ||
      after.refundsAboveCents > before.refundsAboveCents ||
      after.withdrawalsAboveCents > before.withdrawalsAboveCents)
  );
}

export const nothingWaits: Refusal = {
  code: 'settings.not_waiting',
  message: 'Nothing about these settings waits for a confirmation.',
  status: 409,
};
export const nobodyWaits: Refusal = {
  code: 'request.not_waiting',
  message: 'Nobody waits to be invited under this id.',
  status: 409,
};
export const nobodyCouldConfirm: Refusal = {
  code: 'settings.one_admin',
  message:
    'The second pair of eyes is on, and nobody else can sign in to confirm this. Whoever runs the machine can switch it off.',
  status: 409,
};
/** As `get-settings` tells them. */
export function onWire(settings: Settings) {
  const { secondPair } = settings;
  return {
    openingFee: settings.openingFeeCents,
    topUpBasisPoints: Number(settings.topupBasisPoints),
    depositOptions: [...settings.depositOptionsCents],
    refundsReturnFee: settings.refundsReturnFee,
    secondPair: {
      on: secondPair.on,
      network: secondPair.network,
      corrections: secondPair.corrections,
      refundsAbove: secondPair.refundsAboveCents,
      withdrawalsAbove: secondPair.withdrawalsAboveCents,
    },
    platforms: [...settings.platforms],
    mostPendingTopups: settings.mostPendingTopups,
    leastDeposit: settings.leastDepositCents,
    adminsNeedTwoFactor: settings.adminsNeedTwoFactor,
    passkeyAbove: settings.passkeyAboveCents,
  };
}
