/** The settings between the wire and the page: as text in fields, as they are sent, and as versions are compared. */
import { inJson } from '#kernel/json.ts';
import { basisPointsOf, centsOf, dollarsText, plainAmount, type Cents } from '#kernel/money.ts';
import { platforms } from '#platforms/platforms.ts';
import { defaults, merged, refusalToOffer, type Shown } from './settings.ts';
import { words } from './settings.words.ts';

export type Typed = ReturnType<typeof typedOf>;
/** Its fields of text. */
type TextField = { [Name in keyof Typed]: Typed[Name] extends string ? Name : never }[keyof Typed];
type Faults = Partial<Record<keyof Typed, string>>;
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
  const money = (field: TextField): Cents => {
    const cents = centsOf(typed[field].trim());
    if (cents === undefined) faults[field] = words.wrongMoney;
    return cents ?? 0n;
  };
  const rate = basisPointsOf(typed.topUpRate);
  if (rate === undefined) faults.topUpRate = words.wrongRate;
  const options = optionsIn(typed.deposits);
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

/**
 * The deposits on offer, undefined where one is none or is there twice. `0, 500, 1,000` and `1,500` are no lists of 1
 * and 0 or 500: what may have commas inside an amount is refused.
 */
function optionsIn(text: string): readonly (Cents | undefined)[] {
  const typed = text.split(',').flatMap((option) => (option.trim() === '' ? [] : [option.trim()]));
  const options = typed.map((option) => (/^0\d/.test(option) ? undefined : centsOf(plainAmount(option))));
  const isUnclear = /,\s/.test(text) ? /\d,\d/.test(text) : /(^|,)[1-9]\d{0,2}(,\d{3})+(,|$)/.test(text.trim());
  return isUnclear || new Set(options).size < options.length ? [undefined] : options;
}

/** As they are sent: amounts are dollars. */
export function bodyOf(settings: Shown): Sent<Shown> {
  return sent(settings) as Sent<Shown>;
}

type Sent<Value> = Value extends bigint
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Sent<Value[Name]> }
    : Value;

function sent(value: unknown): unknown {
  if (typeof value === 'bigint') return dollarsText(value);
  if (Array.isArray(value)) return value.map(sent);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sent(each)]));
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
export function written(settings: Shown): unknown {
  return inJson(merged(defaults, settings));
}
