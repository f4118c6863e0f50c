/**
 * Random histories of money that comes in, with thieves in them: who claim a hash before it is seen, at the same moment
 * or later, and declare what others declared. Many histories share a database, and two nodes work on all of them.
 */
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database.server.ts';
import { claimOfTopup } from '#chain/evidence.server.ts';
import { lookJob } from '#chain/looks.server.ts';
import { networkCalled } from '#chain/networks.ts';
import type { Chains } from '#chain/chains.server.ts';
import type { Found } from '#chain/reading.ts';
import { watch } from '#chain/watcher.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { Refused } from '#kernel/refusal.ts';
import { flatPrice } from '#kinds/postings.ts';
import { topup } from '#kinds/topup.ts';
import { accountOf } from '#network/addresses.ts';
import { ask } from '#requests/requests.server.ts';
import { newClient, ownerOf } from '#requests/testing.server.ts';
import type { TestPortal } from '#testportal.server.ts';
import { arrivalsJob } from './arrivals.server.ts';
import { autoCreditJob } from './autocredit.server.ts';
import { endDeclaration, insertDeclaration } from './declarations.store.server.ts';

const network = networkCalled('TRC20')!;
export const ours = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const usdt = accountOf(network.usdt)!;
const unitsOfCent = 10_000n;

type Line = { readonly cents: Cents };

/** A chain in memory: every transaction is final at once, and two nodes say so. */
export function chainInMemory() {
  const sent = new Map<string, Found>();
  let fresh: string[] = [];
  const chains: Chains = {
    networks: [network],
    called: (name) => (networkCalled(name)?.name === network.name ? network : undefined),
    look: async (_network, hash) => {
      const nodes = [{ node: 'one', said: '' }];
      return { reading: sent.get(hash) ?? { found: false }, disputed: false, nodes, agreed: 2 };
    },
    list: async () => ({ hashes: fresh.splice(0), next: 1, mark: 1, whole: true, final: 1 }),
    check: async () => undefined,
    close: () => undefined,
  };
  return {
    chains,
    send(lines: readonly Line[], at: Date): string {
      const hash = randomBytes(32).toString('hex');
      const sender = randomBytes(20).toString('hex');
      const recipient = accountOf(ours)!;
      sent.set(hash, {
        found: true,
        failed: false,
        block: 1,
        confirmations: 40,
        final: true,
        at,
        transfers: lines.map(({ cents }, line) => ({
          line,
          token: usdt,
          sender,
          recipient,
          units: cents * unitsOfCent,
        })),
      });
      fresh.push(hash);
      return hash;
    },
  };
}

/** What happens in one history; every place in time is left to chance. */
export const histories = fc.record({
  declares: fc.integer({ min: 0, max: 99 }).map((n) => n < 15),
  pays: fc.constantFrom('exactly', 'exactly', 'exactly', 'late', 'after taking it back', 'a dollar less', 'before'),
  /** Who else is paid in the same transaction. */
  batched: fc.boolean(),
  thieves: fc.array(
    fc.constantFrom('claims first', 'claims at once', 'claims later', 'declares before', 'declares after'),
    { minLength: 0, maxLength: 2 },
  ),
});
type History = typeof histories extends fc.Arbitrary<infer H> ? H : never;

type Played = History & {
  readonly payer: ClientId;
  readonly robbers: ClientId[];
  readonly wanted: Cents;
  hash: string;
  /** What the payer sent, and what they had declared. */
  cents: Cents;
  declared: Cents | undefined;
};

export type Outcome = {
  /** Credited by the portal itself. */
  credited: { client: bigint; hash: string; cents: Cents; declared: boolean }[];
  /** What should have been, as nobody interfered. */
  undisturbed: Played[];
  payerOf: Map<string, { payer: ClientId; cents: Cents }[]>;
};

/** Automatic crediting is on, and one address shown. */
export async function prepare(portal: TestPortal): Promise<void> {
  const admin = await portal.admin();
  await portal.call('PUT', '/update-network-details', {
    as: admin,
    body: { networkName: 'TRC20', networkAddress: ours, password: admin.password },
  });
  await portal.db.owner.query(
    'test.automatic',
    `insert into settings_versions (value) select coalesce(
       (select value from settings_versions order by id desc limit 1), '{}') || $1::jsonb`,
    [JSON.stringify({ autoCredit: limits })],
  );
}

