import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openAccounts } from '#deposits/deposits.testing.server.ts';
import { currentHead, sealStatements } from '#ledger/statements.server.ts';
import { dayOf } from '#kernel/days.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';

const portal = await testPortal();
const folder = portal.app.config.dataDir;
let client: Person;
let other: Person;
let admin: Person;
let adsId: string;

type Proof = {
  client: string;
  head: string;
  path: string[];
  lines: string[];
  opening: string;
  closing: string;
} & Record<string, unknown>;

beforeAll(async () => {
  [client, other, admin] = await Promise.all([
    portal.client({ dollars: 1_000 }),
    portal.client({ dollars: 20 }),
    portal.admin(),
  ]);
  [adsId] = (await openAccounts(portal, client, admin, 'Google', [100])) as [string];
  for (const money of [10, 20.02])
    await portal.call('POST', '/kimi/create-google-adDeposit', { as: client, body: { adsId, money } });
});

/** What the job does later: seals what is there, as if it were settled. */
async function seal(): Promise<void> {
  await portal.db.owner.pool.query(`select seal_book(2000, now() + interval '1 hour')`);
  await sealStatements(portal.db);
}

const proof = (query: object = {}, as: Person | undefined = client) =>
  portal.call('GET', '/kimi/get-statement-proof', { as, query: { ...query } });
let files = 0;

/** Runs the verifier as a client does who downloaded it; answers what it says about this file, and how it ended. */
async function verdict(said: unknown, head?: string): Promise<string> {
  const program = join(folder, 'verify.mjs');
  await writeFile(program, (await portal.call('GET', '/kimi/get-statement-verifier')).bytes);
  const file = join(folder, `proof-${(files += 1)}.json`);
  await writeFile(file, JSON.stringify(said));
  return new Promise((resolve) => {
    execFile(process.execPath, [program, file, ...(head ? [head] : [])], { cwd: folder }, (error, stdout) =>
      resolve(`${error?.code ?? 0} ${stdout.trim().split('\n')[0]}`),
    );
  });
}

test('a statement can be proved once it was sealed, not before', async () => {
  const { status, body } = await proof();
  expect([status, body.code]).toEqual([409, 'statement.not_sealed']);
  await seal();
  const newcomer = await portal.client();
  expect((await proof({}, newcomer)).body.code).toBe('statement.not_sealed');
  expect((await proof()).status).toBe(200);
});

describe('a sealed statement', () => {
  test('is found true against the head that was mailed, and says what the page says', async () => {
    const { body, headers } = await proof();
    const { head } = (await currentHead(portal.db))!;
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="statement-proof-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(await verdict(body, head)).toMatch(/^0 YES\. 4 lines, opening 0\.00, closing 820\.48,/);
    expect(await verdict(body)).toMatch(/^0 YES/);
    const { body: shown } = await portal.call('GET', '/kimi/get-statement', { as: client });
    expect(body.lines.map((line: string) => line.split('|').slice(2, 6).join(' '))).toEqual(
      shown.lines
        .toReversed()
        .map(({ _id, applyId, amount, balance }: { _id: string; applyId: string; amount: number; balance: number }) => {
          return `${applyId} ${_id.includes('.0.') ? 'asked' : 'decided'} ${amount.toFixed(2)} ${balance.toFixed(2)}`;
        }),
    );
  });

  test('tells opening and closing balance of the days asked for', async () => {
    const today = dayOf(new Date(), portal.app.config.businessTz);
    expect(await verdict((await proof({ from: today, to: today })).body)).toMatch(
      /YES\. 4 lines, opening 0\.00, closing 820\.48/,
    );
    expect(await verdict((await proof({ to: '2020-01-01' })).body)).toMatch(
      /YES\. 4 lines, opening 0\.00, closing 0\.00/,
    );
    const { body } = await proof({ from: '2020-01-01' });
    expect(await verdict({ ...body, from: '2999-01-01T00:00:00.000000Z' })).toMatch(/^1 NO\. Opening or closing/);
    expect(await verdict({ ...body, from: '2999-01-01T00:00:00.000000Z', opening: '820.48' })).toMatch(/^0 YES/);
  });

  test('has nothing of anybody else, whoever asks', async () => {
    const { text } = await proof();
    const theirs: Proof = (await proof({}, other)).body;
    for (const line of theirs.lines) expect(text).not.toContain(line.split('|')[2]);
    expect(text).not.toContain(other._id);
    expect((await proof({ userId: other._id })).body.client).toBe(client._id);
    expect((await proof({ userId: other._id }, admin)).body).toEqual(theirs);
    expect((await proof({ userId: admin._id }, admin)).status).toBe(404);
    expect((await proof({}, admin)).status).toBe(400);
  });

  test('can still be led to an older head, as it was then', async () => {
    const before = (await currentHead(portal.db))!.head;
    const then: Proof = (await proof()).body;
    await portal.call('POST', '/kimi/create-google-adDeposit', { as: client, body: { adsId, money: 1 } });
    await seal();
    const now: Proof = (await proof()).body;
    expect(now.lines.length).toBe(then.lines.length + 1);
    expect(await verdict(now, before)).toMatch(/^1 NO\. This is not the mailed head/);
    expect((await proof({ head: before.toUpperCase() })).body).toEqual(then);
    expect(await verdict(then, before)).toMatch(/^0 YES/);
    expect((await proof({ head: '0'.repeat(64) })).body).toMatchObject({ code: 'not_found', field: 'head' });
    expect((await proof({ head: 'abc' })).status).toBe(400);
  });
});

