/** The calls about connections to platforms. */
import { utcClockText } from '#kernel/clock.ts';
import { refuse, type Refusal } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { connectionSpecs, isOn, type ConnectionSpec } from '#platforms/connections.server.ts';
import { specOf, type Platform } from '#platforms/platforms.ts';
import { handle } from '#server/handle.server.ts';
import { jobStates } from '#server/jobs.server.ts';
import { getConnections, runConnectionNow } from './connections.api.ts';
import {
  askSoon,
  connectionRows,
  hiddenAccounts,
  mostShown,
  shownOfOurs,
  unknownAccounts,
  type ConnectionRow,
  type ShownRow,
} from './connections.store.server.ts';
import { meaningOf } from './connections.ts';
import { jobOf } from './job.server.ts';

export const connectionHandlers = [
  handle(getConnections, async ({ app: { db, config } }) => {
    const [rows, jobs, unknown, ours, hidden] = await Promise.all([
      connectionRows(db),
      jobStates(db),
      unknownAccounts(db),
      shownOfOurs(db),
      hiddenAccounts(db),
    ]);
    return {
      message: 'Connections fetched successfully',
      connections: connectionSpecs.map((spec) => {
        const on = isOn(spec, config.advertising);
        const own = <T extends { platform: Platform }>(of: readonly T[]) =>
          on ? of.filter((each) => each.platform === spec.platform) : [];
        return {
          ...asConnection(spec, on, own(rows)[0]),
          node: (on && jobs.find(({ name }) => name === jobOf(spec))?.node) || null,
          differs: differing(own(ours)),
          hidden: own(hidden).map(({ account, adsId, state, goneSince }) => ({
            _id: account,
            adsId,
            state,
            goneSince,
          })),
          unknown: own(unknown).map(({ adsId, name, word, currency, timeZone }) => ({
            adsId,
            name,
            word,
            currency,
            timeZone,
          })),
        };
      }),
    };
  }),

  handle(runConnectionNow, async ({ app: { db, config }, query, session, from }) => {
    const { platform } = query;
    const spec = connectionSpecs.find((each) => each.platform === platform);
    if (!spec || !isOn(spec, config.advertising)) return refuse(off);
    const row = (await connectionRows(db)).find((each) => each.platform === platform);
    if (row?.waitsUntil && row.waitsUntil > new Date()) refuse(waits(spec.service, row.waitsUntil));
    await db.transaction(async (tx) => {
      await askSoon(tx, platform);
      await record(tx, { action: 'connection.asked', actor: session.person, from, after: { platform } });
    });
    return { message: `${spec.service} is asked within a few seconds.`, platform };
  }),
];

function asConnection(spec: ConnectionSpec, on: boolean, row: ConnectionRow | undefined) {
  const { platform, service, needs } = spec;
  return {
    platform,
    service,
    on,
    needs: [...needs],
    outcome: row?.outcome ?? null,
    why: row?.message ?? '',
    startedAt: row?.startedAt ?? null,
    endedAt: row?.endedAt ?? null,
    goodAt: row?.goodAt ?? null,
    nextAt: row?.nextAt ?? null,
    waitsUntil: row?.waitsUntil && row.waitsUntil > new Date() ? row.waitsUntil : null,
    came: { accounts: row?.accounts ?? 0, steps: row?.steps ?? 0, days: row?.days ?? 0, left: row?.lefts ?? 0 },
    faults: row?.faults ?? [],
  };
}

/** As it is judged when the platform is asked, with nothing new to say. */
function differing(ours: readonly ShownRow[]) {
  return ours
    .flatMap(({ account, adsId, state, word, platform, goneSince }) => {
      if (account === null || state === null || goneSince !== null) return [];
      const meaning = meaningOf(state, { word, before: word }, specOf(platform));
      return meaning !== 'agrees' && 'differs' in meaning
        ? [{ _id: account, adsId, state, word, why: meaning.differs }]
        : [];
    })
    .slice(0, mostShown);
}

const off: Refusal = {
  code: 'connection.off',
  message: 'There is no connection to this platform. Its credentials are not in the settings.',
  status: 409,
};
const waits = (service: string, until: Date): Refusal => ({
  code: 'connection.waits',
  message: `${service} wants to be left alone until ${utcClockText(until)}.`,
  status: 409,
});
