/**
 * Settings are what the agency's admins change while they work: fees, what a deposit may be, and what needs a second
 * admin. Brand, contacts and time zone are configuration of the machine instead.
 */
import type { BodyOf, OutputOf } from '#kernel/endpoint.ts';
import { returnsAs } from '#kinds/facts.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { AmountAbove } from '#kinds/kind.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { onByDefault } from '#platforms/platforms.ts';
import {
  amount,
  amounts,
  chosen,
  count,
  eachOf,
  flag,
  isRow,
  share,
  type Row,
  type Rows,
  type ValuesOf,
} from './row.ts';
import type { updateSettings } from './settings.api.ts';

/**
 * Every setting: its kind, its name on the wire, what holds before anybody changed anything (the specification's
 * constants), and in which direction it takes safety away.
 */
export const rows = {
  /** Per order. */
  openingFeeCents: amount('openingFee', 3_000n, 'neither'),
  /** Of a deposit; 1 500 = 15 %. */
  topupBasisPoints: share('topUpBasisPoints', 1_500n, 'neither'),
  /** What an order of rows may put into an account. */
  depositOptionsCents: amounts('depositOptions', [0n, 1_500n, 3_000n, 5_000n, 10_000n, 20_000n, 50_000n]),
  /** Whether a refund gives its share of the top-up fee back. */
  refundsReturnFee: flag('refundsReturnFee', true, 'neither'),
  /** What another admin has to confirm. */
  secondPair: {
    on: flag('on', false, 'off'),
    network: flag('network', true, 'off'),
    corrections: flag('corrections', true, 'off'),
    /**
     * Above this amount, counting what the client got, and what the admin approved, in the last 24 hours. Reversals
     * count as corrections, and what they give a wallet counts here besides.
     */
    refundsAboveCents: amount('refundsAbove', 100_000n, 'more'),
    withdrawalsAboveCents: amount('withdrawalsAbove', 100_000n, 'more'),
    /** Top-ups and goodwill. */
    moneyInAboveCents: amount('moneyInAbove', 10_000_000n, 'more'),
  },
  /** What ad accounts are sold on. Pages and calls of the others are not there. */
  platforms: chosen('platforms', onByDefault),
  /** How long a payout waits for a new address, and after a change of password or e-mail address; 0: not at all. */
  payoutWaitHours: count('payoutWaitHours', 24, 'less'),
  /** How many top-ups of one client may wait for a decision. */
  mostPendingTopups: count('mostPendingTopups', 100, 'more'),
  /** Of any deposit; but an order may open an account with nothing. */
  leastDepositCents: amount('leastDeposit', 1n, 'less'),
  /** Admins without two-factor sign-in are asked to set it up before anything else. */
  adminsNeedTwoFactor: flag('adminsNeedTwoFactor', false, 'off'),
  /** Above this amount an admin who has a passkey approves with it. */
  passkeyAboveCents: amount('passkeyAbove', 100_000n, 'more'),
  /**
   * Declared amounts that arrived are credited without an admin, up to these amounts: of a transfer, and in 24 hours.
   */
  autoCredit: {
    on: flag('on', false, 'on'),
    transferCents: amount('transfer', 50_000n, 'more'),
    clientDayCents: amount('clientDay', 100_000n, 'more'),
    agencyDayCents: amount('agencyDay', 1_000_000n, 'more'),
  },
};

export type Settings = ValuesOf<typeof rows>;

/** A version written before a setting existed has its standard. */
export function fromStored(version: unknown): Settings {
  return eachOf(rows, [version], (row, name, [stored]) => [
    name,
    row.fromStored(stored![name]) ?? row.standard,
  ]) as Settings;
}

export const defaults = fromStored({});

export type Shown = OutputOf<typeof updateSettings>['settings'];

/** As `get-settings` tells them. */
export function onWire(settings: Settings): Shown {
  return eachOf(rows, [settings], (row, name, [set]) => [row.wire, row.onWire(set![name])]) as Shown;
}

/** What is wished for; whatever is left out stays what it is. */
export function merged(before: Settings, wish: BodyOf<typeof updateSettings>): Settings {
  return eachOf(rows, [before, wish], (row, name, [set, wished]) => {
    const sent = wished![row.wire];
    return [name, sent === undefined ? set![name] : row.fromWire(sent)];
  }) as Settings;
}

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
    openingFeeCents,
    topupBasisPoints,
    leastDepositCents,
    refundsReturnFee,
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
  if (event !== 'reverse') return kindNamed(kind).secondAdmin;
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

/** The settings that stand between one admin and the money: of which one direction takes safety away. */
export function guardsOf(settings: Settings): object {
  return eachOf(rows, [settings], (row, name, [set]) => [name, row.looser === 'neither' ? undefined : set![name]]);
}

/** Whether a change takes safety away. While the second pair of eyes is on, that needs the second, too. */
export function loosens(before: Settings, after: Settings): boolean {
  return before.secondPair.on && isLooser(rows, before, after);
}

function isLooser(of: Row<unknown> | Rows, before: unknown, after: unknown): boolean {
  if (!isRow(of)) {
    return Object.entries(of).some(([name, part]) =>
      isLooser(part, (before as Record<string, unknown>)[name], (after as Record<string, unknown>)[name]),
    );
  }
  if (of.looser === 'on' || of.looser === 'off') return before !== after && after === (of.looser === 'on');
  if (of.looser === 'neither') return false;
  const [was, is] = [before, after] as [bigint | number, bigint | number];
  return of.looser === 'more' ? is > was : is < was;
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
