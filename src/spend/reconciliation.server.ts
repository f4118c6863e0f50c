/** Reconciliation: whether the book and the platforms agree, account by account. */
import { spreadsheet, type SheetColumn } from '#server/spreadsheet.server.ts';
import { owedCents, shownCents } from '#ledger/spending.ts';
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Call } from '#server/handle.server.ts';
import { exportReconciliation, getReconciliation } from './reconciliation.api.ts';
import { words } from './reconciliation.words.ts';
import { reconciledRows, type ReconciledRow } from './reconciliation.store.server.ts';

const mostShown = 500;

export const reconciliationHandlers = [
  handle(getReconciliation, async ({ query, app: { db } }) => {
    const rows = await rowsOf(db, query);
    const sum = (value: (row: Reconciled) => bigint) => rows.reduce((all, row) => all + value(row), 0n);
    return {
      message: 'Reconciliation fetched successfully',
      month: query.month,
      count: rows.length,
      compared: rows.filter(({ difference }) => difference !== null).length,
      differing: rows.filter(differs).length,
      funded: sum(({ funded }) => funded),
      spent: sum(({ spent }) => spent ?? 0n),
      returned: sum(({ returned }) => returned),
      accounts: rows.slice(0, mostShown),
    };
  }),

  handle(exportReconciliation, async ({ query, app: { db } }) =>
    spreadsheet(`reconciliation-${query.month}.xlsx`, words.title, columns, await rowsOf(db, query), 'UTC'),
  ),
];

type Reconciled = ReturnType<typeof reconciled>;

/** What does not agree first. */
async function rowsOf(db: Database, { month, platform, differences }: Call<typeof getReconciliation>['query']) {
  const rows = (await reconciledRows(db, `${month}-01`, platform)).map(reconciled);
  return [...rows.filter(differs), ...(differences ? [] : rows.filter((row) => !differs(row)))];
}

const differs = ({ difference }: Reconciled) => difference !== null && difference !== 0n;

/** Where no platform says what is left, less than nothing is what can't be. */
function reconciled(row: ReconciledRow) {
  const { publicId, adsId, platform, clientPublicId, clientName, spentMicros, spentUntilMicros, putInCents } = row;
  const left = spentUntilMicros === null ? null : putInCents - owedCents(spentUntilMicros);
  return {
    _id: publicId,
    adsId,
    platform,
    userId: { _id: clientPublicId, username: clientName },
    funded: row.fundedCents,
    returned: row.returnedCents,
    spent: spentMicros === null ? null : shownCents(spentMicros),
    settledBy: row.settledBy,
    shouldBeLeft: left,
    leftByPlatform: row.leftCents,
    leftAt: row.leftAt,
    difference: differsBy(row) ?? (left !== null && left < 0n ? left : null),
  };
}

/** A part of a cent is no difference. */
function differsBy({ leftDiffersMicros: micros }: ReconciledRow): Cents | null {
  return micros === null ? null : micros / 10_000n;
}

const columns: readonly SheetColumn<Reconciled>[] = [
  { header: words.field.account, type: 'text', value: ({ adsId }) => adsId },
  { header: words.field.id, type: 'text', value: ({ _id }) => _id },
  { header: words.field.platform, type: 'text', value: ({ platform }) => platform },
  { header: words.field.client, type: 'text', value: ({ userId }) => userId.username },
  { header: words.field.funded, type: 'money', value: ({ funded }) => funded },
  { header: words.field.spent, type: 'money', value: ({ spent }) => spent },
  { header: words.field.returned, type: 'money', value: ({ returned }) => returned },
  { header: words.field.shouldBeLeft, type: 'money', value: ({ shouldBeLeft }) => shouldBeLeft },
  { header: words.field.leftByPlatform, type: 'money', value: ({ leftByPlatform }) => leftByPlatform },
  { header: words.field.leftAt, type: 'time', value: ({ leftAt }) => leftAt },
  { header: words.field.difference, type: 'money', value: ({ difference }) => difference },
  { header: words.field.settledBy, type: 'text', value: ({ settledBy }) => settledBy },
];
