/** A node that lies about one transaction hides that one, and nothing that comes after it. */
import { afterAll, expect, test } from 'vitest';
import { tronAddressOf } from '#network/addresses.ts';
import { testPortal } from '#testportal.server.ts';
import { openChains } from './chains.server.ts';
import { networks } from './networks.ts';
import { fakeChain, fakeNode } from './testing.server.ts';
import { watch } from './watcher.server.ts';

const [honest, lying] = [fakeChain('TRC20'), fakeChain('TRC20')];
const nodes = [await fakeNode(honest), await fakeNode(lying)];
const portal = await testPortal();
const urls = nodes.map(({ url }) => url);
const settings = portal.app.config.nodes;
const asked = openChains({ ...settings, TRON: { ...settings.TRON, urls } }, { warn: () => undefined }, 5_000);
afterAll(async () => {
  asked.close();
  await Promise.all(nodes.map((node) => node.close()));
});

const us = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const [from, trc20] = [tronAddressOf('b'.repeat(40)), networks.find(({ name }) => name === 'TRC20')!];
const look = () => watch(portal.app.db, asked, trc20, new AbortController().signal);
const kept = async () =>
  (
    await portal.db.owner.query<{ hash: string; state: string }>(
      'test.kept',
      'select hash, state from transfers order by amount',
      [],
    )
  ).map(({ hash, state }) => `${hash.slice(0, 1)} ${state}`);

/** Of every block here: after the address was shown. */
let at: Date;

function pay(sign: string, cents: bigint, lie = 0n): void {
  const hash = sign.repeat(64);
  honest.send([{ from, to: us, units: cents * 10_000n }], { hash, at });
  lying.send([{ from, to: us, units: (cents + lie) * 10_000n }], { hash, at });
}

test('what comes after a disputed transfer is seen and becomes final, and the disputed one once nobody lies', async () => {
  const admin = await portal.admin();
  await portal.call('PUT', '/update-network-details', {
    as: admin,
    body: { networkName: 'TRC20', networkAddress: us, password: admin.password },
  });
  at = new Date();
  pay('a', 100_00n);
  pay('d', 200_00n, 1n);
  pay('c', 300_00n);
  await look();
  expect(await kept()).toEqual(['a Seen', 'c Seen']);
  for (const chain of [honest, lying]) chain.mine(30);
  pay('e', 400_00n);
  await look();
  expect(await kept()).toEqual(['a Final', 'c Final', 'e Seen']);
  lying.send([{ from, to: us, units: 200_000_000n }], { hash: 'd'.repeat(64), age: 30, at });
  await look();
  expect(await kept()).toEqual(['a Final', 'd Final', 'c Final', 'e Seen']);
});