async function thieves(portal: TestPortal) {
  const { app } = portal;
  const { db } = app;
  const memory = chainInMemory();
  const { chains } = memory;
  const people = await Promise.all(Array.from({ length: 150 }, () => newClient(portal.db.owner)));
  const stop = new AbortController().signal;
  const looks = lookJob(app, chains)!;
  const nodes = [0, 1].map(() => ({
    arrivals: arrivalsJob(app),
    credits: autoCreditJob(app, chains),
  }));
  const all = (job: 'arrivals' | 'credits') => Promise.all(nodes.map((node) => node[job].run(stop)));

  /** What was declared is looked at, and of what was claimed a part: nodes are not always awake. */
  const look = async (last: bigint) => {
    await db.query(
      't.looks',
      `insert into looks (request) select id from requests
       where id > $1 and state = 'Pending' and (details ? 'declaration' or id % 10 = 0) on conflict do nothing`,
      [last],
    );
    await looks.run(stop);
  };

  const declare = (client: ClientId, wanted: Cents) => declareFor(db, client, wanted);
  const claim = async (client: ClientId, hash: string, cents: Cents) => {
    const details = { payway: 'USDT', networkName: 'TRC20', networkAddress: ours };
    const key = await claimOfTopup(db, hash, cents);
    const rows = [{ price: flatPrice(cents), transactionId: hash, claim: key, details }];
    await ask(db, { kind: topup, client, askedBy: ownerOf(client), content: { hash, key }, rows }).catch(
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      },
    );
  };
  const rob = (played: Played[], what: History['thieves'][number]) =>
    Promise.all(
      played.flatMap((each) =>
        each.thieves.map((move, n) => {
          if (move !== what) return undefined;
          const robber = each.robbers[n]!;
          return move.startsWith('claims')
            ? claim(robber, each.hash, each.cents)
            : declare(robber, move === 'declares after' ? each.cents : each.wanted);
        }),
      ),
    );

  const begin = async (history: History, n: number): Promise<Played> => {
    const [payer, ...robbers] = fc.sample(fc.shuffledSubarray(people, { minLength: 4, maxLength: 4 }), 1)[0]!;
    const wanted = BigInt(20_00 + n * 25_00);
    const declared = history.declares ? await declare(payer!, wanted) : undefined;
    if (declared && history.pays === 'late')
      await portal.db.owner.query(
        't.expired',
        `update declarations set created_at = created_at - interval '2 days',
         expires_at = expires_at - interval '2 days' where public_id = $1`,
        [declared.publicId],
      );
    if (declared && history.pays === 'after taking it back') await endDeclaration(db, payer!, declared.publicId);
    const cents = (declared?.cents ?? wanted) - (history.pays === 'a dollar less' ? 100n : 0n);
    return { ...history, payer: payer!, robbers, wanted, hash: '', cents, declared: declared?.cents };
  };

  /** As if a month had passed: the next ones begin with as much room as these. */
  const forget = async () => {
    const earlier = ['created_at', 'expires_at', 'ended_at'].map((each) => `${each} = ${each} - interval '50 days'`);
    await portal.db.owner.query('t.aged', `update declarations set ${earlier.join(', ')}`);
    await portal.db.owner.query('t.unlooked', 'update looks set next_at = null');
  };

  return {
    /** Plays a few hundred at the same time. */
    async play(batch: readonly History[]): Promise<Outcome> {
      const [{ id: last } = { id: 0n }] = await db.query<{ id: bigint }>(
        't.last',
        'select coalesce(max(id), 0)::bigint as id from requests',
      );
      const before = new Date(Date.now() - 1_000);
      const played = await Promise.all(batch.map(begin));
      await rob(played, 'declares before');
      const payerOf: Outcome['payerOf'] = new Map();
      for (const [n, each] of played.entries()) {
        if (each.hash !== '') continue;
        const next = played[n + 1];
        const pair = each.batched && next ? [each, next] : [each];
        const at = pair.some(({ pays }) => pays === 'before') ? before : new Date(Date.now() + 2);
        const hash = memory.send(pair, at);
        for (const one of pair) one.hash = hash;
        payerOf.set(hash, pair);
      }
      await rob(played, 'claims first');
      await watch(db, chains, network, stop);
      await Promise.all([all('arrivals'), rob(played, 'claims at once')]);
      await look(last);
      await Promise.all([all('credits'), all('arrivals'), rob(played, 'claims later'), rob(played, 'declares after')]);
      await look(last);
      await all('credits');
      const credited = await db.query<Outcome['credited'][number]>(
        't.credited',
        `select r.client, r.transaction_id as hash, coalesce(r.received_cents, r.amount_cents) as cents,
           exists (select from declarations d where d.request = r.id and d.client = r.client) as declared
         from requests r join people p on p.id = r.decided_by and p.admin_role = 'Portal'
         where r.id > $1 and r.state = 'Approved'`,
        [last],
      );
      const timely = ({ pays, declared }: Played) => pays === 'exactly' && declared !== undefined;
      // Where one sender pays two clients, the second of them is left to an admin.
      const undisturbed = played.filter(
        (each) =>
          timely(each) &&
          payerOf.get(each.hash)!.length === 1 &&
          !each.thieves.some((move) => move.startsWith('claims')),
      );
      await forget();
      return { credited, undisturbed, payerOf };
    },
  };
}

