/**
 * Each signal stops automatic crediting and says why, and just short of it the same amount is credited. A signal that
 * is added without its two ways has no entry here, which does not compile.
 */
import { expect, test } from 'vitest';
import { lookJob } from '#chain/looks.server.ts';
import { chainInMemory, ours } from '#chain/memory.testing.server.ts';
import { networkCalled } from '#chain/networks.ts';
import { watch } from '#chain/watcher.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import { flatPrice } from '#kinds/postings.ts';
import { topup } from '#kinds/topup.ts';
import { decide } from '#requests/deciding.server.ts';
import { ask } from '#requests/requests.server.ts';
import { newClient, ownerOf } from '#requests/story.testing.server.ts';
import { signalCodes, signalsOfAddress, type Signal } from '#signals/signals.ts';
import { testPortal } from '#portal.testing.server.ts';
import { arrivalsJob } from './arrivals.server.ts';
import { autoCreditJob } from './autocredit.server.ts';
import { screenshot, transfer } from './pictures.testing.server.ts';
import { keepProof } from './proofs.server.ts';
import { declareFor, prepare } from './thieves.testing.server.ts';

const portal = await testPortal();
await prepare(portal);
const admin = await portal.admin();
const { db } = portal.app;
const { owner } = portal.db;
const own = (sql: string, ...values: unknown[]) => owner.query('', sql, values);
const memory = chainInMemory();
const hour = 3_600_000;
const stop = new AbortController().signal;
const run = async (...jobs: ('watch' | 'arrivals' | 'looks' | 'credits')[]) => {
  for (const job of jobs) {
    if (job === 'watch') await watch(db, memory.chains, networkCalled('TRC20')!, stop);
    if (job === 'arrivals') await arrivalsJob(portal.app).run(stop);
    if (job === 'looks') await lookJob(portal.app, memory.chains)!.run(stop);
    if (job === 'credits') await autoCreditJob(portal.app, memory.chains).run(stop);
  }
};

type Declared = { client: ClientId; cents: bigint; hash: string };
type Way = {
  /** Before the amount is declared. */
  before?: (client: ClientId) => Promise<unknown>;
  wanted?: bigint;
  sender?: string;
  /** How long before now it was sent, half an hour after it was declared. */
  hoursAgo?: number;
  /** After it was sent, before it becomes a top-up. */
  sent?: (declared: Declared) => Promise<unknown>;
  /** After it was looked at, before it would be credited. */
  looked?: (declared: Declared) => Promise<unknown>;
};

const asked = async (client: ClientId, hash: string, cents: bigint, proof?: bigint) => {
  const details = {
    payway: 'USDT',
    networkName: 'TRC20',
    networkAddress: ours,
    ...(proof && { proof: String(proof) }),
  };
  const rows = [{ price: flatPrice(cents), transactionId: hash, claim: `usdt:${hash}`, details }];
  const { requests } = await ask(db, { kind: topup, client, askedBy: ownerOf(client), content: { hash }, rows });
  return requests[0]!.applyId;
};
const someHash = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
const declaredBy = (client: ClientId, cents: bigint, daysAgo: number) =>
  own(
    `insert into declarations (public_id, client, person, network_name, network_address, wanted_cents, cents,
       created_at, expires_at, ended_at)
     select $1, $2, $3, 'TRC20', $4, $5, $5, at, at + interval '1 second', at + interval '1 second'
     from (values (now() - make_interval(days => $6))) earlier (at)`,
    `DA-${someHash().slice(0, 8)}`,
    client,
    ownerOf(client),
    ours,
    cents,
    daysAgo,
  );
const unsent = (count: number) => async (client: ClientId) => {
  for (let n = 0; n < count; n += 1) await declaredBy(client, 900_000n + BigInt(n), 0);
};
const signedIn = (agent: string, address: string, hoursAgo: number) => (client: ClientId) =>
  own(
    `insert into sessions (public_id, token_hash, person, address, agent, created_at, expires_at)
     values ($1, decode($1, 'hex'), $2, $3, $4, now() - make_interval(hours => $5), now())`,
    someHash(),
    ownerOf(client),
    address,
    agent,
    hoursAgo,
  );
