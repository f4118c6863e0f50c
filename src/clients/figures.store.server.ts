/** SQL of what one client has brought, and who its people are. Private to clients/. */
import type { Cents } from '#kernel/money.ts';
import { takesFee, takesOpeningFee } from '#kinds/facts.ts';
import { moneyIn, moneyOut } from '#ledger/ledger.server.ts';
import { kindsInSql } from '#requests/kinds.server.ts';
import type { Database } from '#server/database.server.ts';

type Lifetime = { in: Cents; out: Cents; fees: Cents; spentMicros: bigint | null };

export async function lifetimeOf(db: Database, client: bigint): Promise<Lifetime> {
  const rows = await db.query<Lifetime>(
    'clients.lifetime',
    `select ${moneyIn} as in, ${moneyOut} as out,
       coalesce(sum(revenue_of(m.src, m.dst, m.amount)), 0)::bigint as fees,
       (select sum(t.micros)::bigint from ad_accounts a join spend_totals t on t.ad_account = a.id
        where a.client = $1) as "spentMicros"
     from requests r join movements m on m.request = r.id where r.client = $1`,
    [client],
  );
  return rows[0]!;
}

type PersonRow = {
  name: string;
  email: string;
  role: string;
  since: Date;
  emailVerified: boolean;
  code: boolean;
  passkeys: number;
  lastSignIn: Date | null;
};

/** Its Owner first. */
export function peopleOf(db: Database, client: bigint): Promise<PersonRow[]> {
  return db.query<PersonRow>(
    'clients.people',
    `select p.name, p.email, m.role, m.since, p.email_verified_at is not null as "emailVerified",
       p.totp_enabled_at is not null as code,
       (select count(*)::int from passkeys k where k.person = p.id) as passkeys,
       (select max(s.created_at) from sessions s where s.person = p.id and s.acting_admin is null) as "lastSignIn"
     from members m join people p on p.id = m.person where m.client = $1
     order by m.role = 'Owner' desc, m.since, p.id limit 100`,
    [client],
  );
}

type PriceRow = {
  at: Date;
  by: string;
  confirmedBy: string | null;
  reason: string;
  openingFeeCents: Cents | null;
  basisPoints: number | null;
};

export function pricesSoFar(db: Database, client: bigint): Promise<PriceRow[]> {
  return db.query<PriceRow>(
    'clients.prices',
    `select c.at, p.name as by, s.name as "confirmedBy", c.reason, c.opening_fee_cents as "openingFeeCents",
       c.topup_basis_points as "basisPoints"
     from client_prices c join people p on p.id = c.author left join people s on s.id = c.confirmed_by
     where c.client = $1 order by c.id desc limit 20`,
    [client],
  );
}

const charging = kindsInSql((kind) => takesFee(kind) || takesOpeningFee(kind));
const ordering = kindsInSql(takesOpeningFee);

type Month = { orders: number; depositsCents: Cents; feesCents: Cents };

export async function lastMonthOf(db: Database, client: bigint): Promise<Month> {
  const rows = await db.query<Month>(
    'clients.last_month',
    `select count(*) filter (where kind in (${ordering}))::int as orders,
       coalesce(sum(amount_cents), 0)::bigint as "depositsCents",
       coalesce(sum(fee_cents + opening_fee_cents), 0)::bigint as "feesCents"
     from requests where client = $1 and kind in (${charging}) and state = 'Approved'
       and decided_at > now() - interval '30 days'`,
    [client],
  );
  return rows[0]!;
}

export async function pendingOf(db: Database, client: bigint): Promise<string[]> {
  const rows = await db.query<{ applyId: string }>(
    'clients.pending',
    `select apply_id as "applyId" from requests where client = $1 and state = 'Pending' order by id limit 50`,
    [client],
  );
  return rows.map(({ applyId }) => applyId);
}
