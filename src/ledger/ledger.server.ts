/** Reading the ledger, and its lock. Nothing here writes: money moves only through requests. */
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';
import type { AccountState } from './accountlife.ts';
import type { Micros } from './spending.ts';

export type AdAccount = {
  /** As the admin typed it. */
  adsId: string;
  state: AccountState;
  balanceCents: Cents;
  /** The top-up fee that came with the money still in it. */
  feeLeftCents: Cents;
  /** The part of the balance that was spent and is not settled; null where nobody knows. */
  openMicros: Micros | null;
  /** The application that opened it, and its row of the order, from 1. */
  request: bigint;
  place: number;
};

/**
 * SQL for the part of an ad account's money that was spent and is not settled, from its row `t` of spend_totals; null
 * where nobody knows.
 */
export const openMicros = `case when t.last_day is not null or t.open_micros <> 0 then t.open_micros end`;

/** SQL of movements: money that came in and went out, less what was undone. */
const flow = (from: string, to: string) => `coalesce(sum(case when ${from} = 'outside' and step < 2 then amount
  when ${to} = 'outside' and step = 2 then -amount end), 0)::bigint`;
export const moneyIn = flow('src', 'dst');
export const moneyOut = flow('dst', 'src');

/** The open ad accounts of a client on a platform, oldest first; one round trip. */
export function adAccountsOf(db: Database, client: bigint, platform: string): Promise<AdAccount[]> {
  return db.query<AdAccount>(
    'ledger.ad_accounts',
    `select a.ads_id as "adsId", a.state, b.balance as "balanceCents", b.fee_left as "feeLeftCents",
     ${openMicros} as "openMicros", a.request, a.place::int as place
     from ad_accounts a join balances b on b.account = 'ad:' || a.id
     left join spend_totals t on t.ad_account = a.id
     where a.client = $1 and a.platform = $2 and a.closed_at is null order by a.request, a.place`,
    [client, platform],
  );
}

/**
 * How many open ad accounts a client has on each platform, and what is in them; one round trip. A platform on which
 * there were some, and none is open any more, has zeros.
 */
export async function adAccountTotalsOf(
  db: Database,
  client: bigint,
): Promise<{ platform: string; accounts: number; balanceCents: Cents }[]> {
  const rows = await db.query<{ platform: string; accounts: number; balance: string }>(
    'ledger.ad_account_totals',
    `select platform, accounts, cents::text as balance from ad_totals where client = $1 order by platform`,
    [client],
  );
  return rows.map(({ platform, accounts, balance }) => ({ platform, accounts, balanceCents: BigInt(balance) }));
}

/** What a client can spend now, as this transaction sees it, with the changes it has made itself. */
export async function walletOf(tx: Database, client: bigint): Promise<Cents> {
  const rows = await tx.query<{ balance: Cents }>(
    'ledger.wallet_of',
    `select balance from balances where account = 'wallet:' || $1::bigint`,
    [client],
  );
  return rows[0]?.balance ?? 0n;
}

/** Whatever else moves this client's money, or counts what is theirs, waits until the end of the transaction. */
export async function lockWallet(tx: Database, client: bigint): Promise<void> {
  await tx.query('ledger.lock', 'select lock_wallet($1)', [client]);
}