const both = (agent: string, address: string) => async (client: ClientId) => {
  await signedIn('Firefox/1 Windows', '203.0.113.7', 200)(client);
  await signedIn(agent, address, 1)(client);
};
const changed = (column: string, hoursAgo: number) => async (client: ClientId) => {
  const person = ownerOf(client);
  const long = `now() - interval '9 days'`;
  await own(`update people set created_at = ${long}, password_changed_at = ${long} where id = $1`, person);
  await own(`update people set ${column} = now() - make_interval(hours => $2) where id = $1`, person, hoursAgo);
};
const disable = (client: ClientId) => own('update clients set disabled_at = now() where id = $1', client);
const rejected = (count: number) => async (client: ClientId) => {
  for (let n = 0; n < count; n += 1) {
    const applyId = await asked(client, someHash(), 5_000n);
    await decide(db, { kinds: [topup], applyId, verdict: 'reject', admin: admin.person, fill: { remarks: 'No.' } });
  }
};
/** As a look would leave it that finds this in place of what it found before. */
const finds = (verdict: string, recipient?: string) => (of: Declared) =>
  own(
    `insert into evidence (request, verdict, network, hash, line, amount, sender, recipient, block, confirmations,
       needed, final, at, lines, nodes)
     select request, $2, network, hash, line, amount, sender, coalesce($3, recipient), block, confirmations, needed,
       final, at, lines, nodes from evidence where hash = $1 order by id desc limit 1`,
    of.hash,
    verdict,
    recipient,
  );
const picture = await screenshot(transfer('50.00', someHash())).png().toBuffer();
/** No declared amount comes with one, so that it is put there by hand. */
const withPicture = (seenBefore: boolean) => async (of: Declared) => {
  const other = await newClient(owner);
  const file = { bytes: seenBefore ? picture : await screenshot(transfer('51.00', someHash())).png().toBuffer() };
  const keep = (client: bigint) => keepProof(portal.app, client, file as never, { is: 'client', address: '10.0.0.1' });
  const proof = await keep(of.client);
  if (seenBefore) await asked(other, someHash(), 5_000n, await keep(other));
  await owner.transaction(async (tx) => {
    await tx.query('', `set local session_replication_role = 'replica'`);
    const sql = `update requests set details = details || $2 where transaction_id = $1`;
    await tx.query('', sql, [of.hash, JSON.stringify({ proof: String(proof) })]);
  });
};
const senders = { ofOne: 'c1'.repeat(20), ofThree: 'c3'.repeat(20) };
/** In dollars far above all that is credited here in a day but the one amount near it. */
const limit = 8_000_000n;

