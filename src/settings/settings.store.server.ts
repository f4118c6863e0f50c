/**
 * SQL of settings_versions and client_prices. Private to settings/. JSON keeps cents as text. The newest version holds;
 * what waits for a second admin is a proposal and no version.
 */
import { jsonText } from '#kernel/json.ts';
import type { Database } from '#server/database.server.ts';
import { locks } from '#server/locks.server.ts';
import { insistAtWork } from '#users/admins.server.ts';
import type { Paid } from './newprices.ts';
import { defaults, fromStored, pricesOf, type Prices, type Settings } from './settings.ts';

type Version = { id: bigint; at: Date; author: string | null; confirmedBy: string | null; settings: Settings };
export type Override = { openingFeeCents: bigint | null; topupBasisPoints: bigint | null };

type Stored = Record<string, unknown>;

/** The version that holds. */
const newest = 'from settings_versions order by id desc limit 1';

export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db.query<{ value: Stored }>('settings.current', `select value ${newest}`);
  return rows[0] ? fromStored(rows[0].value) : defaults;
}

/** For statements that need of the settings only this: a value of SQL, and how it is read. */
export const secondPairSql = `(select value -> 'secondPair' ${newest})`;
export const readSecondPair = (stored: unknown) => fromStored({ secondPair: stored }).secondPair;

/** The newest versions first, with the names of who made and who confirmed them. */
export async function readVersions(db: Database, limit: number): Promise<Version[]> {
  const rows = await db.query<Omit<Version, 'settings'> & { value: Stored }>(
    'settings.versions',
    `select v.id, v.at, u.name as author, c.name as "confirmedBy", v.value from settings_versions v
     left join people u on u.id = v.author left join people c on c.id = v.confirmed_by
     order by v.id desc limit $1`,
    [limit],
  );
  return rows.map(({ value, ...row }) => ({ ...row, settings: fromStored(value) }));
}

/** Settings are changed one after the other, so that whoever confirms knows what, by who is an admin in their turn. */
export async function lockSettings(tx: Database, by: bigint): Promise<void> {
  await tx.query('settings.lock', 'select pg_advisory_xact_lock($1)', [locks.settings]);
  await insistAtWork(tx, by);
}

/** What a newer version of the portal has set, and this one does not know, stays: both run during an upgrade. */
export async function insertVersion(
  tx: Database,
  author: bigint,
  settings: Settings,
  confirmedBy?: bigint,
): Promise<void> {
  await tx.query(
    'settings.insert',
    `insert into settings_versions (author, value, confirmed_by)
     select $1, jsonb_object_agg(key, case when jsonb_typeof(h.value) = 'object' then h.value || coalesce(n.value, '{}')
       else coalesce(n.value, h.value) end), $3
     from jsonb_each((select value ${newest})) h full join jsonb_each($2::jsonb) n using (key)`,
    [author, jsonText(settings), confirmedBy ?? null],
  );
}

type OverrideMade = { author: bigint; confirmedBy?: bigint; reason: string | undefined };

export async function insertOverride(
  tx: Database,
  client: bigint,
  override: Override,
  { author, confirmedBy, reason = '' }: OverrideMade,
): Promise<void> {
  await tx.query(
    'settings.override',
    `insert into client_prices (client, opening_fee_cents, topup_basis_points, author, confirmed_by, reason)
     values ($1, $2, $3, $4, $5, $6)`,
    [client, override.openingFeeCents, override.topupBasisPoints, author, confirmedBy ?? null, reason],
  );
}

/** Settings and a client's override in one look. */
export async function readPrices(
  db: Database,
  client: bigint,
): Promise<{ prices: Prices; override: Override; everybody: Settings }> {
  const rows = await db.query<{
    value: Stored | null;
    opening_fee_cents: bigint | null;
    topup_basis_points: number | null;
  }>(
    'settings.prices',
    `select (select value ${newest}) as value, o.opening_fee_cents, o.topup_basis_points
     from (select) one left join lateral (select * from client_prices where client = $1
       order by id desc limit 1) o on true`,
    [client],
  );
  const row = rows[0]!;
  const settings = row.value ? fromStored(row.value) : defaults;
  const override = {
    openingFeeCents: row.opening_fee_cents,
    topupBasisPoints: row.topup_basis_points === null ? null : BigInt(row.topup_basis_points),
  };
  return {
    override,
    everybody: settings,
    prices: {
      ...pricesOf(settings),
      openingFeeCents: override.openingFeeCents ?? settings.openingFeeCents,
      topupBasisPoints: override.topupBasisPoints ?? settings.topupBasisPoints,
    },
  };
}

/** What holds now for the clients about whose prices something waits, by public id. */
export async function readPricesProposed(
  db: Database,
): Promise<ReadonlyMap<string, { own: Override; everybody: Paid }>> {
  const rows = await db.query<{ publicId: string; fee: bigint | null; points: number | null; value: Stored | null }>(
    'settings.prices_proposed',
    `select c.public_id as "publicId", o.opening_fee_cents as fee, o.topup_basis_points as points,
       (select value ${newest}) as value
     from proposals p join clients c on c.public_id = p.subject
     left join lateral (select * from client_prices where client = c.id order by id desc limit 1) o on true
     where p.kind = 'prices' and p.state = 'Pending'`,
  );
  return new Map(
    rows.map(({ publicId, fee, points, value }) => {
      const { openingFeeCents, topupBasisPoints } = value ? fromStored(value) : defaults;
      const own = { openingFeeCents: fee, topupBasisPoints: points === null ? null : BigInt(points) };
      return [publicId, { own, everybody: { openingFeeCents, topupBasisPoints } }];
    }),
  );
}
