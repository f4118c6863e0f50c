import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { exampleBrand } from '#kernel/brand.ts';
import type { StatementLine } from '#requests/statement.server.ts';
import { spreadsheet } from '#server/spreadsheet.server.ts';
import { statementPdf } from './statement-pdf.server.ts';

const lines = Array.from({ length: 600 }, (_, n): StatementLine => {
  const what = {
    kind: 'topup',
    platform: null,
    step: 1,
    leg: 0,
    state: 'Approved',
    adsId: null,
    other: 'outside',
    note: null,
  } as const;
  return {
    at: new Date(n),
    applyId: `TU-${n}`,
    ...what,
    amountCents: 100n,
    balanceCents: 100n * BigInt(n),
    line: BigInt(n),
  };
});

/** All lines at once, as a batch from the database comes. */
async function* batch(): AsyncGenerator<StatementLine> {
  yield* lines;
}

/** How often the event loop could serve others while the file was written. */
async function turnsDuring(body: Readable): Promise<number> {
  let turns = 0;
  let writing = true;
  const tick = () => {
    turns += 1;
    if (writing) setImmediate(tick);
  };
  setImmediate(tick);
  for await (const chunk of body) expect((chunk as Buffer).length).toBeGreaterThan(0);
  writing = false;
  return turns;
}

test('a long statement lets everybody else have a turn after every few lines, as a PDF and as a spreadsheet', async () => {
  const file = {
    client: { name: 'Ana', email: 'ana@example.com', id: 'US-1' },
    opening: 0n,
    closing: 60_000n,
    brand: exampleBrand,
    timeZone: 'UTC',
  };
  const pdf = statementPdf('x.pdf', { ...file, from: undefined, to: undefined, kind: undefined, lines: batch() });
  expect(await turnsDuring(pdf.body as Readable)).toBeGreaterThan(100);
  const sheet = await spreadsheet(
    'x.xlsx',
    'x',
    [{ header: 'Id', type: 'text', value: (line: StatementLine) => line.applyId }],
    batch(),
    'UTC',
  );
  expect(await turnsDuring(sheet.body as Readable)).toBeGreaterThan(8);
});
