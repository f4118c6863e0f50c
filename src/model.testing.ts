/**
 * The ledger's rules once more, as short as they can be said. A kind is two lists of changes, one when it is asked for
 * and one when it is approved; giving back undoes the first, a reversal both. The model knows nothing of the portal. It
 * is played beside it, and both have to say the same to the cent. A declared amount is a top-up, and a refill a
 * deposit, that nobody asked for by hand.
 */
import type { KindName } from '#kinds/kinds.ts';

export type Kind = KindName;
export type Account = {
  adsId: string;
  order: number;
  balance: number;
  feeLeft: number;
  closed: boolean;
  suspended: boolean;
  /** How many months of it are settled. */
  months: number;
};
export type Verdict = 'approve' | 'reject' | 'cancel' | 'reverse' | 'pay';
type Sums = { wallet?: number; held?: number; revenue?: number; balance?: number; feeLeft?: number };
type Request = { kind: Kind; amount: number; state: string; asked: Sums; approved: Sums } & {
  account: Account | undefined;
  /** What its approval opened: there is the money of an order, and of an account that was replaced. */
  opened?: Account;
};
export type Model = { wallet: number; held: number; revenue: number; accounts: Account[]; requests: Request[] };

/**
 * All amounts are whole cents: 15 % rounded half up, and of the fee in an account the part that leaves with the money.
 */
const feeOn = (amount: number) => Math.floor((amount * 15 + 50) / 100);
const shareOf = (amount: number, { feeLeft, balance }: Account) =>
  balance ? Math.floor((amount * feeLeft) / balance) : 0;

/** Withdrawals of more than this in 24 hours take two admins. */
export const paidByTwo = 50_00;

/**
 * Whether this one takes two, with all that the client was paid before or will be, as two agreed. What was reversed had
 * left, and counts. A history is played within a day, by one admin.
 */
export function takesTwo({ requests }: Model, { kind, amount }: Model['requests'][number]): boolean {
  if (kind !== 'withdrawal') return false;
  const paid = requests.filter((each) => each.kind === kind && ['Approved', 'To pay', 'Reversed'].includes(each.state));
  return paid.reduce((sum, each) => sum + each.amount, amount) > paidByTwo;
}

const rules: Record<Kind, (amount: number, account: Account) => [asked: Sums, approved: Sums]> = {
  topup: (amount) => [{}, { wallet: amount }],
  application: (amount) => spend(amount, feeOn(amount), 30_00),
  deposit: (amount) => spend(amount, feeOn(amount), 0),
  withdrawal: (amount) => [{ wallet: -amount, held: amount }, { held: -amount }],
  penalty: (amount) => [{}, { wallet: -amount }],
  goodwill: (amount) => [{}, { wallet: amount }],
  refund: (amount, account, share = shareOf(amount, account)) => [
    { balance: -amount, feeLeft: -share, held: amount },
    { held: -amount, wallet: amount + share, revenue: -share },
  ],
  replacement: (amount, { feeLeft }) => [
    { balance: -amount, feeLeft: -feeLeft, held: amount },
    { held: -amount, balance: amount, feeLeft },
  ],
  settlement: (amount, account) => [{}, { balance: -amount, feeLeft: -shareOf(amount, account) }],
};
const spend = (amount: number, fee: number, opening: number, total = amount + fee + opening): [Sums, Sums] => [
  { wallet: -total, held: total },
  { held: -total, balance: amount, feeLeft: fee, revenue: fee + opening },
];

/**
 * Asks for something and answers 'done', or changes nothing and answers the refusal. Corrections and settlements are
 * approved at once.
 */
