/**
 * The machine under the database dies: two nodes at work on a primary whose commits wait for a standby, until the
 * primary is gone and the standby is promoted. What everybody was told is then compared with the promoted server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';
import { openJournal } from './journal.ts';
import { isReady, makeNode, type PortalNode } from './node.ts';
import { openPair, type Pair } from './pair.ts';
import { makePeople, switchOn } from './people.ts';
import { playAll } from './play.ts';
import { prove, type Proof } from './proof.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import { openTalk, type Talk } from './talk.ts';
import { openWire, type Wire } from './wire.ts';
import { asOwner, through } from './world.ts';

/** What a scenario may do, and what it found out. */
export type Scene = {
  readonly pair: Pair;
  /** Where the address of the database leads. */
  readonly address: { server: Pair['primary'] };
  readonly nodes: readonly PortalNode[];
  /** From each node to the address of the database. */
  readonly wires: readonly Wire[];
  readonly talk: Talk;
  readonly people: Stage['people'];
  readonly random: Random;
  readonly findings: string[];
  /** Whether the address leads to a server in recovery. */
  misled: boolean;
  /** Milliseconds from the promotion until each node has acknowledged a write. */
  writesAfterMs: number;
  readsWhileAway: number;
};

/** Something that happens before the end, after which the primary still serves; and how the primary ends. */
export type Scenario = { name: string; run: (scene: Scene) => Promise<void> };

export type Report = Pick<Proof, 'findings' | 'acknowledged' | 'verdicts' | 'played'> & {
  answers: ReadonlyMap<number, number>;
  slowestMs: number;
  writesAfterMs: number;
  readsWhileAway: number;
};

/** After the promotion each node has to write again within this. */
const backMs = 6_000;
/** Longer than a call may take while the standby is away: 16 s of silence, and a moment. */
const slowestMs = 17_000;

type Life = {
  synchronous: boolean;
  meanwhile: readonly Scenario[];
  end: Scenario;
  nodes?: number;
  clients?: number;
};

/** One life of a pair: nodes at work, what happens meanwhile one after the other, and the end. */
export async function failover(
  random: Random,
  { synchronous, meanwhile, end, nodes: many = 2, clients = 4 }: Life,
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-failover-'));
  const made: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const pair = await openPair(folder, { synchronous, prepare: async () => {} });
    made.push(() => pair.close());
    const chain = await fakeNode(fakeChain('BEP20'));
    made.push(() => chain.close());
    const { nodes, wires } = await startNodes(folder, pair, many, made, chain.url);
    const talk = openTalk();
    made.push(() => talk.close());
    const address = { server: pair.primary };
    const world = { nodes, asOwner: ((work) => asOwner(address.server.ownerUrl, work)) as Stage['world']['asOwner'] };
    const people = await makePeople(world, talk, { clients, admins: 3 });
    await switchOn(nodes[0]!.port, talk, people.admins[0]!);
    const scene: Scene = {
      pair,
      address,
      nodes,
      wires,
      talk,
      people,
      random,
      findings: [],
      misled: false,
      writesAfterMs: 0,
      readsWhileAway: 0,
    };
    const stage: Stage = { world, talk, journal: openJournal(), people, forgets: true, going: true };
    const watching = watchReadiness(scene, stage);
    const played = playAll(stage, random, 'life');
    played.catch(() => {});
    await sleep(random.whole(2_000, 4_000));
    for (const scenario of [...meanwhile, end]) {
      await scenario.run(scene);
      await sleep(random.whole(300, 900));
    }
    stage.going = false;
    const late = await Promise.race([played.then(() => false), sleep(60_000, true, { ref: false })]);
    if (late) scene.findings.push('some callers were still without an answer a minute after the promotion');
    await watching;
    const proof = await prove(stage);
    if (talk.slowestMs > slowestMs * busyFactor())
      scene.findings.push(`an answer took ${Math.round(talk.slowestMs)} ms`);
    const complaints = nodes.flatMap((node) => node.complaints).filter((line) => !line.includes(expected));
    return {
      findings: [...scene.findings, ...complaints, ...talk.wrong, ...proof.findings],
      acknowledged: proof.acknowledged,
      verdicts: proof.verdicts,
      played: proof.played,
      answers: talk.counts,
      slowestMs: talk.slowestMs,
      writesAfterMs: scene.writesAfterMs,
      readsWhileAway: scene.readsWhileAway,
    };
  } finally {
    for (const undo of made.toReversed()) await undo();
  }
}

/** What a node may complain of here. */
const expected = 'the standby does not answer';

async function startNodes(folder: string, pair: Pair, many: number, made: (() => unknown)[], chain: string) {
  const wires = await Promise.all(Array.from({ length: many }, () => openWire(pair.primary.socket)));
  made.push(() => Promise.all(wires.map((wire) => wire.close())));
  const nodes = await Promise.all(
    wires.map((wire, n) =>
      makeNode({
        name: 'ab'[n]!,
        databaseUrl: through(pair.primary.ownerUrl, wire.port),
        dataDir: join(folder, `node-${n}`),
        env: { BSC_NODE_URLS: chain, HURRY: 'yes' },
      }),
    ),
  );
  for (const node of nodes) node.start();
  made.push(async () => {
    for (const node of nodes) node.signal('SIGKILL');
    await Promise.all(nodes.map((node) => node.ended()));
  });
  const ready = await Promise.all(nodes.map((node) => node.ready(60_000 * busyFactor())));
  if (ready.includes(false)) throw new Error(nodes.flatMap((node) => node.log.slice(-10)).join('\n'));
  return { nodes, wires };
}

/** A node hears that its connections are gone a moment later. */
const noticedMs = 500;

/** While the address leads to a server in recovery, no node may say that it is ready. */
async function watchReadiness(scene: Scene, stage: Stage): Promise<void> {
  for (let misledAt = Number.POSITIVE_INFINITY; stage.going; await sleep(50)) {
    misledAt = scene.misled ? Math.min(misledAt, performance.now()) : Number.POSITIVE_INFINITY;
    for (const { name, port } of scene.nodes) {
      const before = performance.now() - misledAt > noticedMs * busyFactor();
      if ((await isReady(port)) && before && scene.misled) scene.findings.push(`node ${name} was ready on a standby`);
    }
  }
}

/** The address leads to the other server from now on, and what was connected before is cut off. */
export function moveAddress({ pair, address, wires }: Scene): void {
  address.server = pair.standby;
  for (const wire of wires) wire.aim(pair.standby.socket);
  for (const wire of wires) wire.cut();
}

/** Promotes the standby; resolves when both nodes have acknowledged a write since. */
export async function promote(scene: Scene): Promise<void> {
  // From here on a node may find a server that was promoted before this is told so.
  scene.misled = false;
  await scene.pair.standby.query('select pg_promote(true, 30)');
  const began = performance.now();
  const [client] = scene.people.clients;
  await Promise.all(
    scene.nodes.map(async ({ port, name }) => {
      const body = { emailId: 'probe@gmail.com' };
      for (const until = began + 4 * backMs * busyFactor(); performance.now() < until; await sleep(50)) {
        const answer = await scene.talk
          .call(port, 'POST', '/kimi/send-request-email', { token: client!.token, body })
          .catch(() => undefined);
        if (answer && answer.status < 500) return;
      }
      scene.findings.push(`node ${name} did not write again`);
    }),
  );
  scene.writesAfterMs = Math.round(performance.now() - began);
  if (scene.writesAfterMs > backMs * busyFactor())
    scene.findings.push(`writes came back ${scene.writesAfterMs} ms after the promotion`);
}
