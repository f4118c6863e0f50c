/**
 * Tells clients of ad accounts that fall below their levels. Each crossing is told once, in the bell; by mail at most
 * once an account and day. What was told is forgotten when the account is above again.
 */
import { dayOf } from '#kernel/days.ts';
import { notify } from '#notices/notices.server.ts';
import { tellClient } from '#notices/tell.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { databaseNow } from '#server/now.server.ts';
import { holdTold, readLevels, readTold, saveTold } from './alerts.store.server.ts';
import { belowOf, usualLevels, type Below, type Levels } from './levels.ts';
import { lastingOf, type Lasting } from './runway.store.server.ts';
import { lowMail, lowNotice } from './telling.ts';

export function alertJob(app: App): Job {
  return {
    name: 'ad accounts that run low',
    everySeconds: 600,
    run: async () => tellOfLow(app, await databaseNow(app.db)),
  };
}

const above: Below = { days: false, money: false };

/** Looks at all accounts of which something is known; answers how many crossed a level. */
export async function tellOfLow(app: App, now: Date): Promise<number> {
  const { db } = app;
  const [lasting, chosen, told] = [await lastingOf(db, 'known', now), await readLevels(db), await readTold(db)];
  const levels = new Map(chosen.map((row) => [`${row.client} ${row.account ?? ''}`, row]));
  const before = new Map(told.map((row) => [row.account, row]));
  let crossed = 0;
  for (const account of lasting) {
    const { id, client } = account;
    const was = before.get(id) ?? above;
    const level = levels.get(`${client} ${id}`) ?? levels.get(`${client} `) ?? usualLevels;
    const below = belowOf(account.runway, level, was);
    if (was.days === below.days && was.money === below.money) continue;
    if (await db.transaction((tx) => tellOne(tx, app, { account, below, now }))) {
      crossed += 1;
      app.events.hint(client, 'notice');
    }
  }
  return crossed;
}

async function tellOne(
  tx: Database,
  { config }: App,
  { account, below, now }: { account: Lasting; below: Below; now: Date },
): Promise<boolean> {
  const was = await holdTold(tx, account.id);
  const crosses = (below.days && !was.days) || (below.money && !was.money);
  const today = dayOf(now, config.businessTz);
  const mails = crosses && was.mailedOn !== today;
  // Days of spend are the platform's, nearer to UTC than to the agency's zone.
  const from = dayOf(now, 'UTC');
  await saveTold(tx, account.id, { ...below, mailedOn: mails ? today : was.mailedOn });
  if (!crosses) return false;
  const link = `/accounts/${account.publicId}`;
  const notice = { client: account.client, topic: 'runway' as const, text: lowNotice(account, from), link };
  const button = { label: 'Open the ad account', url: `${config.publicUrl}${link}` };
  if (mails) await tellClient(tx, notice, (name) => ({ button, ...lowMail(account, from, name) }));
  else await notify(tx, notice);
  return true;
}

/** What this client chose for all accounts, and for this one where that is something else. */
export async function levelsOf(
  db: Database,
  client: bigint,
  account?: bigint,
): Promise<{ all: Levels; own: Levels | undefined }> {
  const rows = await readLevels(db, client);
  return {
    all: rows.find((row) => row.account === null) ?? usualLevels,
    own: account === undefined ? undefined : rows.find((row) => row.account === account),
  };
}
