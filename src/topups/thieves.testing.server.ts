/**
 * Random histories of money that comes in, with thieves in them: who claim a hash before it is seen, at the same moment
 * or later, and declare what others declared. Many histories share a database, and two nodes work on all of them.
 */
import fc from 'fast-check';
import type { Database } from '#server/database.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { claimOfTopup } from '#chain/evidence.server.ts';
import { lookJob } from '#chain/looks.server.ts';
import { networkCalled } from '#chain/networks.ts';
import { chainInMemory, ours } from '#chain/memory.testing.server.ts';
import { watch } from '#chain/watcher.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { Refused } from '#kernel/refusal.ts';
import { flatPrice } from '#kinds/postings.ts';
import { topup } from '#kinds/topup.ts';
import { ask } from '#requests/requests.server.ts';
import { newClient, ownerOf } from '#requests/story.testing.server.ts';
import type { TestPortal } from '#portal.testing.server.ts';
import { arrivalsJob } from './arrivals.server.ts';
import { autoCreditJob } from './autocredit.server.ts';
import { endDeclaration, insertDeclaration } from './declarations.store.server.ts';

const network = networkCalled('TRC20')!;
/** What happens in one history; every place in time is left to chance. */
const histories = fc.record({
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

type Outcome = {
  /** Credited by the portal itself. */
  credited: { client: bigint; hash: string; cents: Cents; declared: boolean }[];
  /** What should have been, as nobody interfered. */
  undisturbed: Played[];
  payerOf: Map<string, Played[]>;
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

type Stage = {
  readonly portal: TestPortal;
  readonly memory: ReturnType<typeof chainInMemory>;
  readonly people: readonly ClientId[];
  readonly looks: Job;
  /** Of two nodes. */
  readonly all: (job: 'arrivals' | 'credits') => Promise<unknown>;
};
const stop = new AbortController().signal;

async function openStage(portal: TestPortal): Promise<Stage> {
  const { app } = portal;
  const memory = chainInMemory();
  const nodes = [0, 1].map(() => ({ arrivals: arrivalsJob(app), credits: autoCreditJob(app, memory.chains) }));
  return {
    portal,
    memory,
    people: await Promise.all(Array.from({ length: 150 }, () => newClient(portal.db.owner))),
    looks: lookJob(app, memory.chains)!,
    all: (job) => Promise.all(nodes.map((node) => node[job].run(stop))),
  };
}

/** Plays a few hundred at the same time. */
async function play(stage: Stage, batch: readonly History[]): Promise<Outcome> {
  const { portal, memory, all } = stage;
  const { db } = portal.app;
  const [row] = await db.query<{ id: bigint }>('t.last', 'select coalesce(max(id), 0)::bigint as id from requests');
  const last = row!.id;
  const played = await Promise.all(batch.map((history, n) => begin(stage, history, n)));
  await rob(db, played, 'declares before');
  const payerOf = send(memory, played);
  await rob(db, played, 'claims first');
  await watch(db, memory.chains, network, stop);
  await Promise.all([all('arrivals'), rob(db, played, 'claims at once')]);
  await look(stage, last);
  await Promise.all([
    all('credits'),
    all('arrivals'),
    rob(db, played, 'claims later'),
    rob(db, played, 'declares after'),
  ]);
  await look(stage, last);
  await all('credits');
  const credited = await db.query<Outcome['credited'][number]>(
    't.credited',
    `select r.client, r.transaction_id as hash, coalesce(r.received_cents, r.amount_cents) as cents,
       exists (select from declarations d where d.request = r.id and d.client = r.client) as declared
     from requests r join people p on p.id = r.decided_by and p.admin_role = 'Portal'
     where r.id > $1 and r.state = 'Approved'`,
    [last],
  );
  // Of clients who were never credited as much, who left several amounts unsent is left to an admin.
  const unsent = await db.query<{ client: ClientId }>(
    't.unsent',
    `select client from declarations where request is null and created_at > now() - interval '8 days'
     group by client having count(*) >= 3`,
  );
  const isLeft = new Set(unsent.map(({ client }) => client));
  // Where one sender pays two clients, the second of them is left to an admin.
  const undisturbed = played.filter(
    ({ pays, payer, declared, hash, thieves }) =>
      pays === 'exactly' &&
      declared !== undefined &&
      !isLeft.has(payer) &&
      payerOf.get(hash)!.length === 1 &&
      !thieves.some((move) => move.startsWith('claims')),
  );
  await forget(portal.db.owner);
  return { credited, undisturbed, payerOf };
}

async function begin({ portal, people }: Stage, history: History, n: number): Promise<Played> {
  const [payer, ...robbers] = fc.sample(fc.shuffledSubarray([...people], { minLength: 4, maxLength: 4 }), 1)[0]!;
  const wanted = BigInt(20_00 + n * 25_00);
  const declared = history.declares ? await declareFor(portal.app.db, payer!, wanted) : undefined;
  if (declared && history.pays === 'late')
    await portal.db.owner.query(
      't.expired',
      `update declarations set created_at = created_at - interval '2 days',
       expires_at = expires_at - interval '2 days' where public_id = $1`,
      [declared.publicId],
    );
  if (declared && history.pays === 'after taking it back')
    await endDeclaration(portal.app.db, payer!, declared.publicId);
  const cents = (declared?.cents ?? wanted) - (history.pays === 'a dollar less' ? 100n : 0n);
  return { ...history, payer: payer!, robbers, wanted, hash: '', cents, declared: declared?.cents };
}

/** Who paid each transaction; two in one where they are batched. */
function send(memory: Stage['memory'], played: readonly Played[]): Map<string, Played[]> {
  const payerOf = new Map<string, Played[]>();
  for (const [n, each] of played.entries()) {
    if (each.hash !== '') continue;
    const next = played[n + 1];
    const pair = each.batched && next ? [each, next] : [each];
    const isOld = pair.some(({ pays }) => pays === 'before');
    const hash = memory.send(pair, new Date(Date.now() + (isOld ? -60_000 : 2)));
    for (const one of pair) one.hash = hash;
    payerOf.set(hash, pair);
  }
  return payerOf;
}

async function rob(db: Database, played: readonly Played[], what: History['thieves'][number]): Promise<void> {
  const moves = played.flatMap((each) =>
    each.thieves.flatMap((move, n) => (move === what ? [{ each, robber: each.robbers[n]! }] : [])),
  );
  await Promise.all(
    moves.map(async ({ each, robber }) => {
      if (what.startsWith('claims')) await claim(db, robber, each.hash, each.cents);
      else await declareFor(db, robber, what === 'declares after' ? each.cents : each.wanted);
    }),
  );
}

/** In the classic way. */
async function claim(db: Database, client: ClientId, hash: string, cents: Cents): Promise<void> {
  const details = { payway: 'USDT', networkName: 'TRC20', networkAddress: ours };
  const key = await claimOfTopup(db, client, hash, cents);
  const rows = [{ price: flatPrice(cents), transactionId: hash, claim: key, details }];
  await ask(db, { kind: topup, client, askedBy: ownerOf(client), content: { hash, key }, rows }).catch(
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    },
  );
}

/** What was declared is looked at, and of what was claimed a part: nodes are not always awake. */
async function look({ portal, looks }: Stage, last: bigint): Promise<void> {
  await portal.app.db.query(
    't.looks',
    `insert into looks (request) select id from requests
     where id > $1 and state = 'Pending' and (details ? 'declaration' or id % 10 = 0) on conflict do nothing`,
    [last],
  );
  await looks.run(stop);
}

/** As if a month had passed: the next ones begin with as much room as these. */
async function forget(owner: Database): Promise<void> {
  const earlier = ['created_at', 'expires_at', 'ended_at'].map((each) => `${each} = ${each} - interval '50 days'`);
  await owner.query('t.aged', `update declarations set ${earlier.join(', ')}`);
  await owner.query('t.unlooked', 'update looks set next_at = null');
}

/** Undefined where this client has three open already. */
export async function declareFor(
  db: Database,
  client: ClientId,
  wanted: Cents,
): Promise<{ publicId: string; cents: Cents } | undefined> {
  const said = { client, by: { person: ownerOf(client) }, wanted, networkName: 'TRC20', networkAddress: ours };
  const { outcome, publicId } = await insertDeclaration(db, { ...said, most: 3 });
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

/** Every fault names the seed that it began with (`THIEVES_SEED`). Answers what there was, in a sentence. */
export async function playThieves(portal: TestPortal, count: number): Promise<string> {
  const seed = Number(process.env['THIEVES_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const drawn = fc.sample(histories, { numRuns: count, seed });
  const stage = await openStage(portal);
  let [credits, undisturbed] = [0, 0];
  for (let from = 0; from < count; from += together) {
    const outcome = await play(stage, drawn.slice(from, from + together));
    const lines = outcome.credited.map(({ client, hash, cents, declared }) => {
      const own = outcome.payerOf.get(hash)!.filter((one) => one.payer === client && one.cents === cents);
      return { hash, client: String(client), isRight: declared && own.length === 1 };
    });
    const wrong = lines.filter(({ isRight }) => !isRight);
    if (wrong.length > 0) throw new Error(`seed ${seed}: credited to somebody else: ${JSON.stringify(wrong)}`);
    const once = new Set(lines.map(({ hash, client }) => `${hash} ${client}`));
    if (once.size < lines.length) throw new Error(`seed ${seed}: credited twice`);
    const missed = outcome.undisturbed.filter(({ hash, payer }) => !once.has(`${hash} ${payer}`));
    if (missed.length > 0) throw new Error(`seed ${seed}: ${missed.length} were left although nobody interfered`);
    credits += lines.length;
    undisturbed += outcome.undisturbed.length;
  }
  if (credits === 0) throw new Error('Nothing was credited: this proves nothing.');
  return `seed ${seed}: ${count} histories, ${credits} credited to their declarers, ${undisturbed} of them undisturbed`;
}