/** What may be odd about a withdrawal is no matter of what arrives, and no withdrawal is decided by the portal. */
const ofWithdrawals = 'only of withdrawals';
const ways: Record<Signal['code'], { lit: Way; not: Way } | typeof ofWithdrawals> = {
  disabled: {
    lit: { sent: ({ client }) => disable(client) },
    not: {
      sent: ({ client }) =>
        disable(client).then(() => own('update clients set disabled_at = null where id = $1', client)),
    },
  },
  sender: { lit: { sender: senders.ofOne }, not: { sender: senders.ofThree } },
  older: { lit: { hoursAgo: 25 }, not: { hoursAgo: 23 } },
  amount: { lit: { looked: finds('Different') }, not: { looked: finds('Verified') } },
  oldAddress: {
    lit: { looked: finds('Verified', 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL') },
    not: { looked: finds('Verified', ours) },
  },
  picture: { lit: { looked: withPicture(true) }, not: { looked: withPicture(false) } },
  claimed: {
    lit: { sent: async ({ hash, cents }) => asked(await newClient(owner), hash, cents) },
    not: { sent: async ({ cents }) => asked(await newClient(owner), someHash(), cents) },
  },
  declared: {
    lit: { sent: async ({ cents }) => declaredBy(await newClient(owner), cents, 7) },
    not: { sent: async ({ cents }) => declaredBy(await newClient(owner), cents, 9) },
  },
  unsent: { lit: { before: unsent(3) }, not: { before: unsent(2) } },
  device: {
    lit: { before: both('curl/8', '203.0.113.9') },
    not: { before: both('Firefox/2 Windows', '203.0.113.9') },
  },
  network: {
    lit: { before: both('Firefox/1 Windows', '198.51.100.1') },
    not: { before: both('Firefox/1 Windows', '203.0.99.1') },
  },
  password: {
    lit: { before: changed('password_changed_at', 71) },
    not: { before: changed('password_changed_at', 73) },
  },
  email: { lit: { before: changed('email_changed_at', 71) }, not: { before: changed('email_changed_at', 73) } },
  rejections: { lit: { before: rejected(3) }, not: { before: rejected(2) } },
  below: { lit: { wanted: 7_990_000n }, not: { wanted: 7_590_000n } },
  quick: ofWithdrawals,
  newAddress: ofWithdrawals,
  sharedAddress: ofWithdrawals,
  ownAddress: ofWithdrawals,
  lookAlike: ofWithdrawals,
  sent: ofWithdrawals,
};

let count = 0;
const begun: { of: Declared; code: Signal['code']; lit: boolean; way: Way }[] = [];

/** One who was paid from an address before, and three who were from another. */
async function paidBefore(): Promise<void> {
  for (const sender of [senders.ofOne, senders.ofThree, senders.ofThree, senders.ofThree])
    await begin({ sender, wanted: 700_000n }, await newClient(owner));
  await run('watch', 'arrivals', 'looks');
  const rows = await db.query<{ applyId: string }>('', `select apply_id as "applyId" from requests`);
  for (const { applyId } of rows)
    await decide(db, { kinds: [topup], applyId, verdict: 'approve', admin: admin.person });
}

async function begin({ before, wanted, sender, hoursAgo, sent }: Way, client: ClientId): Promise<Declared> {
  await own(`update clients set created_at = now() - interval '9 days' where id = $1`, client);
  await before?.(client);
  const place = BigInt((count += 1));
  const declared = (await declareFor(db, client, wanted ?? 2_000n + place * 1_100n))!;
  const ago = (hoursAgo ?? 0) * hour;
  const at = new Date(Date.now() - ago + 5);
  await own(
    `update declarations set created_at = created_at - make_interval(mins => $2), expires_at = now() + interval '1 day'
     where public_id = $1`,
    declared.publicId,
    (hoursAgo ?? 0) * 60 + 30,
  );
  const hash = memory.send([declared], at, sender);
  await sent?.({ client, cents: declared.cents, hash });
  return { client, cents: declared.cents, hash };
}

test('each signal stops automatic crediting and says why; just short of it, it is credited', async () => {
  await own(
    `insert into settings_versions (value) select value || $1::jsonb from settings_versions order by id desc limit 1`,
    JSON.stringify({ secondPair: { on: true, moneyInAboveCents: String(limit) } }),
  );
  await paidBefore();
  for (const code of signalCodes) {
    const way = ways[code];
    if (way === ofWithdrawals) continue;
    for (const [lit, each] of [[true, way.lit] as const, [false, way.not] as const])
      begun.push({ of: await begin(each, await newClient(owner)), code, lit, way: each });
  }
  await run('watch', 'arrivals', 'looks');
  for (const { way, of } of begun) await way.looked?.(of);
  const signals = async () => {
    const { body } = await portal.call('GET', '/kimi/get-queue', { as: admin, query: { limit: 200 } });
    return body.requests as { applyId: string; signals?: { code: string; text: string }[] }[];
  };
  const waiting = await signals();
  await run('credits');
  const rows = await db.query<{ hash: string; applyId: string; state: string; by: string | null }>(
    '',
    `select r.transaction_id as hash, r.apply_id as "applyId", r.state, p.admin_role as by
     from requests r left join people p on p.id = r.decided_by where r.details ? 'declaration'`,
  );
  const found = begun.map(({ of, code, lit }) => {
    const row = rows.find(({ hash }) => hash === of.hash);
    const carries = waiting.find(({ applyId }) => applyId === row?.applyId)?.signals ?? [];
    return { code, lit, state: row?.state, by: row?.by, carries: carries.map((each) => each.code) };
  });
  expect(found).toEqual(
    begun.map(({ code, lit }) =>
      lit
        ? { code, lit, state: 'Pending', by: null, carries: [code] }
        : { code, lit, state: 'Approved', by: 'Portal', carries: [] },
    ),
  );
}, 60_000);

test('what is said of withdrawals alone is about where they are paid, or that they are quick', () => {
  const left = signalCodes.filter((code) => ways[code] === ofWithdrawals);
  expect(left).toEqual(['quick', ...signalsOfAddress]);
});
