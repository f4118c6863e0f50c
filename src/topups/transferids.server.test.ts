/** A transfer counts once, however its hash was handed in, also in what was handed in before that was so. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explorerLink } from '#network/network.ts';
import { findings } from '#requests/testing.server.ts';
import { testPortal } from '#testportal.server.ts';

const portal = await testPortal();
const client = await portal.client();
const hash = () => randomBytes(32).toString('hex');
const topUp = async (transactionId: string, as = client) =>
  (await portal.call('POST', '/add-money', { as, form: { chargeMoney: '5', transactionId } })).status;

test('as the address of an explorer’s page, in a sentence, and with signs around it', async () => {
  const other = await portal.client();
  const [transfer, internal] = [hash(), `Transfer-${hash().slice(0, 12)}`];
  expect(await topUp(`https://tronscan.org/#/transaction/${transfer}`)).toBe(200);
  expect(await topUp(internal)).toBe(200);
  const again = [
    transfer,
    `0x${transfer}`,
    `https://etherscan.io/tx/0x${transfer.toUpperCase()}?a=1`,
    `TxID: ${transfer}.`,
    `see ${transfer}`,
  ];
  const broken = `${transfer.slice(0, 30)} ${transfer.slice(30)}`;
  for (const twin of [...again, broken, `"${internal}"`, `#${internal.toUpperCase()}.`])
    expect(await topUp(twin, other), twin).toBe(409);
  for (const another of [internal.replace('-', '--'), `${transfer}0`, '0x', '...'])
    expect(await topUp(another, other), another).toBe(200);
  expect(await findings(portal.db.url)).toEqual([]);
});

test('with a sign in front of or behind it that is drawn as one of its own', async () => {
  const other = await portal.client();
  const transfer = hash();
  expect(await topUp(transfer)).toBe(200);
  for (const twin of [
    `\u0430${transfer}`,
    `${transfer}\uff10`,
    `\u200b0${transfer}`,
    `f\n${transfer}`,
    `\u{1d7d8}${transfer}`,
  ]) {
    const counted = explorerLink('TRC20', twin)?.endsWith(transfer) ?? false;
    // Where an admin is led to the transfer, it is this one that counts.
    expect(await topUp(twin, other), JSON.stringify(twin)).toBe(counted ? 409 : 200);
  }
  expect(explorerLink('TRC20', `\u0430${transfer}`)).toMatch(transfer);
  expect(await findings(portal.db.url)).toEqual([]);
});

test('in claims of an earlier version', async () => {
  const { pool } = portal.db.owner;
  const [link, said, taken, doubled] = [hash(), hash(), hash(), hash()];
  const old = [
    `https://tronscan.org/#/transaction/${link}`,
    `txid:${said}.`,
    `"b-17".`,
    `x${taken}`,
    taken,
    `a/${doubled}`,
    `b/${doubled}`,
    '!!!',
  ];
  const rows = old.map((id, place) => [`usdt:${id}`, -1 - place] as const);
  for (const row of rows) await pool.query('insert into claims values ($1, $2)', [...row]);
  await pool.query(await readFile(join(import.meta.dirname, '../../migrations/0030-links-to-transfers.sql'), 'utf8'));
  const found = await pool.query<{ key: string; request: bigint }>(
    'delete from claims where request < 0 returning key, request',
  );
  const now = new Map(found.rows.map(({ key, request }) => [Number(request), key.slice(5)]));
  // Where two living requests name one transfer, the older one has it.
  const [first, second] = [now.get(-7), now.get(-6)];
  expect(now.size).toBe(rows.length);
  expect([-1, -2, -3, -4, -5, -8].map((request) => now.get(request))).toEqual([
    link,
    said,
    'b-17',
    `x${taken}`,
    taken,
    '!!!',
  ]);
  expect([first, second]).toEqual([doubled, `a/${doubled}`]);
});

test('is looked up by its hash, never by a link that somebody typed', () => {
  const transfer = hash();
  expect(explorerLink('TRC20', `https://tronscan.org.evil.example/${transfer}`)).toBe(
    `https://tronscan.org/#/transaction/${transfer}`,
  );
  expect(explorerLink('TRC20', 'https://tronscan.org.evil.example/')).toBeUndefined();
});
