/**
 * `npm run torture -- cluster`: clients and admins at work on the portals of a trial cluster (docs/operations.md, "A
 * cluster") while its operator takes PostgreSQL, a portal or a whole machine away. Tells how long nothing was written,
 * and proves that nobody was told a lie.
 */
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '../bench/history.ts';
import { lostIn } from './failovers.ts';
import { openJournal } from './journal.ts';
import { makePeople, switchOn, type Person } from './people.ts';
import { playAll } from './play.ts';
import { prove, toldOf } from './proof.ts';
import { randomFrom } from './random.ts';
import type { Stage } from './stage.ts';
import { NoAnswer, openTalk } from './talk.ts';
import { asOwner } from './world.ts';

type Options = {
  seed: number;
  seconds: number;
  /** Where each portal answers, as http://10.0.0.11:3000. */
  nodes: readonly string[];
  /** The database as its owner, by a way that leads to the primary. */
  ownerUrl: string;
  say: (sentence: string) => void;
};

/** A write counts as missing once it has been waited for longer than this. */
const pauseMs = 1_000;

/** Answers how many findings there are. */
export async function onCluster({ seed, seconds, nodes, ownerUrl, say }: Options): Promise<number> {
  const random = randomFrom(seed);
  const talk = openTalk();
  const reached = await Promise.all(nodes.map(async (node) => ({ name: node, port: await reach(new URL(node)) })));
  const world = { nodes: reached as unknown as Stage['world']['nodes'], asOwner: openOwner(ownerUrl) };
  const people = await makePeople(world, talk, { clients: 4, admins: 3 });
  await switchOn(reached[0]!.port, talk, people.admins[0]!);
  const stage: Stage = { world, talk, journal: openJournal(), people, forgets: true, going: true };
  say(`At work for ${seconds} s: now take away what you want to see go.`);
  const writing = watchWrites(stage, say);
  const played = playAll(stage, random, `${seed}`);
  await sleep(seconds * 1_000);
  stage.going = false;
  await played;
  const longestMs = await writing;
  const proof = await prove(stage);
  const findings = [...talk.wrong, ...proof.findings];
  for (const finding of findings.slice(0, 20)) say(`  ${finding.slice(0, 500)}`);
  const figures = [
    ['asks and verdicts acknowledged', `${proof.acknowledged} and ${proof.verdicts}`, ''],
    ['acknowledged and lost', `${lostIn({ findings })}`, '0'],
    ['longest time without a write', `${(longestMs / 1000).toFixed(1)} s`, 'at most 30 s; 10 s where no machine died'],
    ['slowest answer', `${(talk.slowestMs / 1000).toFixed(1)} s`, 'at most 17 s'],
    ['played', toldOf(proof.played), ''],
    ['findings', `${findings.length}, seed ${seed}`, 'none'],
  ] as const;
  for (const [figure, measured, goal] of figures) {
    say(`${figure}: ${measured}${goal ? ` (goal ${goal})` : ''}`);
    note(figure, measured, goal);
  }
  talk.close();
  return findings.length;
}

/** The actors speak to ports of this machine; each of these leads to a node, or refuses where it is away. */
async function reach({ hostname, port }: URL): Promise<number> {
  const server = createServer((near) => {
    const far = connect({ host: hostname, port: Number(port) });
    const silent = setTimeout(() => far.destroy(), 3_000);
    far.on('connect', () => clearTimeout(silent));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
    near.pipe(far).pipe(near);
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function openOwner(ownerUrl: string): Stage['world']['asOwner'] {
  return (work) => asOwner(ownerUrl, work);
}

/** One write after the other, by whichever node takes it; answers the longest time between two that were taken. */
async function watchWrites(stage: Stage, say: (sentence: string) => void): Promise<number> {
  const [client] = stage.people.clients;
  let longestMs = 0;
  for (let last = performance.now(); stage.going; await sleep(100)) {
    const tried = Promise.any(stage.world.nodes.map(({ port }) => write(stage, port, client!))).then(
      () => true,
      () => false,
    );
    // A call that met silence is answered later; whether writes are back is asked anew meanwhile.
    const taken = await Promise.race([tried, sleep(2_000, false)]);
    if (!taken) continue;
    const pause = performance.now() - last;
    if (pause > pauseMs) say(`nothing was written for ${(pause / 1000).toFixed(1)} s`);
    longestMs = Math.max(longestMs, pause);
    last = performance.now();
  }
  return longestMs;
}

/** Each of these is counted in the database before it is answered, also one that is refused as one too many. */
async function write({ talk }: Stage, port: number, { token }: Person): Promise<void> {
  const body = { emailId: 'probe@gmail.com' };
  const { status } = await talk.call(port, 'POST', '/kimi/send-request-email', { token, body });
  if (status >= 500) throw new NoAnswer(`${status}`);
}
