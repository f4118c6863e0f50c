/**
 * A run: rounds of load with a fault in each, and after each round the proof that nothing was lost and nobody was told
 * a lie.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { busyFactor } from '#server/busy.testing.server.ts';
import { isDatabaseAway } from '#server/away.server.ts';
import { fakeChain, fakeNode } from '#chain/fakenodes.testing.server.ts';
import { faults, type Fault } from './faults.ts';
import { openJournal } from './journal.ts';
import type { PortalNode } from './node.ts';
import { makePeople, switchOn } from './people.ts';
import { playAll } from './play.ts';
import { prove, type Proof } from './proof.ts';
import { randomFrom, type Random } from './random.ts';
import type { Stage } from './stage.ts';
import { openTalk } from './talk.ts';
import { makeWorld, type World } from './world.ts';

type Options = {
  seed: number;
  /** Every fault once and briefly; otherwise rounds of one or two faults at random until the time is over. */
  minutes: number | 'short';
  /** Only faults with this word in their name. */
  only?: string | undefined;
  say: (sentence: string) => void;
};

type Report = Proof & {
  rounds: number;
  skipped: string[];
  slowestMs: number;
  slowestRecoveryMs: number;
  /** `1,234 × 200, 5 × 503, 2 × no answer` */
  answers: string;
};

/** A node has to serve again this soon after a fault ended. */
const recoveryMs = 10_000;

export async function torture({ seed, minutes, only = '', say }: Options): Promise<Report> {
  const named = faults.filter((fault) => fault.name.includes(only));
  if (named.length === 0) throw new Error(`No fault has "${only}" in its name.`);
  const random = randomFrom(seed);
  // The longer people write, the more room they need: a disk that they fill for good is freed by no end of a fault.
  const diskMegabytes = 512 + (minutes === 'short' ? 0 : minutes * 64);
  const chain = await fakeNode(fakeChain('BEP20'));
  const env = { BSC_NODE_URLS: chain.url, HURRY: 'yes' };
  const world = await makeWorld({ nodes: 2, diskMegabytes, env });
  const talk = openTalk();
  try {
    const people = await makePeople(world, talk, { clients: 6, admins: 3 });
    await switchOn(world.nodes[0]!.port, talk, people.admins[0]!);
    const stage: Played = { world, talk, journal: openJournal(), people, going: false };
    const skipped = faults.flatMap((fault) => (fault.whyNot?.(world) ? [`${fault.name}: ${fault.whyNot(world)}`] : []));
    for (const sentence of skipped) say(`left out ${sentence}`);
    const possible = named.filter((fault) => !fault.whyNot?.(world));
    const findings: string[] = [];
    let rounds = 0;
    let slowestRecoveryMs = 0;
    let proof: Proof | undefined;
    for (const [chosen, holds] of plan(possible, random, minutes)) {
      const before = new Map(talk.counts);
      const round = await playRound(stage, random, `${++rounds}`, chosen, holds);
      proof = await prove(stage);
      const all = [
        ...world.nodes.flatMap((node) => node.complaints.splice(0)),
        ...round.findings,
        ...talk.wrong.splice(0),
        ...proof.findings,
      ];
      // An error in the book stays there for all later rounds, so it is reported once.
      const complaints = all.filter((complaint) => !findings.includes(complaint));
      slowestRecoveryMs = Math.max(slowestRecoveryMs, round.recoveredMs);
      const names = chosen.map((fault, n) => `${fault.name} (${(holds[n]! / 1000).toFixed(1)} s)`).join(' and ');
      say(
        `${complaints.length === 0 ? '✓' : '✗'} ${names}: back after ${round.recoveredMs} ms; ${since(talk.counts, before)}`,
      );
      for (const complaint of complaints.slice(0, 12)) say(`      ${complaint.slice(0, 1000)}`);
      findings.push(...complaints);
      if (world.nodes.some((node) => !node.running)) break;
    }
    return {
      ...proof!,
      findings,
      rounds,
      skipped,
      slowestMs: talk.slowestMs,
      slowestRecoveryMs,
      answers: since(talk.counts, new Map()),
    };
  } finally {
    talk.close();
    await world.close();
    await chain.close();
  }
}

function since(counts: ReadonlyMap<number, number>, before: ReadonlyMap<number, number>): string {
  return [...counts]
    .map(([status, count]) => [status, count - (before.get(status) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${count.toLocaleString('en')} × ${status === 0 ? 'no answer' : status}`)
    .join(', ');
}

/** Chooses the faults of a round, and how long each lasts. */
function* plan(possible: readonly Fault[], random: Random, minutes: number | 'short'): Generator<[Fault[], number[]]> {
  if (minutes === 'short') {
    for (const fault of random.shuffled(possible)) yield [[fault], [fault.holds[0]]];
    return;
  }
  for (const end = Date.now() + minutes * 60_000; Date.now() < end;) {
    const chosen = random.shuffled(possible).slice(0, random.chance(0.35) ? 2 : 1);
    yield [
      chosen,
      chosen.map((fault) => Math.round(fault.holds[0] + (fault.holds[1] - fault.holds[0]) * random.next() ** 2)),
    ];
  }
}

/** Of two faults at once, one may break what the other needs (its connection to the database): that is no finding. */
function ownTrouble(error: unknown): string[] {
  if (isDatabaseAway(error)) return [];
  throw error;
}

/** Faults reach for more of the world than callers do. */
type Played = Stage & { readonly world: World };

async function playRound(
  stage: Played,
  random: Random,
  label: string,
  chosen: readonly Fault[],
  holds: readonly number[],
) {
  const { world } = stage;
  stage.going = true;
  const played = playAll(stage, random, label);
  played.catch(() => {});
  await sleep(random.whole(200, 500));
  const findings = (
    await Promise.all(
      chosen.map((fault, n) => fault.run(world, random.apart(`${label} fault ${n}`), holds[n]!).catch(ownTrouble)),
    )
  ).flat();
  const ended = performance.now();
  const allowedMs = recoveryMs * busyFactor();
  const ready = await Promise.all(world.nodes.map((node) => servesAgain(node, allowedMs)));
  const recoveredMs = Math.round(performance.now() - ended);
  for (const [n, node] of world.nodes.entries())
    if (!ready[n])
      findings.push(
        `node ${node.name} does not serve ${(allowedMs / 1000).toFixed(0)} s after the fault ended: ${node.log.slice(-3).join(' | ')}`,
      );
  await sleep(300);
  stage.going = false;
  const late = await Promise.race([played.then(() => false), sleep(60_000, true, { ref: false })]);
  if (late) findings.push('some callers were still without an answer 60 s after the fault');
  return { findings, recoveredMs };
}

/** A start that gave up for want of its database is made again, as whatever keeps the portal running does. */
async function servesAgain(node: PortalNode, patienceMs: number): Promise<boolean> {
  const until = Date.now() + patienceMs;
  while (!(await node.ready(until - Date.now()))) {
    const wasAlone = !node.running && /^The database (.* can't be used|went away while)/.test(node.log.at(-1) ?? '');
    if (!wasAlone || Date.now() >= until) return false;
    node.start();
  }
  return true;
}