describe('the verifier says no to', () => {
  /** The proof with something about it changed. */
  const forged = (body: Proof, change: (proof: Proof) => unknown) => {
    const copy = structuredClone(body);
    change(copy);
    return verdict(copy, body.head);
  };
  const cents = (line: string, at: 4 | 5, by: number) =>
    line
      .split('|')
      .with(at, (Number(line.split('|')[at]) + by).toFixed(2))
      .join('|');
  const forgeries: [string, (proof: Proof) => unknown][] = [
    ['an altered amount', (proof) => (proof.lines[1] = cents(proof.lines[1]!, 4, 1))],
    [
      'an altered amount with every balance made to fit',
      (proof) => {
        proof.lines = proof.lines.map((line, at) =>
          at === 1 ? cents(cents(line, 4, 5), 5, 5) : at > 1 ? cents(line, 5, 5) : line,
        );
        proof.closing = (Number(proof.closing) + 5).toFixed(2);
      },
    ],
    ['another time', (proof) => (proof.lines[0] = proof.lines[0]!.replace(/T\d/, 'T9'))],
    ['another apply id', (proof) => (proof.lines[0] = proof.lines[0]!.replace('|TU-', '|WD-'))],
    ['a line left out', (proof) => proof.lines.splice(2, 1)],
    [
      'the last line left out',
      (proof) => {
        proof.lines.pop();
        proof.closing = proof.lines.at(-1)!.split('|')[5]!;
      },
    ],
    [
      'a line left out and the others numbered anew',
      (proof) => {
        proof.lines.splice(1, 1);
        proof.lines = proof.lines.map((line, at) => [at + 1, ...line.split('|').slice(1)].join('|'));
      },
    ],
    ['reordered lines', (proof) => proof.lines.splice(1, 2, proof.lines[2]!, proof.lines[1]!)],
    [
      'a line too many',
      (proof) => proof.lines.push(`${proof.lines.length + 1}|${proof.lines.at(-1)!.split('|').slice(1).join('|')}`),
    ],
    ['another opening balance', (proof) => (proof.opening = '1.00')],
    ['another closing balance', (proof) => (proof.closing = '1.00')],
    ['a forged head', (proof) => (proof.head = proof.head.replace(/./g, '0'))],
    ["somebody else's name", (proof) => (proof.client = other._id)],
    ['another way through the tree', (proof) => proof.path.push('')],
    ['a head before that was forged', (proof) => (proof['previous'] = '')],
    ['another seal of the book', (proof) => (proof['book'] = 'x')],
    [
      'the same text, cut otherwise',
      (proof) => {
        proof['sealedAt'] = `${proof['previous']}|${proof['sealedAt']}`;
        proof['previous'] = '';
      },
    ],
    ['another time of sealing', (proof) => (proof['sealedAt'] = '2020-01-01T00:00:00.000Z')],
  ];
  test.each(forgeries)('%s', async (_, change) => {
    const { body } = await proof();
    if (body.previous === '') throw new Error('A head before is needed.');
    expect(await forged(body, () => {})).toMatch(/^0 YES/);
    expect(await forged(body, change)).toMatch(/^1 NO\. /);
  });

  test("a client's lines under another client's place", async () => {
    const [mine, theirs]: Proof[] = [(await proof()).body, (await proof({}, other)).body];
    expect(await verdict({ ...mine, client: theirs!.client }, mine!.head)).toMatch(/^1 NO/);
    expect(await verdict({ ...mine, lines: theirs!.lines, closing: theirs!.closing }, mine!.head)).toMatch(/^1 NO/);
  });
});

test('the verifier has as many lines as is said of it', () => {
  const written = 'scripts/verify-statement.mjs';
  const count = readFileSync(written, 'utf8').trimEnd().split('\n').length;
  const saying = globSync(['docs/decisions/0014-*.md', 'docs/decisions/0037-*.md']);
  expect(saying).toHaveLength(2);
  for (const file of [written, ...saying]) expect(readFileSync(file, 'utf8'), file).toContain(`${count} lines`);
});
