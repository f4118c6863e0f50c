/** Who decides what and how fast, and what whoever takes over has to know. */
import { dayMs, dayOf, endOfDay, refusalOfSpan, startOfDay } from '#kernel/days.ts';
import { insist } from '#kernel/refusal.ts';
import { paceOfAdmins, sinceMoment, type Pace } from '#requests/pace.server.ts';
import { handle } from '#server/handle.server.ts';
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { countProposals, inboxCount } from '#queue/inbox.counts.server.ts';
import { countWaiting } from '#queue/waiting.server.ts';
import { exportTeam, getTeam } from './team.api.ts';
import { shiftHours } from './team.ts';
import { words } from './team.words.ts';

const mostDays = 92;

export const teamHandlers = [
  handle(getTeam, async ({ query, session, app }) => {
    const zone = app.config.businessTz;
    const span = spanOf(query, zone);
    const since = new Date(Date.now() - shiftHours * 3_600_000);
    const [pace, lately, waiting, inbox] = await Promise.all([
      app.oldReads.database().then((old) => paceOfAdmins(old, span.begins, span.ends)),
      sinceMoment(app.db, since),
      countWaiting(app.db),
      countProposals(app.db, session.person),
    ]);
    const asked = waiting.filter(({ state }) => state === 'Pending');
    const all = (of: typeof waiting, what: 'pending' | 'late') => of.reduce((sum, each) => sum + each[what], 0);
    const oldest = asked.flatMap((each) => each.oldest ?? []).toSorted((one, other) => one.getTime() - other.getTime());
    return {
      message: 'Team fetched successfully',
      from: span.from,
      to: span.to,
      timeZone: zone,
      pace: pace.map(asPace),
      handover: {
        since,
        ...lately,
        pending: all(asked, 'pending'),
        late: all(asked, 'late'),
        oldest: oldest[0] ?? null,
        toPay: all(
          waiting.filter(({ state }) => state === 'To pay'),
          'pending',
        ),
        second: inboxCount(inbox, session).total,
        queues: asked.map(({ kind, platform, pending, late }) => ({ kind, adType: platform, pending, late })),
      },
    };
  }),

  handle(exportTeam, async ({ query, app }) => {
    const zone = app.config.businessTz;
    const { from, to, begins, ends } = spanOf(query, zone);
    const rows = await paceOfAdmins(await app.oldReads.database(), begins, ends);
    return spreadsheet(`team-${from}-${to}.xlsx`, words.title, columns, rows, zone);
  }),
];

function spanOf(query: { from?: string | undefined; to?: string | undefined }, zone: string) {
  const to = query.to ?? dayOf(new Date(), zone);
  const from = query.from ?? dayOf(new Date(endOfDay(to, zone).getTime() - 30 * dayMs), zone);
  insist(refusalOfSpan(from, to, mostDays));
  return { from, to, begins: startOfDay(from, zone), ends: endOfDay(to, zone) };
}

const hoursOf = (seconds: number) => Math.round(seconds / 36) / 100;

function asPace({ medianSeconds, p90Seconds, ...row }: Pace) {
  return { _id: `${row.admin} ${row.kind}`, ...row, median: hoursOf(medianSeconds), p90: hoursOf(p90Seconds) };
}

const columns: readonly SheetColumn<Pace>[] = [
  { header: words.admin, type: 'text', value: (row) => row.username },
  { header: words.kind, type: 'text', value: (row) => words.kindTitle(row.kind) },
  { header: words.count, type: 'number', value: (row) => row.count },
  { header: words.medianHours, type: 'text', value: (row) => hoursOf(row.medianSeconds).toFixed(2) },
  { header: words.p90Hours, type: 'text', value: (row) => hoursOf(row.p90Seconds).toFixed(2) },
  { header: words.lateOnes, type: 'number', value: (row) => row.late },
];
