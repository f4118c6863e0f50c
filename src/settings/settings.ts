/**
 * Settings are what the agency's admins change while they work: fees, what a deposit may be, and what needs a second
 * admin. Brand, contacts and time zone are configuration of the machine instead.
 */
import { returnsAs } from '#kinds/facts.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { AmountAbove } from '#kinds/kind.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
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
    /**
     * Above this amount, counting what the client got, and what the admin approved, in the last 24 hours. Reversals
     * count as corrections, and what they give a wallet counts here besides.
     */
    readonly refundsAboveCents: Cents;
    readonly withdrawalsAboveCents: Cents;
    /** Top-ups and goodwill. */
    readonly moneyInAboveCents: Cents;
  };
  /** What ad accounts are sold on. Pages and calls of the others are not there. */
  readonly platforms: readonly Platform[];
  /** How many top-ups of one client may wait for a decision. */
  readonly mostPendingTopups: number;
  /** How long a payout waits for a new address, and after a change of password or e-mail address; 0: not at all. */
  readonly payoutWaitHours: number;
  /** Of any deposit; but an order may open an account with nothing. */
  readonly leastDepositCents: Cents;
  /** Admins without two-factor sign-in are asked to set it up before anything else. */
  readonly adminsNeedTwoFactor: boolean;
  /** Above this amount an admin who has a passkey approves with it. */
  readonly passkeyAboveCents: Cents;
  /**
   * Declared amounts that arrived are credited without an admin, up to these amounts: of a transfer, and in 24 hours.
   */
  readonly autoCredit: {
    readonly on: boolean;
    readonly transferCents: Cents;
    readonly clientDayCents: Cents;
    readonly agencyDayCents: Cents;
  };
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
    moneyInAboveCents: 10_000_000n,
  },
  platforms: onByDefault,
  mostPendingTopups: 100,
  payoutWaitHours: 24,
  leastDepositCents: 1n,
  adminsNeedTwoFactor: false,
  passkeyAboveCents: 100_000n,
  autoCredit: { on: false, transferCents: 50_000n, clientDayCents: 100_000n, agencyDayCents: 1_000_000n },
};

/** What one client pays: the agency's prices, or an override of them. */
export type Prices = Pick<
  Settings,
  'openingFeeCents' | 'topupBasisPoints' | 'depositOptionsCents' | 'leastDepositCents' | 'refundsReturnFee'
>;

/** Whether an account may be opened with this: with nothing, or with as much as any deposit has to be. */
export function mayOpenWith(deposit: Cents, leastCents: Cents): boolean {
  return deposit === 0n || deposit >= leastCents;
}

/** What is paid by these settings, and offered: no deposit that an order would be refused for. */
export function pricesOf(settings: Settings): Prices {
  const { openingFeeCents, topupBasisPoints, depositOptionsCents, leastDepositCents, refundsReturnFee } = settings;
  return {
    ...{ openingFeeCents, topupBasisPoints, leastDepositCents, refundsReturnFee },
    depositOptionsCents: depositOptionsCents.filter((each) => mayOpenWith(each, leastDepositCents)),
  };
}

/** A form that offers deposits must have one that its order is not refused for. */
export function refusalToOffer(offered: readonly Cents[], leastCents: Cents): Refusal | undefined {
  return offered.some((each) => mayOpenWith(each, leastCents))
    ? undefined
    : invalid('depositOptions', `Please offer $0.00, or an amount of ${usd(leastCents)} or more.`);
}

/** What was moved in the last 24 hours, by the amount of the settings that it is compared with. */
export type Sums = ReadonlyMap<AmountAbove, Cents>;
/** What one client got, and what one admin approved. */
export type Day = { readonly client: Sums; readonly admin: Sums };

/** Why a second admin is asked: a switch, or an amount that is passed together with what went before. */
export type SecondAdmin =
  | { readonly because: 'switch' }
  | { readonly because: 'amount'; readonly whose: keyof Day; readonly totalCents: Cents; readonly limitCents: Cents };

type Judged = { kind: KindName; event: 'approve' | 'reject' | 'reverse'; amountCents: Cents };

/**
 * Whether a verdict needs a second admin, by the settings of this moment and what was approved in the last 24 hours.
 */
