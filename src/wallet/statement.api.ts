/** The statement: every movement of the wallet, for its owner and for admins. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { count, day, money, names, orBlank, textOrEmpty, time } from '#kernel/fields.ts';
import { pdfType, spreadsheetType } from '#kernel/media.ts';
import { deepest, pageAnswer } from '#kernel/page.ts';
import { kindNames } from '#kinds/kinds.ts';

const range = {
  /** Whole days of the agency's time zone, both included. */
  from: orBlank(day, 'Please enter a date as YYYY-MM-DD.'),
  to: orBlank(day, 'Please enter a date as YYYY-MM-DD.'),
  kind: orBlank(z.enum(kindNames), `Please choose one of ${kindNames.join(', ')}.`),
  /** Whose statement it is. Only admins give it; a client always reads their own. */
  userId: names('user', textOrEmpty(64)),
};

export const getStatement = endpoint({
  method: 'GET',
  path: '/kimi/get-statement',
  access: 'signed in',
  leavesTrace: { as: 'read.statement', gathered: () => true },
  summary:
    'Every movement of the spendable wallet with the balance after it, newest first. Clients read their own; admins name a client with `userId`.',
  query: z.object({
    ...range,
    page: z._default(count(1, deepest), 1),
    limit: z._default(count(1, 200), 50),
    after: names('row', textOrEmpty(64)),
  }),
  output: z.object({
    message: z.string(),
    lines: z.array(
      z.object({
        _id: z.string(),
        at: time,
        applyId: z.string(),
        kind: z.enum(kindNames),
        text: z.string(),
        /** The reason or remark, where an admin gave one. */
        note: z.string(),
        amount: money,
        balance: money,
      }),
    ),
    /** The wallet before the first day and after the last, whatever `kind` says. */
    opening: money,
    closing: money,
    timeZone: z.string(),
    ...pageAnswer,
  }),
  trips: 6,
  refusals: ['not_found'],
});

const formats = ['xlsx', 'pdf'] as const;

export const exportStatement = endpoint({
  method: 'GET',
  path: '/kimi/export-statement',
  access: { client: 'Viewer', admin: 'Finance' },
  leavesTrace: { as: 'read.statement' },
  summary: 'The statement as a spreadsheet or a PDF, whole and oldest first.',
  query: z.object({ ...range, format: z._default(z.enum(formats, { error: 'Please choose xlsx or pdf.' }), 'xlsx') }),
  media: [spreadsheetType, pdfType],
  trips: 5,
  refusals: ['not_found'],
});

export const getStatementProof = endpoint({
  method: 'GET',
  path: '/kimi/get-statement-proof',
  access: { client: 'Viewer', admin: 'Finance' },
  leavesTrace: { as: 'read.statement_proof' },
  summary:
    'The whole statement as it was sealed, with what is needed to lead its lines to a mailed head: `node verify-statement.mjs FILE HEAD` does. ' +
    '`from` and `to` say which days the opening and closing balance are about; `head` names an older seal than the newest.',
  query: z.object({
    from: range.from,
    to: range.to,
    userId: range.userId,
    head: orBlank(z.string().check(z.regex(/^[0-9a-f]{64}$/i)), 'A head has 64 digits from 0 to f.'),
  }),
  media: ['application/json'],
  trips: 6,
  refusals: ['not_found', 'statement.not_sealed'],
});

export const getStatementVerifier = endpoint({
  method: 'GET',
  path: '/kimi/get-statement-verifier',
  access: 'public',
  summary:
    'The short program that checks a statement downloaded with its proof; it runs on Node alone and asks nobody.',
  media: ['text/javascript'],
  trips: 0,
});
