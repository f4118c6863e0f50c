/** A node that falls behind its own chain, or calls nothing final, holds up the others for a while only. */
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { openChains } from './chains.server.ts';
import { fakeChain, fakeNode } from './fakenodes.testing.server.ts';
import { watch } from './watcher.server.ts';

const portal = await testPortal();
const admin = await portal.admin();
const bsc = fakeChain('BEP20');
const nodes = [await fakeNode(bsc), await fakeNode(bsc)] as const;
const settings = portal.app.config.nodes;
const open = (urls: string[]) =>
  openChains({ ...settings, BSC: { ...settings.BSC, urls } }, { warn: () => undefined }, 5_000);
const [both, alone] = [open(nodes.map(({ url }) => url)), open([nodes[1].url])];
afterAll(async () => {
  both.close();
  alone.close();
  await Promise.all(nodes.map((node) => node.close()));
});
afterEach(() => {
  vi.useRealTimers();
  for (const node of nodes) Object.assign(node, { mostBlocks: 2_000, lateBlocks: 0 });
});
const us = '7'.repeat(40);
const list = async (mark: number) => (await both.list(both.networks[0]!, { account: us, mark, since: new Date(0) }))!;

test('a node that tells of fewer blocks than are made is waited for ten minutes, and counts again once it keeps up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  nodes[1].mostBlocks = 1;
  const start = bsc.head - 5_000;
  let { next } = await list(start);
  expect(next).toBe(start + 1);
  for (let lists = 0; lists < 3; lists += 1) {
    bsc.mine(10);
    ({ next } = await list(next));
  }
  expect(next).toBe(start + 4);
  vi.setSystemTime(Date.now() + 11 * 60_000);
  bsc.mine(10);
  // The first one has been asked by nobody for as long.
  await list(next);
  bsc.mine(10);
  expect(await list(next)).toMatchObject({ next: next + 2_000, mark: next + 2_000, complete: true });
  nodes[1].mostBlocks = 2_000;
  nodes[0].mostBlocks = 10;
  const near = bsc.head - 20;
  // What it tells of at once grows again slowly: it is the least of both.
  expect((await list(near)).next).toBeLessThan(near + 10);
});

test('a node to which nothing is final moves the mark all the same, no nearer to the end than no branch is long', async () => {
  nodes[1].lateBlocks = bsc.final;
  expect(await list(bsc.head - 100)).toMatchObject({ mark: bsc.head - 8_000 });
});

test('an account that is not listed up to the end is one of which nobody knows', async () => {
  const shown = { networkName: 'BEP20', networkAddress: `0x${us}`, password: admin.password };
  await portal.call('PUT', '/update-network-details', { as: admin, body: shown });
  const look = () => watch(portal.app.db, alone, alone.networks[0]!, new AbortController().signal);
  expect(await look()).toMatchObject({ unlisted: 0 });
  bsc.mine(3_000);
  nodes[1].mostBlocks = 1;
  expect(await look()).toMatchObject({ unlisted: 1 });
  nodes[1].mostBlocks = 2_000;
  expect(await look()).toMatchObject({ unlisted: 0 });
});
