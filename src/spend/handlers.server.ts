/** The calls about imports of spend. */
import { sum } from '#kernel/money.ts';
import { reached } from '#kernel/page.ts';
import { notFound, refuse, type Refusal } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { shownCents } from '#ledger/spending.ts';
import { handle } from '#server/handle.server.ts';
import { newId } from '#server/ids.server.ts';
import { importAs, type Imported, type Told } from './importing.server.ts';
import { settleAgain } from './settling.ts';
import { getSpendImports, importSpend, undoSpendImport } from './spend.api.ts';
import { countImports, listImports, undoImport, undoneBefore } from './spend.store.server.ts';

const mostRowsShown = 500;
const mostUnknownShown = 200;

export const spendHandlers = [
  handle(importSpend, async (call) => {
    const { dry } = call.body;
    const imported = await importAs(call);
    const { told, report, of } = imported;
    const count = (...outcomes: Told['outcome'][]) => told.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const [added, changed, again] = [count('new'), count('changes'), count('again')];
    const same = again + count('same');
    const faults = report.faults.length + count('before', 'settled');
    // Everybody who has one of these accounts open looks again.
    if (!dry && added + changed > 0) call.app.events.hint('admins', 'request');
    return {
      message: `${added} new and ${changed} changed days ${dry ? 'would be' : 'were'} kept, ${same} stay as they are, ${faults} could not be read or taken.`,
      dry,
      _id: dry || told.length === 0 ? null : of.publicId,
      added,
      changed,
      same,
      again,
      faults,
      days: daysOf(told),
      unknown: unknownIn(told),
      rows: rowsOf(imported),
    };
  }),

  handle(getSpendImports, async ({ query, app: { db } }) => {
    const { q, source, page, limit, after } = query;
    const [rows, counted] = await Promise.all([
      listImports(db, { q, source, up: query.sort === 'at', page, limit, after }),
      countImports(db, q, source),
    ]);
    return {
      message: 'Imports fetched successfully',
      imports: rows.map(({ publicId, ...row }) => ({ _id: publicId, ...row })),
      ...reached(counted),
      page,
      limit,
    };
  }),

  handle(undoSpendImport, async ({ query, body, session, from, app }) => {
    const undone = await app.db.transaction(async (tx) => {
      const { outcome, settlement, ...counts } = await undoImport(tx, {
        by: session.person,
        import: query.id,
        publicId: newId('SI'),
      });
      if (outcome === 'missing') refuse(notFound);
      if (outcome === 'undone') refuse(undoneBefore);
      if (outcome === 'settled') refuse(settledBy(settlement!));
      await record(tx, {
        action: 'spend.undone',
        actor: session.person,
        from,
        after: { import: query.id, reason: body.reason, ...counts },
      });
      return counts;
    });
    const again = undone.unknown === 0 ? '' : ` Of ${undone.unknown} of them nothing is known now.`;
    return { message: `The import is undone: ${undone.changed} days changed.${again}`, _id: query.id, ...undone };
  }),
];

const beforeText =
  'This day is before the ad account was opened here, or after it was taken back. Or another ad account still had this Ads ID then.';

/** Days whose month was settled stand as they were; the way to change them leads over the settlement. */
const settledText = (settlement: string) => `This month is settled by ${settlement}. ${settleAgain}`;

const settledBy = (settlement: string): Refusal => ({
  code: 'spend.settled',
  message: settledText(settlement),
  status: 409,
});

function daysOf(told: readonly Told[]) {
  const known = told.filter(({ account, outcome }) => account !== null && !['before', 'settled'].includes(outcome));
  return [...Map.groupBy(known, ({ day }) => day)]
    .map(([date, rows]) => ({
      date,
      accounts: rows.length,
      before: shownCents(sum(rows.map(({ before }) => before ?? 0n))),
      after: shownCents(sum(rows.map(({ micros }) => micros))),
    }))
    .toSorted((a, b) => (a.date < b.date ? 1 : -1));
}

function unknownIn(told: readonly Told[]) {
  const missing = told.filter(({ outcome }) => outcome === 'missing');
  return [...Map.groupBy(missing, ({ key }) => key).values()].slice(0, mostUnknownShown).map((rows) => ({
    adsId: rows[0]!.adsId,
    days: rows.length,
    amount: shownCents(sum(rows.map(({ micros }) => micros))),
  }));
}

function rowsOf({ report, told }: Imported) {
  const faults = [
    ...report.faults.map(({ day: _day, ...fault }) => ({ ...fault, _id: null, date: null, before: null, after: null })),
    ...told
      .filter(({ outcome }) => outcome === 'before')
      .map((row) => ({ ...asRow(row), before: null, message: beforeText })),
    ...told
      .filter(({ outcome }) => outcome === 'settled')
      .map((row) => ({ ...asRow(row), message: settledText(row.settlement!) })),
  ].toSorted((a, b) => a.line - b.line);
  const those = (wanted: 'changes' | 'new') =>
    told
      .filter(({ outcome }) => outcome === wanted)
      .map((row) => ({ ...asRow(row), message: '', outcome: wanted }))
      .toSorted((a, b) => a.line - b.line);
  return [...faults.map((row) => ({ ...row, outcome: 'fault' as const })), ...those('changes'), ...those('new')].slice(
    0,
    mostRowsShown,
  );
}

function asRow({ line, adsId, account, day, before, micros }: Told) {
  return {
    line,
    adsId,
    _id: account,
    date: day,
    before: before === null ? null : shownCents(before),
    after: shownCents(micros),
  };
}
