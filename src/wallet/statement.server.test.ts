import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { startOfDay } from '#kernel/days.ts';
import { openAccounts, walletOf } from '#deposits/deposits.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { textOf } from './pdf.testing.server.ts';

const portal = await testPortal();
let client: Person;
let stranger: Person;
let admin: Person;
let adsId: string;

type Line = {
  _id: string;
  at: string;
  applyId: string;
  kind: string;
  text: string;
  note: string;
  amount: number;
  balance: number;
};

beforeAll(async () => {
  [client, stranger, admin] = await Promise.all([portal.client({ dollars: 1_000 }), portal.client(), portal.admin()]);
  [adsId] = (await openAccounts(portal, client, admin, 'Google', [100])) as [string];
  const ask = (path: string, body: object) => portal.call('POST', path, { as: client, body });
  const rejected = (await ask('/kimi/create-google-adDeposit', { adsId, money: 10 })).body.deposits[0].applyId;
  const verdict = (path: string, applyId: string, action: string, body: object) =>
    portal.call('PUT', path, { as: admin, query: { adsId, adType: 'Google', applyId, action }, body });
  await verdict('/kimi/approve-deposit', rejected, 'reject', { remarks: 'Not now.' });
  const { applyId } = (await ask('/kimi/apply-refund', { adsId, amount: 40, adType: 'Google' })).body.refund;
  await verdict('/kimi/approve-refund-by-admin', applyId, 'approve', { transactionId: 'x' });
  await ask('/kimi/create-google-adDeposit', { adsId, money: 20 });
});

const statement = (query: object = {}, as: Person | undefined = client) =>
  portal.call('GET', '/kimi/get-statement', { as, query: { ...query } });
const file = (query: object = {}, as: Person | undefined = client) =>
  portal.call('GET', '/kimi/export-statement', { as, query: { ...query } });

describe('a statement', () => {
  test('has every movement of the wallet, newest first, in words and with the balance after it', async () => {
    const { status, body } = await statement();
    expect([status, body.message]).toEqual([200, 'Statement fetched successfully']);
    expect(body.lines.map(({ text, note, amount, balance }: Line) => [text, note, amount, balance])).toEqual([
      [`Deposit into Google ad account ${adsId}, held until decided`, '', -23, 878],
      [`Top-up fee back with the refund from Google ad account ${adsId}`, '', 6, 901],
      [`Refund from Google ad account ${adsId}`, '', 40, 895],
      [`Deposit into Google ad account ${adsId} rejected, money back`, 'Not now.', 11.5, 855],
      [`Deposit into Google ad account ${adsId}`, '', -11.5, 843.5],
      ['Google ad account order', '', -145, 855],
      ['Top-up', '', 1_000, 1_000],
    ]);
    expect(body).toMatchObject({ opening: 0, closing: 878, timeZone: 'Asia/Shanghai', total: 7, page: 1, limit: 50 });
    expect(body.lines[0].balance).toBe((await walletOf(portal, client)).wallet);
    expect(body.lines[0].applyId).toMatch(/^DP-/);
  });

  test('is paged by number and by the last line seen', async () => {
    const all: Line[] = (await statement()).body.lines;
    expect((await statement({ limit: 3, page: 2 })).body).toMatchObject({
      lines: all.slice(3, 6),
      total: 7,
      page: 2,
      limit: 3,
    });
    expect((await statement({ limit: 3, after: all[2]!._id })).body.lines).toEqual(all.slice(3, 6));
    for (const after of ['nonsense', 'DP-0000-0000.0.0', `${all[0]!.applyId}.0.9`])
      expect((await statement({ after })).status).toBe(404);
    const foreign = (await statement({ limit: 1 }, stranger)).body;
    expect(foreign).toMatchObject({ lines: [], total: 0, opening: 0, closing: 0 });
    expect((await statement({ after: all[0]!._id }, stranger)).status).toBe(404);
  });

  test('is narrowed by kind and by whole days of the agency’s time zone', async () => {
    const refunds = (await statement({ kind: 'refund' })).body;
    expect(refunds.lines.map(({ kind }: Line) => kind)).toEqual(['refund', 'refund']);
    expect(refunds).toMatchObject({ total: 2, opening: 0, closing: 878 });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());
    const shifted = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    expect((await statement({ from: today, to: today })).body).toMatchObject({ total: 7, opening: 0, closing: 878 });
    expect((await statement({ from: shifted(1) })).body).toMatchObject({
      lines: [],
      total: 0,
      opening: 878,
      closing: 878,
    });
    expect((await statement({ to: shifted(-1) })).body).toMatchObject({ lines: [], total: 0, opening: 0, closing: 0 });
  });

  test.each([
    [{ from: '2026-02-30' }, 'from', 'Please enter a date as YYYY-MM-DD.'],
    [{ to: 'yesterday' }, 'to', 'Please enter a date as YYYY-MM-DD.'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'to', 'The last day is before the first. Please choose a later one.'],
    [
      { kind: 'gift' },
      'kind',
      'Please choose one of topup, application, deposit, refund, replacement, settlement, withdrawal, penalty, goodwill.',
    ],
    [
      { page: 10_000, limit: 50 },
      'page',
      'Pages reach the first 10,000 rows; name the last row in "after" for deeper ones.',
    ],
  ])('with %j is refused', async (query, field, message) => {
    const { status, body } = await statement(query);
    expect([status, body.field, body.message]).toEqual([400, field, message]);
  });

  test('is a client’s own, whatever `userId` says; admins have to name a client', async () => {
    expect((await statement({ userId: client._id }, stranger)).body.total).toBe(0);
    expect((await statement({ userId: client._id }, admin)).body.total).toBe(7);
    expect((await statement({}, admin)).body).toMatchObject({ field: 'userId' });
    for (const userId of ['US-0000-0000', admin._id]) expect((await statement({ userId }, admin)).status).toBe(404);
  });
});

