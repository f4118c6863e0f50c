/** The settings between the wire and the page: as text in fields, as they are sent, and as versions are compared. */
import { basisPointsOf, centsOf, dollarsText, type Cents } from '#kernel/money.ts';
import { platforms } from '#platforms/platforms.ts';
import { refusalToOffer, type onWire } from './settings.ts';
import { words } from './settings.words.ts';

export type Shown = ReturnType<typeof onWire>;
export type Typed = ReturnType<typeof typedOf>;
export type Faults = Partial<Record<keyof Typed, string>>;
/** What a part of the form shows, and how it is changed there. */
export type Part = { typed: Typed; set: (part: Partial<Typed>) => void; faults: Faults };

/** As text in fields. */
export function typedOf(settings: Shown) {
  const { secondPair } = settings;
  return {
    openingFee: dollarsText(settings.openingFee),
    topUpRate: String(settings.topUpBasisPoints / 100),
    deposits: settings.depositOptions.map((option) => dollarsText(option).replace('.00', '')).join(', '),
    refundsReturnFee: settings.refundsReturnFee,
    on: secondPair.on,
    network: secondPair.network,
    corrections: secondPair.corrections,
    refundsAbove: dollarsText(secondPair.refundsAbove),
    withdrawalsAbove: dollarsText(secondPair.withdrawalsAbove),
    moneyInAbove: dollarsText(secondPair.moneyInAbove),
    platforms: settings.platforms as readonly string[],
    mostPendingTopups: String(settings.mostPendingTopups),
    payoutWaitHours: String(settings.payoutWaitHours),
    leastDeposit: dollarsText(settings.leastDeposit),
    twoFactor: settings.adminsNeedTwoFactor,
    passkeyAbove: dollarsText(settings.passkeyAbove),
    autoOn: settings.autoCredit.on,
    autoTransfer: dollarsText(settings.autoCredit.transfer),
    autoClientDay: dollarsText(settings.autoCredit.clientDay),
    autoAgencyDay: dollarsText(settings.autoCredit.agencyDay),
  };
}

/** What was typed, or what is wrong with which field. */
export function read(typed: Typed): { wish?: Shown; faults?: Faults } {
  const faults: Faults = {};
  type MoneyField =
    | 'openingFee'
    | 'refundsAbove'
    | 'withdrawalsAbove'
    | 'moneyInAbove'
    | 'leastDeposit'
    | 'passkeyAbove'
    | 'autoTransfer'
    | 'autoClientDay'
    | 'autoAgencyDay';
  const money = (field: keyof Typed & MoneyField): Cents => {
    const cents = centsOf(typed[field].trim());
    if (cents === undefined) faults[field] = words.wrongMoney;
    return cents ?? 0n;
  };
  const rate = basisPointsOf(typed.topUpRate);
  if (rate === undefined) faults.topUpRate = words.wrongRate;
  const options = typed.deposits.split(',').flatMap((option) => (option.trim() === '' ? [] : [centsOf(option.trim())]));
  if (options.length === 0 || options.includes(undefined)) faults.deposits = words.wrongDeposits;
  const most = typed.mostPendingTopups.trim();
  if (!/^[1-9]\d{0,3}$|^10000$/.test(most)) faults.mostPendingTopups = words.wrongMost;
  const wait = typed.payoutWaitHours.trim();
  if (!/^\d{1,3}$/.test(wait) || Number(wait) > 720) faults.payoutWaitHours = words.wrongWait;
  const leastDeposit = money('leastDeposit');
  if (leastDeposit === 0n) faults.leastDeposit ??= words.wrongLeast;
  const depositOptions = options.flatMap((option) => option ?? []);
  if (!faults.deposits && !faults.leastDeposit) {
    const refusal = refusalToOffer(depositOptions, leastDeposit);
    if (refusal) faults.deposits = refusal.message;
  }
  if (typed.platforms.length === 0) faults.platforms = words.noPlatform;
  const wish: Shown = {
    openingFee: money('openingFee'),
    topUpBasisPoints: rate ?? 0,
    depositOptions,
    refundsReturnFee: typed.refundsReturnFee,
    secondPair: {
      on: typed.on,
      network: typed.network,
      corrections: typed.corrections,
      refundsAbove: money('refundsAbove'),
      withdrawalsAbove: money('withdrawalsAbove'),
      moneyInAbove: money('moneyInAbove'),
    },
    platforms: platforms.filter((name) => typed.platforms.includes(name)),
    mostPendingTopups: Number(most),
    payoutWaitHours: Number(wait),
    leastDeposit,
    adminsNeedTwoFactor: typed.twoFactor,
    passkeyAbove: money('passkeyAbove'),
    autoCredit: {
      on: typed.autoOn,
      transfer: money('autoTransfer'),
      clientDay: money('autoClientDay'),
      agencyDay: money('autoAgencyDay'),
    },
  };
  return Object.keys(faults).length > 0 ? { faults } : { wish };
}

