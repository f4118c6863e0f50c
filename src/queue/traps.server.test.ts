/**
 * A hundred traps, as thieves, careless clients and colleagues lay them. Each is seeded into a running portal, and the
 * card of the queue has to warn of it in its own words, and leave it out of many at once; or the server refuses it.
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { screenshot, transfer } from '#topups/pictures.testing.server.ts';
import { getQueue } from './queue.api.ts';
import { leftOutAs, nothingTyped, readOf, refusalOfVerdict, warningsOf, type QueuedRequest } from './verdicts.ts';

const chain = fakeChain('TRC20');
const node = await fakeNode(chain);
const portal = await testPortal({ TRON_NODE_URLS: node.url });
afterAll(() => node.close());

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const [them, token] = [tronAddressOf('b'.repeat(40)), tronAddressOf('c'.repeat(40))];
const hex = (bytes: number) => randomBytes(bytes).toString('hex');
let admin: Person;
let clients: Person[];
const any = (n: number) => clients[n % clients.length]!;

async function done(answer: ReturnType<typeof portal.call>) {
  const { status, text, body } = await answer;
  expect([200, 202], text).toContain(status);
  return body;
}
const show = (networkName: string, networkAddress: string, beside = false) =>
  done(
    portal.call('PUT', '/kimi/update-network-details', {
      as: admin,
      body: { networkName, networkAddress, password: admin.password, beside },
    }),
  );
async function topUp(as: Person, form: Record<string, string | Uint8Array>): Promise<string> {
  const said = { chargeMoney: '50', transactionId: hex(32), ...form };
  return (await done(portal.call('POST', '/add-money', { as, form: said }))).transaction.applyId;
}
async function withdraw(as: Person, networkAddress: string): Promise<string> {
  const body = { amount: 1, networkName: 'ERC20', networkAddress, password: as.password };
  return (await done(portal.call('POST', '/kimi/apply-withdrawal', { as, body }))).withdrawal.applyId;
}
const sent = (dollars: number, also: Partial<Parameters<typeof chain.send>[0][number]> = {}, more = {}) =>
  chain.send([{ from: them, to: us, units: BigInt(Math.round(dollars * 100)) * 10_000n, ...also }], more);
const order = async (as: Person, accounts: number): Promise<string> => {
  const row = { domain: `${hex(4)}.example.com`, outlookMail: 'a@outlook.com', deposit: 15 };
  const adsDetails = Array.from({ length: accounts }, () => row);
  return (await done(portal.call('POST', '/create-bing-ads', { as, body: { adNum: accounts, adsDetails } }))).applyId;
};

/** What is seeded, how often, and the words of the card that name it. */
type Trap = { count: number; warns: RegExp; seed: (n: number) => Promise<string> };
const day = 24 * 3_600_000;
const traps: Record<string, Trap> = {
  'a transfer that is short': {
    count: 12,
    warns: /less: /,
    seed: (n) => topUp(any(n), { transactionId: sent(49 - n) }),
  },
  'a transfer of more': { count: 4, warns: /more: /, seed: (n) => topUp(any(n), { transactionId: sent(51 + n) }) },
  'a transfer that is no whole cent': {
    count: 2,
    warns: /No whole cent/,
    seed: (n) => topUp(any(n), { transactionId: sent(0, { units: 50_000_000n - BigInt(n + 1) }) }),
  },
  'a transfer to somebody else': {
    count: 10,
    warns: /Not our address/,
    seed: (n) => topUp(any(n), { transactionId: sent(50, { to: tronAddressOf(hex(20)) }) }),
  },
  'another token': { count: 8, warns: /Not USDT/, seed: (n) => topUp(any(n), { transactionId: sent(50, { token }) }) },
  'a transfer that failed': {
    count: 6,
    warns: /nothing was moved/,
    seed: (n) => topUp(any(n), { transactionId: sent(50, {}, { failed: n % 2 ? 'REVERT' : 'OUT_OF_ENERGY' }) }),
  },
  'an old transfer': {
    count: 6,
    warns: /Too old/,
    seed: (n) => topUp(any(n), { transactionId: sent(50, {}, { at: new Date(Date.now() - (31 + n) * day) }) }),
  },
  'a transfer that nobody made': { count: 8, warns: /Not seen yet/, seed: (n) => topUp(any(n), {}) },
  'a picture that was sent before': {
    count: 6,
    warns: /Same (file|picture) as TU-/,
    seed: async (n) => {
      const photo = await screenshot(transfer(`${n}.00`, hex(32)))
        .png()
        .toBuffer();
      await topUp(any(n), { photo, transactionId: sent(50) });
      return topUp(any(n + (n % 2)), { photo, transactionId: sent(50) });
    },
  },
  'an address of another client': {
    count: 5,
    warns: /Another client uses this address/,
    seed: async (n) => {
      const address = `0x${hex(20)}`;
      await withdraw(any(n), address);
      return withdraw(any(n + 1), address);
    },
  },
  'an address that only looks like a known one': {
    count: 5,
    warns: /It only looks like 0x/,
    seed: async (n) => {
      const address = hex(20);
      await withdraw(any(n), `0x${address}`);
      return withdraw(any(n), `0x${address.slice(0, 4)}${hex(16)}${address.slice(-4)}`);
    },
  },
  'a new address': { count: 6, warns: /A new address/, seed: (n) => withdraw(any(n), `0x${hex(20)}`) },
  'an address that became ours': {
    count: 2,
    warns: /an address of ours/,
    seed: async (n) => {
      const address = `0x${hex(20)}`;
      const applyId = await withdraw(any(n), address);
      await show('ERC20', address, true);
      return applyId;
    },
  },
  'a correction of one’s own': {
    count: 6,
    warns: /You asked for this/,
    seed: async (n) => {
      const body = { userId: any(n)._id, kind: n % 2 ? 'penalty' : 'goodwill', amount: 5, reason: 'Agreed.' };
      return (await done(portal.call('POST', '/kimi/apply-correction', { as: admin, body }))).correction.applyId;
    },
  },
};

