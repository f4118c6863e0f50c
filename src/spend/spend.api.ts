/** The calls about what ad accounts spent: files come in, are looked at, and are taken back. */
import * as z from 'zod/mini';
import { operations } from '#kernel/access.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { dryRun, idOf, money, names, shape, text, textOrEmpty, time } from '#kernel/fields.ts';
import { pageAnswer, pageQuery } from '#kernel/page.ts';
import { choosePlatform, platforms } from '#platforms/platforms.ts';

export const importSpend = endpoint({
  method: 'POST',
  path: '/kimi/import-spend',
  access: operations,
  file: 'file',
  summary:
    'Takes what ad accounts spent from a report of their platform: CSV, TSV or XLSX, one row an account and day. `dry` shows the difference only.',
  body: z.object({
    platform: z.enum(platforms, { error: choosePlatform }),
    /** Where no file is sent. */
    text: names('outside', textOrEmpty(100_000)),
    dry: dryRun,
  }),
  output: z.object({
    message: z.string(),
    dry: z.boolean(),
    /** The import, to undo it; null where nothing was kept. */
    _id: z.nullable(z.string()),
    added: z.number(),
    changed: z.number(),
    same: z.number(),
    /** Of these, what is kept once more: it is final now, or was read last before the day was over. */
    again: z.number(),
    faults: z.number(),
    /** What becomes of each day, over all accounts that are known. */
    days: z.array(z.object({ date: z.string(), accounts: z.number(), before: money, after: money })),
    /** What is in no line of ours, at most 200. */
    unknown: z.array(z.object({ adsId: z.string(), days: z.number(), amount: money })),
    /** At most 500: faults first, then what changes, then what is new. A fault stops no other row. */
    rows: z.array(
      z.object({
        line: z.number(),
        adsId: z.string(),
        _id: z.nullable(z.string()),
        date: z.nullable(z.string()),
        before: z.nullable(money),
        after: z.nullable(money),
        outcome: z.enum(['fault', 'changes', 'new']),
        message: z.string(),
      }),
    ),
  }),
  // Four thousand days share a transaction of three round trips, and a file has at most a hundred thousand.
  trips: 80,
  refusals: ['spend.undone'],
  example: {
    platform: platforms[0],
    text: 'Day,Customer ID,Currency code,Cost\n2026-11-01,123-456-7890,USD,12.50\n',
    dry: true,
  },
});

const spendImport = {
  _id: z.string(),
  platform: z.enum(platforms),
  source: z.enum(['file', 'connection']),
  fileName: z.string(),
  by: z.string(),
  at: time,
  /** How many days of how many accounts were new or changed by it. */
  days: z.number(),
  accounts: z.number(),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  undoneAt: z.nullable(time),
};

export const getSpendImports = endpoint({
  method: 'GET',
  path: '/kimi/get-spend-imports',
  access: { admin: 'Support' },
  summary:
    'Imports of spend, newest first: by whom, for which days, and whether they were undone. `source`: file or connection, both without it.',
  query: z.object({ ...pageQuery(['-at'], 50), source: textOrEmpty(20) }),
  output: z.object({ message: z.string(), imports: z.array(shape('SpendImport', spendImport)), ...pageAnswer }),
  trips: 2,
});

export const undoSpendImport = endpoint({
  method: 'PUT',
  path: '/kimi/undo-spend-import',
  access: operations,
  summary: 'Takes an import of spend back: each of its days is again what was known before it.',
  query: z.object({ id: idOf('outside') }),
  body: z.object({ reason: text(500, 'Please give a reason.') }),
  output: z.object({ message: z.string(), _id: z.string(), changed: z.number(), unknown: z.number() }),
  trips: 4,
  refusals: ['not_found', 'spend.undone', 'spend.settled'],
  example: { reason: 'The file was of another month.' },
});
