/** A transfer counts once, however its hash was handed in. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { explorerLink } from '#network/network.ts';
import { findings } from '#requests/story.testing.server.ts';
import { testPortal } from '#portal.testing.server.ts';

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
  for (const another of [internal.replace('-', '--'), '0x', '...'])
    expect(await topUp(another, other), another).toBe(200);
  expect(await topUp(`${transfer}0`, other)).toBe(400);
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
    // It is this transfer, which counts once, or no transfer at all: never a second one.
    expect(await topUp(twin, other), JSON.stringify(twin)).toBe(counted ? 409 : 400);
  }
  expect(explorerLink('TRC20', `\u0430${transfer}`)).toBeUndefined();
  expect(await findings(portal.db.url)).toEqual([]);
});

test('is looked up by its hash, never by a link that somebody typed', () => {
  const transfer = hash();
  expect(explorerLink('TRC20', `https://tronscan.org.evil.example/${transfer}`)).toBe(
    `https://tronscan.org/#/transaction/${transfer}`,
  );
  expect(explorerLink('TRC20', 'https://tronscan.org.evil.example/')).toBeUndefined();
});