/** As they are sent. */
export function bodyOf({
  openingFee,
  leastDeposit,
  depositOptions,
  secondPair,
  passkeyAbove,
  autoCredit,
  ...rest
}: Shown) {
  const [refundsAbove, withdrawalsAbove, moneyInAbove] = [
    dollarsText(secondPair.refundsAbove),
    dollarsText(secondPair.withdrawalsAbove),
    dollarsText(secondPair.moneyInAbove),
  ];
  return {
    ...rest,
    openingFee: dollarsText(openingFee),
    leastDeposit: dollarsText(leastDeposit),
    passkeyAbove: dollarsText(passkeyAbove),
    depositOptions: depositOptions.map(dollarsText),
    secondPair: { ...secondPair, refundsAbove, withdrawalsAbove, moneyInAbove },
    autoCredit: {
      on: autoCredit.on,
      transfer: dollarsText(autoCredit.transfer),
      clientDay: dollarsText(autoCredit.clientDay),
      agencyDay: dollarsText(autoCredit.agencyDay),
    },
  };
}

/** What is wished for, as it is sent: what else a colleague has saved meanwhile stays what it is. */
export function wishOf(saved: Shown, wish: Shown): Partial<ReturnType<typeof bodyOf>> {
  return unlike(bodyOf(saved), bodyOf(wish));
}

/** The part of these fields, also of a group of them, that says something else than is saved. */
export function unlike<Fields extends object>(saved: Fields, fields: Partial<Fields>): Partial<Fields> {
  const before = saved as Record<string, unknown>;
  const others = Object.entries(fields).filter(([name, is]) => JSON.stringify(is) !== JSON.stringify(before[name]));
  const isGroup = (value: unknown): value is object => typeof value === 'object' && !Array.isArray(value);
  return Object.fromEntries(
    others.map(([name, is]) => [name, isGroup(is) ? unlike(before[name] as object, is) : is]),
  ) as Partial<Fields>;
}

/** As the audit log writes them, so that both read alike. */
export function written({
  openingFee,
  topUpBasisPoints,
  depositOptions,
  leastDeposit,
  secondPair,
  passkeyAbove,
  autoCredit,
  ...flags
}: Shown) {
  const { refundsAbove, withdrawalsAbove, moneyInAbove, ...pair } = secondPair;
  return {
    openingFeeCents: String(openingFee),
    topupBasisPoints: topUpBasisPoints,
    depositOptionsCents: depositOptions.map(String),
    leastDepositCents: String(leastDeposit),
    ...flags,
    passkeyAboveCents: String(passkeyAbove),
    autoCredit: {
      on: autoCredit.on,
      transferCents: String(autoCredit.transfer),
      clientDayCents: String(autoCredit.clientDay),
      agencyDayCents: String(autoCredit.agencyDay),
    },
    secondPair: {
      ...pair,
      refundsAboveCents: String(refundsAbove),
      withdrawalsAboveCents: String(withdrawalsAbove),
      moneyInAboveCents: String(moneyInAbove),
    },
  };
}
