/**
 * A node that lies about a transaction, is late, leaves it out or answers at great length hides nothing but that one,
 * and that only for as long as it does so.
 */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { accountOf, tronAddressOf } from '#network/addresses.ts';
import { testPortal } from '#portal.testing.server.ts';
import { tellOfUnreadable } from './alarms.server.ts';
import { openChains } from './chains.server.ts';
import { networks } from './networks.ts';
import { fakeChain, fakeNode } from './fakenodes.testing.server.ts';
import { watch } from './watcher.server.ts';

const portal = await testPortal();
const admin = await portal.admin();
const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));
const sql = (name: string, text: string) => portal.db.owner.query<Record<string, string>>(`test.${name}`, text);

/** As if so many seconds had passed since transactions were set aside and last asked for. */
const later = async (seconds: number) => {
  const past = `interval '${seconds} seconds'`;
  await sql(
    `later ${seconds}`,
    `update unread_transactions set listed_at = listed_at - ${past}, tried_at = tried_at - ${past},
       missing_since = missing_since - ${past}`,
  );
};

describe.each([
  ['TRC20', 'TRON', tronAddressOf('a'.repeat(40)), tronAddressOf('b'.repeat(40))],
  ['BEP20', 'BSC', `0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`],
] as const)('on %s', async (name, chain, us, from) => {
  const network = networks.find((each) => each.name === name)!;
  const ledgers = [fakeChain(name), fakeChain(name)] as const;
  const nodes = [await fakeNode(ledgers[0]), await fakeNode(ledgers[1])] as const;
  const settings = portal.app.config.nodes;
  const asked = (urls: string[]) =>
    openChains({ ...settings, [chain]: { ...settings[chain], urls } }, { warn: () => undefined }, 5_000);
  // Anew for each test, as who did not answer in one rests.
  let both = asked(nodes.map(({ url }) => url));
  const alone = asked([nodes[0].url]);
  closing.push(
    () => both.close(),
    () => alone.close(),
    ...nodes.map((node) => () => node.close()),
  );

  const cent = 10n ** BigInt(network.decimals - 2);
  const at = new Date(Date.now() + 1_000);
  /** The same in both ledgers; in the second one with so much more. */
  const pay = (sign: string, cents: bigint, lie = 0n) => {
    const hash = sign.repeat(64);
    ledgers.forEach((ledger, place) =>
      ledger.send([{ from, to: us, units: (cents + (place === 1 ? lie : 0n)) * cent }], { hash, at }),
    );
    return hash;
  };
  const mine = (blocks: number) => ledgers.forEach((ledger) => ledger.mine(blocks));
  const look = (chains = both) => watch(portal.app.db, chains, network, new AbortController().signal);
  const kept = async () =>
    (await sql(`kept ${name}`, `select hash, state from transfers where network = '${name}' order by amount`)).map(
      ({ hash, state }) => `${hash!.slice(0, 1)} ${state}`,
    );

  beforeEach(async () => {
    both.close();
    both = asked(nodes.map(({ url }) => url));
    for (const ledger of ledgers) ledger.transactions.clear();
    for (const node of nodes) {
      for (const set of [node.lacks, node.omits, node.bloats, node.refuses, node.invents]) set.clear();
      Object.assign(node, { mostLogs: Infinity, mostBlocks: 2_000, ageOfHeadMs: 0, lateBlocks: 0 });
    }
    await sql('none', 'truncate transfers, unread_transactions, watches');
    const shown = { networkName: name, networkAddress: us, password: admin.password };
    await portal.call('PUT', '/update-network-details', { as: admin, body: shown });
    mine(1_000);
    await look();
  });

  test('what comes after a disputed transfer is seen and final, and the disputed one once nobody lies', async () => {
    pay('a', 100_00n);
    pay('d', 200_00n, 1n);
    pay('c', 300_00n);
    await look();
    expect(await kept()).toEqual(['a Seen', 'c Seen']);
    mine(3_000);
    pay('e', 400_00n);
    await look();
    expect(await kept()).toEqual(['a Final', 'c Final', 'e Seen']);
    ledgers[1].send([{ from, to: us, units: 200_00n * cent }], { hash: 'd'.repeat(64), age: 3_000, at });
    await later(60);
    await look();
    expect(await kept()).toEqual(['a Final', 'd Final', 'c Final', 'e Seen']);
    expect(await sql('rest', 'select hash from unread_transactions')).toEqual([]);
  });

  test('what both nodes answer too much about holds nothing up, and admins are told of it, once', async () => {
    const long = pay('a', 100_00n);
    pay('c', 300_00n);
    for (const { bloats } of nodes) bloats.add(long);
    await look();
    mine(3_000);
    pay('e', 400_00n);
    await look();
    expect(await kept()).toEqual(['c Final', 'e Seen']);
    const told = async () =>
      (
        await sql(
          `told ${name}`,
          `select content::text as text from mails where content::text like '%On ${name}, transaction ${long}%'`,
        )
      ).length;
    await tellOfUnreadable(portal.app);
    expect(await told()).toBe(0);
    await later(601);
    await tellOfUnreadable(portal.app);
    const admins = await told();
    expect(admins).toBeGreaterThan(0);
    await tellOfUnreadable(portal.app);
    expect(await told()).toBe(admins);
    const unreadable = async () => {
      const { body } = await portal.call('GET', '/kimi/get-transfers', { as: admin });
      return [body.unreadable, body.unread];
    };
    expect(await unreadable()).toEqual([1, [{ network: name, hash: long }]]);
    nodes[0].bloats.clear();
    await look();
    expect(await kept()).toEqual(['a Final', 'c Final', 'e Seen']);
    expect(await unreadable()).toEqual([0, []]);
  });

  test('what nodes refuse one by one ends a look once, and then holds nothing up', async () => {
    const refused = pay('a', 100_00n);
    pay('c', 300_00n);
    for (const { refuses } of nodes) refuses.add(refused);
    await look();
    mine(3_000);
    pay('e', 400_00n);
    await look();
    expect(await kept()).toEqual(['c Final', 'e Seen']);
    for (const { refuses } of nodes) refuses.clear();
    await later(60);
    await look();
    expect(await kept()).toEqual(['a Final', 'c Final', 'e Seen']);
    // What was seen before, too.
    for (const { refuses } of nodes) refuses.add('e'.repeat(64));
    mine(3_000);
    await look();
    pay('f', 500_00n);
    await look();
    expect(await kept()).toEqual(['a Final', 'c Final', 'e Seen', 'f Seen']);
  });

  test('a node that stands still does not hold the mark', async () => {
    nodes[1].ageOfHeadMs = 2 * 3_600_000;
    const marks = () => sql(`mark ${name}`, `select mark from watches where network = '${name}'`);
    const [before] = await marks();
    mine(100);
    const again = asked(nodes.map(({ url }) => url));
    closing.push(() => again.close());
    await look(again);
    expect(Number((await marks())[0]!['mark'])).toBeGreaterThan(Number(before!['mark']));
  });

  test('an account of which no node tells holds up no other', async () => {
    const own = accountOf(us)!;
    const other = name === 'TRC20' ? tronAddressOf('c'.repeat(40)) : `0x${'c'.repeat(40)}`;
    const shown = { networkName: name, networkAddress: other, password: admin.password };
    await portal.call('PUT', '/update-network-details', { as: admin, body: shown });
    for (const { refuses } of nodes) refuses.add(name === 'TRC20' ? us : own.padStart(64, '0'));
    const hash = 'a'.repeat(64);
    for (const ledger of ledgers) ledger.send([{ from, to: other, units: 100_00n * cent }], { hash, at });
    expect(await look()).toMatchObject({ unlisted: 1 });
    mine(3_000);
    expect(await look()).toMatchObject({ unlisted: 1 });
    expect(await kept()).toEqual(['a Final']);
    for (const { refuses } of nodes) refuses.clear();
    expect(await look()).toMatchObject({ unlisted: 0 });
  });

  test('a mark that is ahead of the chain is given up', async () => {
    pay('a', 100_00n);
    await sql(`ahead ${name}`, `update watches set mark = mark + 10 * 86400000::bigint where network = '${name}'`);
    await look();
    await look();
    expect(await kept()).toEqual(['a Seen']);
  });

  // Blocks have no times of their own in a list of Tron.
  test.runIf(name === 'BEP20')('a node that says hours too late what is final hides nothing that comes', async () => {
    const rounds = [
      ['a', 20_000, both, 0, 15_000],
      ['c', 20_000, both, 0, 0],
      ['e', 10, alone, 15_000, 0],
      ['f', 20_000, both, 0, 15_000],
    ] as const;
    for (const [sign, blocks, chains, ...late] of rounds) {
      nodes.forEach((node, place) => (node.lateBlocks = late[place]!));
      mine(blocks);
      const hash = pay(sign, 100_00n);
      expect(await look(chains)).toMatchObject({ unlisted: 0 });
      expect(await sql(`there ${sign}`, `select from transfers where hash = '${hash}'`)).toHaveLength(1);
    }
  });

  test('what one node leaves out of its lists another one names', async () => {
    nodes[0].omits.add(pay('a', 100_00n));
    nodes[1].omits.add(pay('c', 300_00n));
    mine(3_000);
    await look();
    expect(await kept()).toEqual(['a Final', 'c Final']);
  });

  test('the mark waits for a node that is behind, as another one may have left something out', async () => {
    const hash = 'a'.repeat(64);
    ledgers[0].mine(1_500);
    ledgers[0].send([{ from, to: us, units: 100_00n * cent }], { hash, age: 1_000, at });
    nodes[0].omits.add(hash);
    await look();
    expect(await kept()).toEqual([]);
    ledgers[1].mine(1_500);
    ledgers[1].send([{ from, to: us, units: 100_00n * cent }], { hash, age: 1_000, at });
    await look();
    expect(await kept()).toEqual(['a Final']);
  });

  test('and for one that listed lately and is silent', async () => {
    nodes[0].omits.add(pay('a', 100_00n));
    nodes[1].mood = '500';
    mine(1_500);
    await look();
    expect(await kept()).toEqual([]);
    nodes[1].mood = 'well';
    mine(1_500);
    const again = asked(nodes.map(({ url }) => url));
    closing.push(() => again.close());
    await look(again);
    expect(await kept()).toEqual(['a Final']);
  });

  test('what a list left out is seen an hour later, though the mark is past it', async () => {
    const hash = pay('a', 100_00n);
    nodes[0].omits.add(hash);
    mine(1_500);
    await look(alone);
    nodes[0].omits.clear();
    await sql('mark', `update watches set mark = mark + 2 * 3600000 where network = 'TRC20'`);
    await look(alone);
    expect(await kept()).toEqual([]);
    await sql('hour', `update watches set looked_back_at = looked_back_at - interval '61 minutes'`);
    await look(alone);
    expect(await kept()).toEqual(['a Final']);
    expect(await sql('back', `select from watches where looked_back_at < now() - interval '1 minute'`)).toEqual([]);
    // From the future, as the database's clock went back.
    await sql('future', `update watches set looked_back_at = looked_back_at + interval '5 hours'`);
    await look(alone);
    expect(await sql('present', `select from watches where looked_back_at > now() + interval '1 minute'`)).toEqual([]);
  });

  test('what is listed and not found is not forgotten, and what was seen is not gone by one answer', async () => {
    const [late, seen] = [pay('a', 100_00n), pay('c', 300_00n)];
    nodes[0].lacks.add(late);
    await look(alone);
    expect(await kept()).toEqual(['c Seen']);
    nodes[0].lacks.add(seen);
    mine(3_000);
    await look(alone);
    await look(alone);
    expect(await kept()).toEqual(['c Seen']);
    await later(61);
    await look(alone);
    expect(await kept()).toEqual(['c Gone']);
    nodes[0].lacks.clear();
    await later(61);
    await look(alone);
    expect(await kept()).toEqual(['a Final', 'c Final']);
  });

  test('a node that has no lists is asked about what others list all the same', async () => {
    nodes[1].mostLogs = -1;
    const hash = pay('a', 100_00n);
    mine(3_000);
    for (let round = 0; round < 2; round += 1) {
      await look();
      expect(await both.look(network, hash)).toMatchObject({ complete: true, agreed: 2 });
    }
    expect(await kept()).toEqual(['a Final']);
  });

  // More than one list holds, read one by one: on one chain only, as the lists of both are put together in one place.
  test.runIf(name === 'BEP20')(
    'a node that invents very many transactions holds up none that others name, and tells nobody of them',
    async () => {
      const invented = Array.from({ length: 1_500 }, (_none, n) => (n + 1).toString(16).padStart(64, '0'));
      for (const hash of invented) nodes[0].invents.add(hash);
      const real = pay('a', 100_00n);
      nodes[0].omits.add(real);
      nodes[0].bloats.add(real);
      await look();
      expect(await kept()).toEqual(['a Seen']);
      const set = await sql('aside', 'select missing_since is null as unusable from unread_transactions');
      expect([set.length, set.filter(({ unusable }) => unusable).length]).toEqual([1_500, 0]);
      const before = nodes[0].asked;
      await look();
      expect(nodes[0].asked - before).toBeLessThan(1_000);
    },
    60_000,
  );

  test('a node that is alone because another rests is believed ten minutes later', async () => {
    const seen = pay('a', 100_00n);
    await look();
    nodes[1].mood = '500';
    nodes[0].lacks.add(seen);
    for (const [seconds, states] of [
      [61, 'a Seen'],
      [61, 'a Seen'],
      [601, 'a Gone'],
    ] as const) {
      await later(seconds);
      await sql('checked', `update transfers set checked_at = checked_at - interval '1 minute'`);
      await look();
      expect(await kept()).toEqual([states]);
    }
    nodes[1].mood = 'well';
  });

  // The last one, as these blocks are older than time.
  test('figures that cannot be are not believed', async () => {
    pay('a', 10n ** 16n);
    pay('c', 100_00n);
    mine(2 ** 33);
    await look();
    expect(await kept()).toEqual(['c Final']);
    expect(await sql(`many ${name}`, 'select confirmations from transfers')).toEqual([{ confirmations: 1_000_000 }]);
  });
});

test('transfers are written by whom the portal vouches for, and what is final stays', async () => {
  for (const sql of [
    `update transfers set amount = 1`,
    `delete from transfers`,
    `select keep_transfers('{"lines": []}', '\\x00')`,
  ])
    await expect(portal.db.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
});
