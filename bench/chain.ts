/**
 * How soon the chain is known: from a claim to its evidence, from final to credited, and whether whoever looks at a
 * page feels that the node of one chain hangs. Nodes are fakes on this machine, so that no provider's speed is
 * measured.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { tronAddressOf } from '#network/addresses.ts';
import { spawnPortal } from '../scripts/portal.ts';
import { goal, makeDatabase, say } from './ledger.ts';
import { measure, median } from './measure.ts';
import { newClient, password, signIn, type Call } from './people.ts';

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

export async function chained(server: string, seconds: number): Promise<void> {
  const chain = fakeChain('TRC20');
  const nodes = { tron: await fakeNode(chain), ether: await fakeNode(fakeChain('ERC20')) };
  const portal = await spawnPortal({
    DATABASE_URL: await makeDatabase(server, 'chain'),
    ADMIN_EMAIL: 'admin@chain.test',
    ADMIN_PASSWORD: password,
    TRON_NODE_URLS: nodes.tron.url,
    ETHEREUM_NODE_URLS: nodes.ether.url,
  });
  const send = (cents: number) => {
    const from = tronAddressOf(randomBytes(20).toString('hex'));
    return chain.send([{ from, to: us, units: BigInt(cents) * 10_000n }], { at: new Date(Date.now() + 1_000) });
  };
  try {
    const admin = await signIn(portal.address, 'admin@chain.test');
    for (const [networkName, networkAddress] of [
      ['TRC20', us],
      ['ERC20', `0x${'a'.repeat(40)}`],
    ])
      await admin('/update-network-details', { networkName, networkAddress, password, beside: true }, 'PUT');
    const { settings } = await admin('/kimi/get-settings');
    const autoCredit = { on: true, transfer: 5_000, clientDay: 50_000, agencyDay: 100_000 };
    await admin('/kimi/update-settings', { ...settings, autoCredit }, 'PUT');
    const clients = await Promise.all([1, 2, 3, 4].map((n) => newClient(portal.address, n)));

    const looked: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      // Claims come at any moment. One right behind the other would always meet the turn that has just passed.
      await sleep(Math.random() * 1_000);
      looked.push(await evidenceAfter(clients[n % 4]!, admin, 2_000_00 + n, send));
    }
    say(
      'claims until their evidence stands',
      `median ${median(looked).toFixed(0)} ms, most ${Math.max(...looked).toFixed(0)} ms`,
    );
    goal('evidence of a claim: seconds at most', Math.max(...looked) / 1_000, 3, 'at most');
    goal('evidence of a claim: median of seconds', median(looked) / 1_000, 1, 'at most');

    const credited = await creditedAfter(clients, send, () => chain.mine(40));
    goal('a declared amount, from final to credited: seconds at most', Math.max(...credited) / 1_000, 10, 'at most');

    const p99: { well: number[]; hangs: number[] } = { well: [], hangs: [] };
    const pages = ['/kimi/get-wallet-of-user', '/kimi/get-declarations', '/get-transaction-details-of-user'];
    for (let round = 0; round < 8; round += 1) {
      const mood = round % 2 === 0 ? 'well' : 'hangs';
      nodes.ether.mood = mood;
      const work = (caller: number, call: number) => clients[caller % 4]!(pages[call % 3]!);
      p99[mood].push((await measure(8, seconds, work)).p99);
    }
    const [well, hangs] = [median(p99.well), median(p99.hangs)];
    say('p99 of pages with a node that is well, and one that hangs', `${well.toFixed(1)} ms, ${hangs.toFixed(1)} ms`);
    goal("a chain's node hangs: p99 of pages against before, in turn", hangs / well, 1.1, 'at most');
  } finally {
    await portal.close();
    await Promise.all(Object.values(nodes).map((node) => node.close()));
  }
}

/** Milliseconds from the answer to a claim until its row has what the chain says. */
async function evidenceAfter(
  client: Call,
  admin: Call,
  cents: number,
  send: (cents: number) => string,
): Promise<number> {
  const form = new FormData();
  form.set('chargeMoney', (cents / 100).toFixed(2));
  form.set('transactionId', send(cents));
  const { transaction } = await client('/add-money', form);
  const began = performance.now();
  for (;;) {
    const { requests } = await admin(`/kimi/get-queue?q=${transaction.applyId}`);
    if (requests[0]?.evidence) return performance.now() - began;
    await sleep(50);
  }
}

/** Milliseconds from the block that makes them final until each declared amount is in its wallet. */
async function creditedAfter(clients: readonly Call[], send: (cents: number) => string, mine: () => void) {
  for (const client of clients) {
    const { declaration } = await client('/kimi/declare-topup', { amount: '100', networkName: 'TRC20' });
    send(Math.round(declaration.amount * 100));
  }
  const until = async (client: Call, holds: (client: Call) => Promise<boolean>) => {
    while (!(await holds(client))) await sleep(50);
    return performance.now();
  };
  const isSeen = async (client: Call) => (await client('/kimi/get-declarations')).declarations[0]?.seen !== undefined;
  const isCredited = async (client: Call) => (await client('/kimi/get-wallet-of-user')).users.wallet > 0;
  await Promise.all(clients.map((client) => until(client, isSeen)));
  mine();
  const began = performance.now();
  return (await Promise.all(clients.map((client) => until(client, isCredited)))).map((at) => at - began);
}