export function ask(model: Model, kind: Kind, amount: number, account?: Account): string {
  const [asked, approved] = rules[kind](amount, account!);
  const atOnce = kind === 'penalty' || kind === 'goodwill' || kind === 'settlement';
  if (account?.closed) return kind === 'replacement' ? '409 replacement.running' : '404 not_found';
  if (kind === 'replacement' && isBusy(model, [account])) return '409 replacement.busy';
  if (kind === 'deposit' && account!.suspended) return '409 deposit.inactive';
  if (model.wallet + ((atOnce ? approved : asked).wallet ?? 0) < 0) return '402 wallet.insufficient';
  if (kind === 'refund' && amount > account!.balance) return '409 refund.short';
  add(model, account, atOnce ? approved : asked, 1);
  model.requests.push({ kind, amount, state: atOnce ? 'Approved' : 'Pending', asked, approved, account });
  return 'done';
}

/** Whether something else waits about one of these, or has taken its place. */
export const isBusy = ({ requests }: Model, accounts: readonly (Account | undefined)[], own?: Request): boolean =>
  requests.some(
    (other) =>
      other !== own &&
      accounts.some((account) => account && account === other.account) &&
      (other.state === 'Pending' || (other.kind === 'replacement' && other.state === 'Approved')),
  );

/** Says a verdict about a request; answers alike. An approved order opens an account under `adsId`. */
export function judge(model: Model, order: number, verdict: Verdict, adsId: string): string {
  const request = model.requests[order]!;
  const { kind, state, asked, approved } = request;
  const from = { approve: 'Pending', reject: 'Pending', cancel: 'Pending', reverse: 'Approved', pay: 'To pay' }[
    verdict
  ];
  if (verdict === 'pay' && kind !== 'withdrawal') return '404 not_found';
  if (verdict === 'pay' && state === 'Pending') return '409 request.not_to_pay';
  // Two admins agree on it; then it is paid, or rejected after all, and nothing has moved yet.
  if (verdict === 'approve' && state === 'Pending' && takesTwo(model, request)) {
    request.state = 'To pay';
    return 'done';
  }
  if (state !== from && !(verdict === 'reject' && state === 'To pay'))
    return `409 ${kind}.${verdict === 'reverse' && state !== 'Reversed' ? 'not_approved' : 'already_decided'}`;
  if (verdict === 'approve' && kind === 'deposit' && request.account!.suspended) return '409 deposit.inactive';
  const opens = kind === 'application' || kind === 'replacement';
  if (opens && verdict === 'approve') {
    request.opened = { adsId, order, balance: 0, feeLeft: 0, closed: false, suspended: false, months: 0 };
    model.accounts.push(request.opened);
  }
  const { account, opened = account } = request;
  if (verdict === 'reverse' && isBusy(model, [account, opened], request)) return `409 ${kind}.busy`;
  if (verdict === 'reverse' && opened?.closed) return '404 not_found';
  const pays = verdict === 'approve' || verdict === 'pay';
  if (!pays) add(model, account, asked, -1);
  if (pays || verdict === 'reverse') add(model, opened, approved, pays ? 1 : -1);
  const { balance, feeLeft } = opened ?? { balance: 0, feeLeft: 0 };
  const short = model.wallet < 0 || balance < 0 || feeLeft < 0 || (balance === 0 && feeLeft > 0);
  if (short || (verdict === 'reverse' && opens && balance > 0)) {
    add(model, account, asked, 1);
    add(model, opened, approved, 1);
    return `409 ${kind}.short`;
  }
  request.state = {
    approve: 'Approved',
    pay: 'Approved',
    reject: 'Rejected',
    cancel: 'Cancelled',
    reverse: 'Reversed',
  }[verdict];
  if (account) account.closed = kind === 'replacement' && verdict === 'approve';
  if (opens && opened) opened.closed = verdict === 'reverse';
  return 'done';
}

function add(model: Model, account: Account | undefined, sums: Sums, sign: 1 | -1): void {
  for (const name of ['wallet', 'held', 'revenue'] as const) model[name] += sign * (sums[name] ?? 0);
  for (const name of account ? (['balance', 'feeLeft'] as const) : []) account![name] += sign * (sums[name] ?? 0);
}
