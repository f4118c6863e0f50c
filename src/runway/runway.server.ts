/** How long ad accounts last, for whoever shows it, and from when on their clients want to be told. */
import { invalid, notFound, refuse } from '#kernel/refusal.ts';
import { sum, type Cents } from '#kernel/money.ts';
import type { Runway } from '#ledger/runway.ts';
import { record } from '#audit/audit.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Platform } from '#platforms/platforms.ts';
import { handle } from '#server/handle.server.ts';
import { levelsOf } from './alerts.server.ts';
import { dropLevels, saveLevels } from './alerts.store.server.ts';
import type { Levels } from './levels.ts';
import { getLowAccounts, getRunway, setAlerts } from './runway.api.ts';
import { clientsNamed, countRunning, lastingCalled, lastingOf, type Lasting } from './runway.store.server.ts';

/** By the number of the account; one round trip. */
export async function runwaysOf(db: Database, accounts: readonly bigint[]): Promise<Map<bigint, Runway>> {
  const lasting = await lastingOf(db, { accounts }, new Date());
  return new Map(lasting.map(({ id, runway }) => [id, runway]));
}

type Outlook = {
  running: number;
  /** What is left in them; undefined where that is not known of each. */
  remaining: Cents | undefined;
  /** The next one to be empty. */
  next: Lasting | undefined;
  /** What is left on each platform, and in how many accounts, as far as it is known. */
  left: ReadonlyMap<Platform, { accounts: number; cents: Cents }>;
};

/** What a client's accounts come to; two round trips. */
export async function outlookOf(db: Database, client: bigint): Promise<Outlook> {
  const [running, known] = await Promise.all([countRunning(db, client), lastingOf(db, { client }, new Date())]);
  const leftIn = (accounts: readonly Lasting[]) =>
    sum(accounts.map(({ runway: { remainingCents = 0n } }) => remainingCents));
  return {
    running,
    remaining: known.length === running ? leftIn(known) : undefined,
    next: soonestFirst(known)[0],
    left: new Map(
      [...Map.groupBy(known, ({ platform }) => platform)].map(([platform, its]) => [
        platform,
        { accounts: its.length, cents: leftIn(its) },
      ]),
    ),
  };
}

/** Those of a client's accounts that run and will be empty, the soonest first. */
export async function soonestEmpty(db: Database, client: bigint, now: Date): Promise<Lasting[]> {
  return soonestFirst(await lastingOf(db, { client }, now));
}

function soonestFirst(lasting: readonly Lasting[]): Lasting[] {
  return lasting
    .filter(({ runway }) => runway.daysLeft !== undefined)
    .toSorted((a, b) => a.runway.daysLeft! - b.runway.daysLeft!);
}

const week = 7;

export const runwayHandlers = [
  handle(getRunway, async ({ query, session, app: { db } }) => {
    const account = (await lastingCalled(db, query.id, session.client)) ?? refuse(notFound);
    const { remainingCents, daysLeft, emptyOn, idle } = account.runway;
    return {
      message: 'Runway fetched successfully',
      remaining: remainingCents ?? null,
      daysLeft: daysLeft ?? null,
      emptyOn: emptyOn ?? null,
      idle,
      alerts: asAlerts(await levelsOf(db, account.client, account.id)),
    };
  }),

  handle(setAlerts, async ({ body, session, app, from }) => {
    const { id, daysLeft: days, moneyLeft: cents, asAll, forAll } = body;
    const { client } = session;
    if (asAll && id === '') refuse(invalid('id', 'Please name the ad account that follows what is chosen for all.'));
    const account = id === '' ? undefined : ((await lastingCalled(app.db, id, client)) ?? refuse(notFound));
    const alerts = await app.db.transaction(async (tx) => {
      const follows = asAll || forAll;
      if (follows && account) await dropLevels(tx, client, account.id);
      if (!asAll) await saveLevels(tx, { client, account: follows ? null : (account?.id ?? null), days, cents });
      const after = { account: id, ...(asAll ? { asAll } : { days, cents, ...(forAll ? { forAll } : {}) }) };
      await record(tx, { action: 'account.alerts', actor: session.person, subject: client, from, after });
      return levelsOf(tx, client, account?.id);
    });
    return { message: 'Saved.', alerts: asAlerts(alerts) };
  }),

  handle(getLowAccounts, async ({ app: { db } }) => {
    const low = soonestFirst(await lastingOf(db, 'known', new Date())).filter(({ runway }) => runway.daysLeft! < week);
    const shown = low.slice(0, 20);
    const clients = await clientsNamed(db, [...new Set(shown.map(({ client }) => client))]);
    return {
      message: 'Accounts fetched successfully',
      total: low.length,
      accounts: shown.map(({ publicId, client, adsId, platform, nickname, runway }) => ({
        _id: publicId,
        adsId,
        platform,
        nickname,
        remaining: runway.remainingCents ?? 0n,
        daysLeft: runway.daysLeft!,
        emptyOn: runway.emptyOn!,
        userId: clients.get(client)!,
      })),
    };
  }),
];

function asAlerts({ all, own }: { all: Levels; own: Levels | undefined }) {
  const shown = ({ days, cents }: Levels) => ({ daysLeft: days, moneyLeft: cents });
  return { all: shown(all), own: own ? shown(own) : null };
}