/** Everything that waits, as the card of the queue gets it. */
async function queue(): Promise<Map<string, QueuedRequest>> {
  const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { limit: 200 } });
  const { requests } = z.decode(getQueue.output!, body) as OutputOf<typeof getQueue>;
  return new Map(requests.map((row) => [row.applyId, row]));
}
const decide = async (applyId: string, typed: object = {}) =>
  (await done(portal.decide(admin, 'approve', { applyId, ...typed }))).results[0];

beforeAll(async () => {
  admin = await portal.admin();
  await show('TRC20', us);
  // What an admin asks for waits for another one.
  await portal.set(admin, { payoutWaitHours: 0, secondPair: { on: true, network: false } });
  clients = [];
  for (let n = 0; n < 4; n += 1) clients.push(await portal.client({ dollars: 900 }));
  await portal.db.owner.query('t.old', `update clients set created_at = now() - interval '90 days'`);
});

test('eighty-six traps are named by the card and left out of many; the honest rows beside them are not', async () => {
  const seeded: { name: string; applyId: string; warns: RegExp }[] = [];
  for (const [name, { count, seed, warns }] of Object.entries(traps))
    for (let n = 0; n < count; n += 1) seeded.push({ name, applyId: await seed(n), warns });
  const honest: string[] = [];
  for (let n = 0; n < 8; n += 1) honest.push(await topUp(any(n), { transactionId: sent(50) }));
  chain.mine(40);
  await portal.db.owner.query('t.due', 'update looks set next_at = now()');
  const rows = await vi.waitFor(
    async () => {
      const now = await queue();
      const unseen = [...now.values()].filter(({ kind, evidence }) => kind === 'topup' && !evidence);
      expect(unseen.map(({ applyId }) => seeded.find((each) => each.applyId === applyId)?.name ?? 'honest')).toEqual(
        [],
      );
      for (const applyId of honest) expect(now.get(applyId)?.evidence?.verdict).toBe('Verified');
      return now;
    },
    { timeout: 180_000, interval: 200 },
  );
  expect(seeded.length).toBe(86);
  const missed = seeded.filter(({ applyId, warns }) => {
    const row = rows.get(applyId)!;
    const named = warningsOf(row, new Date()).some((text) => warns.test(text));
    return !named || leftOutAs(row, 'approve', new Map()) === undefined;
  });
  expect(missed).toEqual([]);
  for (const applyId of honest) {
    expect(warningsOf(rows.get(applyId)!, new Date())).toEqual([]);
    expect(leftOutAs(rows.get(applyId)!, 'approve', new Map())).toBeUndefined();
    // The trap the other way round: to reject money that is here.
    expect(leftOutAs(rows.get(applyId)!, 'reject', new Map())).toMatch(/arrived at our address/);
  }
  // Of one's own neither the card nor the server takes a yes.
  for (const { applyId, warns } of seeded.filter(({ name }) => name.startsWith('a correction'))) {
    const row = rows.get(applyId)!;
    expect(leftOutAs(row, 'approve', new Map([[applyId, readOf(row, 'approve')]]))).toMatch(warns);
    expect(await decide(applyId)).toMatchObject({ done: false, waits: false });
  }
}, 240_000);

test('fourteen more are refused: one Ads ID too few, one of another account, and a hash that was credited', async () => {
  const [ana, taken] = [any(0), `bing-${hex(4)}`];
  expect(await decide(await order(ana, 1), { adsId: taken })).toMatchObject({ done: true });
  const few = [];
  for (const accounts of [2, 3, 4, 5, 6]) few.push({ applyId: await order(ana, accounts), accounts });
  const wrong = [];
  for (let n = 0; n < 4; n += 1) wrong.push(await order(any(n), 1));
  const rows = await queue();
  for (const { applyId, accounts } of few) {
    // As the card joins its fields: the last one is empty.
    const ids = Array.from({ length: accounts - 1 }, () => hex(6));
    const typed = { ...nothingTyped, adsId: [...ids, ''].join('\n') };
    expect(refusalOfVerdict(rows.get(applyId)!, 'approve', typed)?.field).toBe('adsId');
    if (ids.length > 1) expect(await decide(applyId, { adsId: ids.join('\n') })).toMatchObject({ done: false });
  }
  for (const applyId of wrong) {
    const spelled = [taken, taken.toUpperCase(), taken.replace('-', ' '), ` ${taken} `][wrong.indexOf(applyId)];
    expect(await decide(applyId, { adsId: spelled })).toMatchObject({ done: false, waits: false });
  }
  const hash = sent(50);
  await topUp(ana, { transactionId: hash });
  for (const [n, again] of [hash, hash.toUpperCase(), `0x${hash}`, ` ${hash}`, `0X${hash}`].entries()) {
    const form = { chargeMoney: '50', transactionId: again };
    const { status, body } = await portal.call('POST', '/add-money', { as: any(n), form });
    expect([status, body.code]).toEqual([409, 'topup.taken']);
  }
}, 240_000);
