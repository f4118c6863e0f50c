/** The book as admins see it: whether it was proved, and how its chains of seals end. */
import type { App } from '#server/app.server.ts';
import { handle } from '#server/handle.server.ts';
import { auditIfDue } from './audits.server.ts';
import { stateOf } from './audits.store.server.ts';
import { getBook } from './book.api.ts';
import { mailSealIfDue } from './seals.server.ts';

export const bookHandlers = [
  handle(getBook, async ({ app: { db, config } }) => {
    const { audit, nextAt, mailedDay } = await stateOf(db, config.auditEverySeconds, config.businessTz);
    const end = (last: bigint | null, head: string | null) =>
      last === null || head === null ? null : { last: String(last), head };
    return {
      message: 'Book fetched successfully',
      audit: audit && {
        ...audit,
        book: end(audit.movement, audit.movementHead),
        log: end(audit.entry, audit.entryHead),
      },
      nextAt,
      mailedDay,
    };
  }),
];

/**
 * Looks every minute whether the book is to be proved or the day's seal to be mailed, on whichever node comes first.
 */
export function startBookkeeping(
  app: Pick<App, 'db' | 'config' | 'log'>,
  databaseUrl: string,
): { stop(): Promise<void> } {
  const stop = new AbortController();
  let running: Promise<unknown> | undefined;
  const look = async () => {
    const say = (what: string) => (error: unknown) => app.log.warn(what, { error });
    await mailSealIfDue(app).catch(say('the seal of the day could not be mailed'));
    await auditIfDue(app, databaseUrl, stop.signal).catch(say('the book could not be proved'));
  };
  const timer = setInterval(() => (running ??= look().finally(() => (running = undefined))), 60_000).unref();
  return {
    async stop() {
      clearInterval(timer);
      stop.abort();
      await running;
    },
  };
}
