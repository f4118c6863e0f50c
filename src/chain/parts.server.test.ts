/** A node that answers in small parts, or not at all where much moved, is listed to the end all the same. */
import { afterAll, expect, test } from 'vitest';
import { testPortal } from '#portal.testing.server.ts';
import { openChains } from './chains.server.ts';
import { fakeChain, fakeNode } from './fakenodes.testing.server.ts';
import { watch } from './watcher.server.ts';

const portal = await testPortal();
const admin = await portal.admin();
const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));
const sql = (name: string, text: string) => portal.db.owner.query<Record<string, string>>(`test.${name}`, text);

test('blocks full of events of nothing, and nodes that refuse long lists, are listed in parts', async () => {
  const bsc = fakeChain('BEP20');
  const node = await fakeNode(bsc);
  closing.push(() => node.close());
  const settings = portal.app.config.nodes;
  const asked = openChains(
    { ...settings, BSC: { ...settings.BSC, urls: [node.url] } },
    { warn: () => undefined },
    5_000,
  );
  closing.push(() => asked.close());
  const us = '7'.repeat(40);
  const pay = (age: number) => bsc.send([{ from: `0x${'b'.repeat(40)}`, to: `0x${us}`, units: 1n }], { age });
  const nothing = { from: `0x${us}`, to: `0x${'c'.repeat(40)}`, units: 0n };
  for (const age of [900, 300])
    bsc.send(
      Array.from({ length: 30_000 }, () => nothing),
      { age },
    );
  const sent = [pay(901), pay(899), pay(2)];
  const listAll = async () => {
    const found: string[] = [];
    let mark: number | undefined = bsc.head - 1_000;
    for (let [whole, lists] = [false, 0]; !whole; lists += 1) {
      const listed = await asked.list(asked.networks[0]!, { account: us, mark, since: new Date(0) });
      found.push(...(listed?.hashes ?? []));
      ({ next: mark, whole } = listed ?? { next: mark, whole: lists > 50 });
    }
    return found;
  };
  expect(await listAll()).toEqual(sent);
  bsc.transactions.clear();
  const few = [pay(901), pay(899), pay(2)];
  node.mostLogs = 1;
  expect(await listAll()).toEqual(few);
}, 60_000);

test.each([200, 400, 413])(
  'a node that tells of a few blocks at a time, and refuses more with %i, is listed to the end',
  async (statusOfRefusal) => {
    const bsc = fakeChain('BEP20');
    const node = await fakeNode(bsc);
    Object.assign(node, { mostBlocks: 36, statusOfRefusal });
    const settings = portal.app.config.nodes;
    const asked = openChains(
      { ...settings, BSC: { ...settings.BSC, urls: [node.url] } },
      { warn: () => undefined },
      5_000,
    );
    closing.push(
      () => asked.close(),
      () => node.close(),
    );
    const [us, from] = [`0x7${String(statusOfRefusal).repeat(13)}`, `0x${'b'.repeat(40)}`];
    const shown = { networkName: 'BEP20', networkAddress: us, password: admin.password };
    await portal.call('PUT', '/update-network-details', { as: admin, body: shown });
    const look = () => watch(portal.app.db, asked, asked.networks[0]!, new AbortController().signal);
    await look();
    bsc.mine(1_000);
    const hash = bsc.send([{ from, to: us, units: 10n ** 18n }], { age: 3, at: new Date(Date.now() + 1_000) });
    // A list leaves it out; the mark is past it.
    bsc.mine(100);
    node.omits.add(hash);
    await look();
    node.omits.clear();
    // What other cases have shown stays watched, and is not looked back at once more.
    await sql(
      `hour again ${statusOfRefusal}`,
      `update watches set looked_back_at = looked_back_at - interval '61 minutes' where account = '${us.slice(2)}'`,
    );
    // So many blocks behind its mark are more than one look lists, three dozen at a time.
    for (let looks = 0; looks < bsc.network.behind / 6_000; looks += 1) await look();
    expect(await sql(`one ${statusOfRefusal}`, `select from transfers where hash = '${hash}'`)).toHaveLength(1);
    expect(
      await sql(
        `back again ${statusOfRefusal}`,
        `select from watches where looked_back_at < now() - interval '1 minute'
    and account = '${us.slice(2)}'`,
      ),
    ).toEqual([]);
  },
  120_000,
);
