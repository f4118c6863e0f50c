/**
 * What can go wrong. Each fault is begun, held for a while and ended; a portal has to be back by itself soon after its
 * end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { backUpAndRestore } from './copies.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export type Fault = {
  readonly name: string;
  /** For how long, in milliseconds: in the short form, and the most that the long form may take. */
  readonly holds: readonly [short: number, most: number];
  /** Why it can't be done here; undefined where it can. */
  whyNot?(world: World): string | undefined;
  /** Does it, holds it and ends it; answers what there is to say about how it went wrong, if it did. */
  run(world: World, random: Random, holdMs: number): Promise<string[]>;
};

/** Starts an ended node again, as systemd or Docker would in production. */
async function startAgain(world: World, n: number): Promise<void> {
  await world.nodes[n]!.ended();
  world.nodes[n]!.start();
}

const anyNode = (world: World, random: Random) => random.whole(0, world.nodes.length - 1);

export const faults: readonly Fault[] = [
  {
    name: 'kill -9 of a node',
    holds: [200, 3_000],
    async run(world, random, holdMs) {
      const n = anyNode(world, random);
      world.nodes[n]!.signal('SIGKILL');
      await sleep(holdMs);
      await startAgain(world, n);
      return [];
    },
  },
  {
    name: 'kill -9 of PostgreSQL',
    holds: [0, 0],
    async run(world) {
      const { pid } = world.postgres;
      kill(pid);
      for (const end = Date.now() + 30_000; world.postgres.pid === pid && Date.now() < end;) await sleep(20);
      return [];
    },
  },
  {
    name: 'kill -9 of one backend',
    holds: [0, 0],
    async run(world, random) {
      const pids = await backends(world);
      if (pids.length > 0) kill(random.pick(pids));
      return [];
    },
  },
  {
    name: 'graceful restart of a node',
    holds: [0, 0],
    async run(world, random) {
      const n = anyNode(world, random);
      const began = performance.now();
      world.nodes[n]!.signal('SIGTERM');
      const code = await world.nodes[n]!.ended();
      const took = performance.now() - began;
      world.nodes[n]!.start();
      return code === 0 && took < 25_000
        ? []
        : [`node ${world.nodes[n]!.name} ended with ${code} after ${Math.round(took)} ms of stopping`];
    },
  },
  {
    name: 'connections cut',
    holds: [800, 5_000],
    async run(world, random, holdMs) {
      for (const end = Date.now() + holdMs; Date.now() < end; await sleep(random.whole(50, 250)))
        random.pick(world.wires).cut();
      return [];
    },
  },
  {
    name: 'database out of reach of a node',
    holds: [1_500, 12_000],
    async run(world, random, holdMs) {
      const wire = random.pick(world.wires);
      wire.refuse(true);
      wire.cut();
      await sleep(holdMs);
      wire.mend();
      return [];
    },
  },
  {
    name: 'a slow wire',
    holds: [1_500, 10_000],
    async run(world, random, holdMs) {
      const wire = random.pick(world.wires);
      wire.delay(random.whole(20, holdMs > 2_000 ? 400 : 100));
      await sleep(holdMs);
      wire.mend();
      return [];
    },
  },
  {
    name: 'a wire that stands still',
    holds: [2_500, 45_000],
    async run(world, random, holdMs) {
      const wire = random.pick(world.wires);
      wire.stall(true);
      await sleep(holdMs);
      wire.mend();
      return [];
    },
  },
  {
    name: 'connections that lead nowhere',
    holds: [0, 0],
    async run(world, random) {
      random.pick(world.wires).forget();
      return [];
    },
  },
  {
    name: 'a frozen node',
    holds: [2_500, 20_000],
    async run(world, random, holdMs) {
      const node = random.pick(world.nodes);
      node.signal('SIGSTOP');
      await sleep(holdMs);
      node.signal('SIGCONT');
      return [];
    },
  },
  {
    name: 'a full disk',
    holds: [2_000, 10_000],
    whyNot: (world) => world.disk.whyNot,
    async run(world, random, holdMs) {
      await world.disk.fill(random.pick([0, 64, 512]) * 1024);
      // A database that fell to the full disk comes back once there is room: whoever waited for it would hold the fault
      // for 20 s.
      const end = Date.now() + holdMs;
      for (let left = holdMs; left > 0; left = end - Date.now())
        await Promise.race([passJournal(world).then(() => sleep(300)), sleep(left)]);
      await world.disk.free();
      return [];
    },
  },
  {
    name: 'a wrong clock',
    holds: [1_500, 15_000],
    async run(world, random, holdMs) {
      const node = random.pick(world.nodes);
      const hour = 3_600_000;
      node.skew(random.pick([-30 * 24 * hour, -hour, -5_000, 5_000, hour, 30 * 24 * hour]));
      await sleep(holdMs);
      node.skew(0);
      return [];
    },
  },
  {
    name: 'a backup under load, restored beside it',
    holds: [0, 0],
    run: backUpAndRestore,
  },
  {
    name: 'statements out of time',
    holds: [800, 18_000],
    async run(world, random, holdMs) {
      if (holdMs > 5_000) await lockedTable(world, holdMs);
      else
        for (const end = Date.now() + holdMs; Date.now() < end; await sleep(random.whole(5, 40)))
          await world.asOwner((client) =>
            client.query(
              `select pg_cancel_backend(pid) from pg_stat_activity
               where application_name = 'agency-portal' and state = 'active'`,
            ),
          );
      return [];
    },
  },
];

/** Another fault may have ended it already. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function backends(world: World): Promise<number[]> {
  const { rows } = await world.asOwner((client) =>
    client.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'agency-portal'`),
  );
  return rows.map((row) => row.pid);
}

/**
 * PostgreSQL keeps some megabytes of journal ready; they are passed over, so that the next write needs room on the
 * disk.
 */
async function passJournal(world: World): Promise<void> {
  await world.asOwner((client) => client.query('select pg_switch_wal()')).catch(() => {});
}

/** Somebody's forgotten transaction in a terminal. */
async function lockedTable(world: World, holdMs: number): Promise<void> {
  await world.asOwner(async (client) => {
    await client.query('begin');
    await client.query('lock table requests in access exclusive mode');
    await sleep(holdMs);
    await client.query('rollback');
  });
}
