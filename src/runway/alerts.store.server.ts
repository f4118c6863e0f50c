/** SQL of alert levels, and of what was told. Private to runway/. */
import type { ClientId } from '#kernel/ids.ts';
import type { Database } from '#server/database.server.ts';
import type { Below, Levels } from './levels.ts';

type LevelsRow = Levels & { client: ClientId; account: bigint | null };

const chosen = 'select client, ad_account as account, days, cents from alert_levels';

/** What was chosen by this client, or by all; the two are planned apart. */
export function readLevels(db: Database, client?: bigint): Promise<LevelsRow[]> {
  return client === undefined
    ? db.query<LevelsRow>('runway.levels', chosen)
    : db.query<LevelsRow>('runway.levels_of', `${chosen} where client = $1`, [client]);
}

export async function saveLevels(tx: Database, { client, account, days, cents }: LevelsRow): Promise<void> {
  await tx.query(
    'runway.save_levels',
    `insert into alert_levels (client, ad_account, days, cents) values ($1, $2, $3, $4)
     on conflict (client, ad_account) do update set days = excluded.days, cents = excluded.cents`,
    [client, account, days, cents],
  );
}

/** This account follows what was chosen for all. */
export async function dropLevels(tx: Database, client: ClientId, account: bigint): Promise<void> {
  await tx.query('runway.drop_levels', 'delete from alert_levels where client = $1 and ad_account = $2', [
    client,
    account,
  ]);
}

type ToldRow = Below & { account: bigint };

/** Which accounts were below something when they were looked at last. */
export function readTold(db: Database): Promise<ToldRow[]> {
  return db.query<ToldRow>(
    'runway.told',
    'select ad_account as account, days, money from alerts where days or money',
    [],
  );
}

/** Holds what was told of an account until the end of the transaction, so that two nodes don't tell it twice. */
export async function holdTold(tx: Database, account: bigint): Promise<Below & { mailedOn: string | null }> {
  await tx.query('runway.begin_told', 'insert into alerts (ad_account) values ($1) on conflict do nothing', [account]);
  const rows = await tx.query<Below & { mailedOn: string | null }>(
    'runway.hold_told',
    'select days, money, mailed_on::text as "mailedOn" from alerts where ad_account = $1 for update',
    [account],
  );
  return rows[0]!;
}

export async function saveTold(
  tx: Database,
  account: bigint,
  { days, money, mailedOn }: Below & { mailedOn: string | null },
): Promise<void> {
  await tx.query(
    'runway.save_told',
    'update alerts set days = $2, money = $3, mailed_on = $4::date where ad_account = $1',
    [account, days, money, mailedOn],
  );
}