describe('the export of a statement', () => {
  test('as a spreadsheet has every line, oldest first, with times and money typed', async () => {
    // In the evening in London it is the next day already where the agency is.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-05T20:00:00Z') });
    const answer = await file({ format: 'xlsx', from: '2020-01-01' }).finally(() => vi.useRealTimers());
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="statement-2020-01-01-2031-05-06.xlsx"',
    );
    const [header, ...rows] = (await readXlsx(new Uint8Array(answer.bytes))).sheets[0]!.rows;
    expect(header).toEqual(['Date (Asia/Shanghai)', 'Apply ID', 'Kind', 'Description', 'Amount', 'Balance']);
    const lines: Line[] = (await statement()).body.lines.toReversed();
    expect(rows.map(([, applyId, kind, , amount, balance]) => [applyId, kind, amount, balance])).toEqual(
      lines.map((line) => [line.applyId, line.kind, line.amount, line.balance]),
    );
    const ahead = (rows[0]![0] as Date).getTime() - new Date(lines[0]!.at).getTime();
    // A sheet keeps whole seconds.
    expect(Math.round(ahead / 60_000)).toBe(8 * 60);
    expect(rows[3]![3]).toBe(`${lines[3]!.text}: Not now.`);
  });

  test('as a PDF is a PDF with the client’s name in its file for admins', async () => {
    const answer = await file({ format: 'pdf', userId: client._id }, admin);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="statement-${client._id}.pdf"`);
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.bytes.subarray(-6).toString()).toBe('%%EOF\n');
    expect((await file({ format: 'pdf' }, stranger)).status).toBe(200);
    for (const format of ['pdf', 'xlsx'])
      expect((await file({ format, from: '2020-01-01', userId: client._id }, admin)).status).toBe(200);
    expect((await file({ format: 'doc' })).body.message).toBe('Please choose xlsx or pdf.');
  });

  test('as a PDF ends with one line, for its balances as for its lines, whatever moves while it is written', async () => {
    const before = (await walletOf(portal, client)).wallet;
    const { opening, moneyIn, moneyOut, closing } = await movedWhileWritten();
    expect((await walletOf(portal, client)).wallet).toBe(before - 23);
    expect(closing).toBe(before);
    expect(opening + moneyIn + moneyOut).toBeCloseTo(closing, 2);
  });

  test('as a PDF has the lines after midnight, although one that began before it comes into the book meanwhile', async () => {
    const before = (await walletOf(portal, client)).wallet;
    const { lines } = (await statement()).body;
    const midnight = startOfDay(today(), 'Asia/Shanghai').getTime();
    const last = `(select max(id) from movements where client = ${client.id})`;
    const shift = (ms: number, which: string) =>
      portal.db.owner.pool.query(
        `set session_replication_role = replica; update movements set at = at + interval '${ms} milliseconds'
         where client = ${client.id} and id ${which}; set session_replication_role = origin`,
      );
    // All lines a second after midnight and later, and the late one a second before it.
    const early = midnight + 1_000 - new Date(lines.at(-1).at).getTime();
    const late = midnight - 1_000 - Date.now();
    await shift(early, `<= ${last}`);
    const { opening, moneyIn, moneyOut, closing } = await movedWhileWritten(() => shift(late, `= ${last}`));
    await shift(-late, `= ${last}`);
    await shift(-early, `< ${last}`);
    expect([opening, closing]).toEqual([0, before]);
    expect(moneyIn).toBeGreaterThan(0);
    expect(opening + moneyIn + moneyOut).toBeCloseTo(closing, 2);
  });
});

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());

/**
 * What a PDF of today says in the end, where the client asks for a deposit after its balances were read, and before its
 * lines are.
 */
async function movedWhileWritten(then = async (): Promise<unknown> => undefined) {
  const query = portal.app.db.query.bind(portal.app.db);
  const ask = async () => {
    await portal.call('POST', '/kimi/create-google-adDeposit', { as: client, body: { adsId, money: 20 } });
    await then();
  };
  let asked: Promise<unknown> | undefined;
  const moving = vi.spyOn(portal.app.db, 'query').mockImplementation(async (name, ...rest) => {
    if (name.startsWith('requests.statement asc')) await (asked ??= ask());
    return query(name, ...rest);
  });
  const answer = await file({ format: 'pdf', from: today() }).finally(() => moving.mockRestore());
  const text = (await textOf([answer.bytes])).replaceAll(/\s+/g, ' ');
  const said = [...text.matchAll(/(-?)\$([\d,]+\.\d\d)/g)].map(([, sign, amount]) =>
    Number(`${sign}${amount!.replaceAll(',', '')}`),
  );
  const [opening, moneyIn, moneyOut, closing] = said.slice(-4) as [number, number, number, number];
  return { opening, moneyIn, moneyOut, closing };
}