/** Undefined where this client has three open already. */
export async function declareFor(
  db: Database,
  client: ClientId,
  wanted: Cents,
): Promise<{ publicId: string; cents: Cents } | undefined> {
  const said = { client, person: ownerOf(client), wanted, networkName: 'TRC20', networkAddress: ours };
  const { outcome, publicId } = await insertDeclaration(db, { ...said, key: undefined, most: 3 });
  if (outcome !== 'done') return undefined;
  const [row] = await db.query<{ cents: Cents }>('t.cents', 'select cents from declarations where public_id = $1', [
    publicId,
  ]);
  return { publicId, cents: row!.cents };
}

const limits = {
  on: true,
  transferCents: '100000000',
  clientDayCents: '10000000000',
  agencyDayCents: '10000000000',
};

const together = 250;

/** Prints what it began with, so that it can be repeated (`THIEVES_SEED`). */
export async function insistOnHistories(portal: TestPortal, count: number): Promise<void> {
  const seed = Number(process.env['THIEVES_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`thieves: seed ${seed}`);
  const drawn = fc.sample(histories, { numRuns: count, seed });
  const { play } = await thieves(portal);
  let [credits, undisturbed] = [0, 0];
  for (let from = 0; from < count; from += together) {
    const outcome = await play(drawn.slice(from, from + together));
    const lines = outcome.credited.map(({ client, hash, cents, declared }) => {
      const own = outcome.payerOf.get(hash)!.filter((one) => one.payer === client && one.cents === cents);
      return { hash, client, declared, own: own.length };
    });
    const wrong = lines.filter(({ declared, own }) => !declared || own !== 1);
    if (wrong.length > 0) throw new Error(`seed ${seed}: credited to somebody else: ${describe(wrong)}`);
    const once = new Set(lines.map(({ hash, client }) => `${hash} ${client}`));
    if (once.size < lines.length) throw new Error(`seed ${seed}: credited twice`);
    const missed = outcome.undisturbed.filter(({ hash, payer }) => !once.has(`${hash} ${payer}`));
    if (missed.length > 0) throw new Error(`seed ${seed}: ${missed.length} were left although nobody interfered`);
    credits += lines.length;
    undisturbed += outcome.undisturbed.length;
  }
  console.log(
    `thieves: ${count} histories, ${credits} credited to their declarers, ${undisturbed} of them undisturbed`,
  );
  if (credits === 0) throw new Error('Nothing was credited: this proves nothing.');
}

function describe(wrong: readonly object[]): string {
  return JSON.stringify(wrong, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
