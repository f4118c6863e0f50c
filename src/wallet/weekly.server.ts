/**
 * The weekly summary: mailed on Monday (of the agency's time zone) to whoever asked for it. A person's row keeps the
 * Monday that was mailed last. It changes in the transaction that puts the mail into the outbox, so that each person
 * gets one mail, however many nodes run the job and however often it starts again.
 */
import { dayAfter, dayOf, onClocksOf, startOfDay } from '#kernel/days.ts';
import { refuse } from '#kernel/refusal.ts';
import { soonestEmpty } from '#runway/runway.server.ts';
import { accountText } from '#platforms/platforms.ts';
import { whenText } from '#runway/when.ts';
import type { App } from '#server/app.server.ts';
import { handle } from '#server/handle.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { queueMail } from '#server/mail.server.ts';
import type { Secrets } from '#server/secrets.server.ts';
import { databaseNow } from '#server/now.server.ts';
import { balanceOf } from './wallet.server.ts';
import { stopWeeklyMail } from './weekly.api.ts';
import { decidedIn, flowsOf, readersOf, stopWeekly, takeWeek, type Reader } from './weekly.store.server.ts';
import { mondayOf, weeklyMail, wrongLink } from './weekly.ts';

/** The hour of the agency's clocks from which it is mailed: nobody reads it at night. */
const firstHour = 7;
const batch = 50;
const mostAccounts = 5;

export function weeklyJob(app: App): Job {
  return {
    name: 'weekly summaries',
    everySeconds: 600,
    isDue: async () => {
      const now = await databaseNow(app.db);
      return isTime(app, now) && (await readersOf(app.db, mondayNow(app, now), 1)).length > 0;
    },
    run: async (stop) => mailWeek(app, await databaseNow(app.db), stop),
  };
}

function isTime({ config }: App, now: Date): boolean {
  const clock = onClocksOf(now, config.businessTz);
  return clock.getUTCDay() === 1 && clock.getUTCHours() >= firstHour;
}

function mondayNow({ config }: App, now: Date): string {
  return mondayOf(dayOf(now, config.businessTz));
}

/**
 * Mails last week's summary to everybody who is still to get it; answers how many. On other days than Monday it mails
 * nobody.
 */
export async function mailWeek(app: App, now: Date, stop?: AbortSignal): Promise<number> {
  if (!isTime(app, now)) return 0;
  const monday = mondayNow(app, now);
  let mailed = 0;
  for (;;) {
    const readers = await readersOf(app.db, monday, batch);
    for (const reader of readers) {
      if (stop?.aborted) return mailed;
      if (await mailOne(app, reader, { monday, now })) mailed += 1;
    }
    if (readers.length < batch) return mailed;
  }
}

async function mailOne(app: App, reader: Reader, { monday, now }: { monday: string; now: Date }): Promise<boolean> {
  const { db, config, secrets } = app;
  const { client, name, email: to } = reader;
  const [first, last] = [dayAfter(monday, -7), dayAfter(monday, -1)];
  const [from, until] = [startOfDay(first, config.businessTz), startOfDay(monday, config.businessTz)];
  const [{ wallet, held }, flows, decided, lasting] = [
    await balanceOf(db, client),
    await flowsOf(db, client, from, until),
    await decidedIn(db, client, from, until),
    await soonestEmpty(db, client, now),
  ];
  const empty = lasting.slice(0, mostAccounts).map(({ runway, ...account }) => ({
    account: accountText(account),
    left: runway.remainingCents ?? 0n,
    when: whenText(runway.emptyOn!, dayOf(now, 'UTC')),
  }));
  const stop = `/stop-weekly?token=${stopToken(secrets, reader.publicId)}`;
  const mail = { to, ...weeklyMail({ name, first, last, wallet, held, flows, decided, empty, stop }) };
  return db.transaction(async (tx) => {
    const isOurs = await takeWeek(tx, reader.id, monday);
    if (isOurs) await queueMail(tx, mail);
    return isOurs;
  });
}

const purpose = 'stop the weekly summary';

/**
 * The token of the link that stops these mails. It is sealed for this purpose alone, so it opens and changes nothing
 * else.
 */
export function stopToken(secrets: Secrets, publicId: string): string {
  return secrets.seal(publicId, purpose);
}

export const weeklyHandlers = [
  handle(
    stopWeeklyMail,
    async ({ body, app }) => {
      let publicId: string;
      try {
        publicId = app.secrets.open(body.token, purpose);
      } catch {
        return refuse(wrongLink);
      }
      await stopWeekly(app.db, publicId);
      return { message: 'The weekly summary is switched off. All other e-mails still come.' };
    },
    { formPage: '/stop-weekly', nextPage: () => '/stop-weekly#stopped' },
  ),
];