export function secondAdminFor({ secondPair }: Settings, verdict: Judged, day: Day): SecondAdmin | undefined {
  if (!secondPair.on || verdict.event === 'reject') return undefined;
  for (const rule of rulesOf(verdict)) {
    const said = secondPair[rule];
    if (typeof said === 'bigint') {
      const passed = amountPassed(rule as AmountAbove, said, verdict.amountCents, day);
      if (passed) return passed;
    } else if (said) return { because: 'switch' };
  }
  return undefined;
}

/** A reversal is a correction; where it gives a wallet money, its amount counts besides. */
function rulesOf({ kind, event }: Judged): readonly ('corrections' | AmountAbove)[] {
  if (event !== 'reverse') return kindNamed(kind).secondAdmin ?? [];
  const returned = returnsAs(kindNamed(kind));
  return returned ? ['corrections', returned] : ['corrections'];
}

function amountPassed(rule: AmountAbove, limitCents: Cents, amountCents: Cents, day: Day): SecondAdmin | undefined {
  for (const whose of ['client', 'admin'] as const) {
    const totalCents = (day[whose].get(rule) ?? 0n) + amountCents;
    if (totalCents > limitCents) return { because: 'amount', whose, totalCents, limitCents };
  }
  return undefined;
}

/** The same in a sentence: for whoever is about to decide, or as it stands for everybody once it is proposed. */
export function secondAdminText(second: SecondAdmin, reader: 'decides' | 'anybody'): string {
  if (second.because === 'switch') return 'A second admin confirms this.';
  const admin = { decides: 'approved by you', anybody: 'approved by one admin' }[reader];
  const whose = { client: 'for this client', admin }[second.whose];
  return `With this it is ${usd(second.totalCents)} in 24 hours ${whose}. Above ${usd(second.limitCents)} a second admin confirms.`;
}

type Looser<Value> = Value extends boolean
  ? 'on' | 'off' | 'neither'
  : Value extends bigint | number
    ? 'more' | 'less' | 'neither'
    : Value extends readonly unknown[]
      ? 'neither'
      : { readonly [Name in keyof Value]: Looser<Value[Name]> };

/** In which direction each setting takes safety away. A new one has to say it here. */
export const looser: Looser<Settings> = {
  openingFeeCents: 'neither',
  topupBasisPoints: 'neither',
  depositOptionsCents: 'neither',
  refundsReturnFee: 'neither',
  secondPair: {
    on: 'off',
    network: 'off',
    corrections: 'off',
    refundsAboveCents: 'more',
    withdrawalsAboveCents: 'more',
    moneyInAboveCents: 'more',
  },
  platforms: 'neither',
  mostPendingTopups: 'more',
  payoutWaitHours: 'less',
  leastDepositCents: 'less',
  passkeyAboveCents: 'more',
  adminsNeedTwoFactor: 'off',
  autoCredit: { on: 'on', transferCents: 'more', clientDayCents: 'more', agencyDayCents: 'more' },
};

/** Whether a change takes safety away. While the second pair of eyes is on, that needs the second, too. */
export function loosens(before: Settings, after: Settings): boolean {
  return before.secondPair.on && isLooser(looser, before, after);
}

function isLooser(way: unknown, before: unknown, after: unknown): boolean {
  if (typeof way === 'string') {
    const changed = before !== after;
    if (way === 'on' || way === 'off') return changed && after === (way === 'on');
    if (way === 'neither') return false;
    const [was, is] = [before, after] as [bigint | number, bigint | number];
    return way === 'more' ? is > was : is < was;
  }
  return Object.entries(way as object).some(([name, part]) =>
    isLooser(part, (before as Record<string, unknown>)[name], (after as Record<string, unknown>)[name]),
  );
}

export const nothingWaits: Refusal = {
  code: 'settings.not_waiting',
  message: 'Nothing about these settings waits for a confirmation.',
  status: 409,
};
export const pricesWaitNoLonger: Refusal = {
  code: 'settings.not_waiting',
  message: 'Nothing about these prices waits for a confirmation.',
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
      moneyInAbove: secondPair.moneyInAboveCents,
    },
    platforms: [...settings.platforms],
    mostPendingTopups: settings.mostPendingTopups,
    payoutWaitHours: settings.payoutWaitHours,
    leastDeposit: settings.leastDepositCents,
    adminsNeedTwoFactor: settings.adminsNeedTwoFactor,
    passkeyAbove: settings.passkeyAboveCents,
    autoCredit: {
      on: settings.autoCredit.on,
      transfer: settings.autoCredit.transferCents,
      clientDay: settings.autoCredit.clientDayCents,
      agencyDay: settings.autoCredit.agencyDayCents,
    },
  };
}
