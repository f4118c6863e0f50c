/** Background work on several nodes: each node is a runner of its own on one database. */
import { afterEach, expect, test, vi } from 'vitest';
import { jobStates, newlyFailing, startJobs, type Job } from './jobs.server.ts';
import { openLog } from './log.server.ts';
import { testDatabase } from './database.testing.server.ts';
import { busyFactor } from './busy.testing.server.ts';

const db = await testDatabase();
const log = openLog({ level: 'silent' });
const open: ReturnType<typeof startJobs>[] = [];

function node(jobs: readonly Job[], lease?: number) {
  const runner = startJobs({ db, log }, jobs, lease);
  open.push(runner);
  return runner;
}

afterEach(async () => {
  for (const each of open.splice(0)) await each.stop();
  await db.owner.pool.query('truncate jobs');
});

const state = async (name: string) => (await jobStates(db)).find((each) => each.name === name);
const soon = { timeout: 10_000, interval: 20 };

test('of two nodes one runs a job, and the other does not run it again before its time', async () => {
  const ran: string[] = [];
  const job = (who: string): Job => ({
    name: 'once',
    everySeconds: 3_600,
    atStart: true,
    run: async () => void ran.push(who),
  });
  for (let n = 0; n < 4; n++) node([job(`node ${n}`)]);
  await vi.waitFor(async () => expect(await state('once')).toMatchObject({ outcome: 'done', node: null }), soon);
  for (const each of open.splice(0)) await each.stop();
  expect(ran).toHaveLength(1);
  node([job('one more')]);
  for (const each of open.splice(0)) await each.stop();
  expect(ran).toHaveLength(1);
});

test('a job that fails is written down, tried again, and hurts no other', async () => {
  let tries = 0;
  let others = 0;
  const failing: Job = {
    name: 'failing',
    everySeconds: 1,
    atStart: true,
    run: async () => {
      tries += 1;
      if (tries < 3) throw new Error(`no luck ${tries}`);
    },
  };
  const hanging: Job = { name: 'hanging', everySeconds: 1, atStart: true, run: (stop) => ended(stop) };
  node([failing, hanging, { name: 'other', everySeconds: 1, atStart: true, run: async () => void (others += 1) }]);
  await vi.waitFor(
    async () => expect(await state('failing')).toMatchObject({ outcome: 'failed', error: 'no luck 1' }),
    soon,
  );
  await vi.waitFor(async () => expect(await state('failing')).toMatchObject({ outcome: 'done', error: null }), soon);
  expect(tries).toBe(3);
  expect(others).toBeGreaterThan(1);
  expect(await state('hanging')).toMatchObject({ outcome: null, node: expect.any(String) });
});

test('whoever asks in vain whether a job is due neither runs it nor stops the others, and it counts as failed until there is an answer', async () => {
  let ran = 0;
  let answers = false;
  const run = async () => void (ran += 1);
  const unsure = async () => {
    if (!answers) throw new Error('no answer');
    return false;
  };
  node([
    { name: 'not due', everySeconds: 1, atStart: true, isDue: async () => false, run },
    { name: 'unsure', everySeconds: 1, atStart: true, isDue: unsure, run },
    { name: 'broken', everySeconds: 1, atStart: true, isDue: unsure, run },
    { name: 'due', everySeconds: 3_600, atStart: true, isDue: async () => true, run },
  ]);
  await vi.waitFor(async () => expect(await state('due')).toMatchObject({ outcome: 'done' }), soon);
  const error = 'nobody knows whether it is due: no answer';
  for (const name of ['unsure', 'broken'])
    await vi.waitFor(
      async () => expect(await state(name)).toMatchObject({ outcome: 'failed', error, node: null }),
      soon,
    );
  // One that failed by itself keeps its own words.
  await db.owner.pool.query(`update jobs set failing_since = now() - interval '11 minutes' where name <> 'due';
    update jobs set last_outcome = 'failed', last_ended_at = now(), last_error = 'its own' where name = 'broken'`);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect((await newlyFailing(db)).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'broken', error: 'its own' },
    { name: 'unsure', error },
  ]);
  answers = true;
  await vi.waitFor(async () => expect(await state('unsure')).toMatchObject({ outcome: null, error: null }), soon);
  expect(await state('broken')).toMatchObject({ outcome: 'failed', error: 'its own' });
  const { rows } = await db.owner.pool.query(`select name from jobs where failing_since is null order by name`);
  expect(rows).toEqual([{ name: 'due' }, { name: 'unsure' }]);
  expect(ran).toBe(1);
});

test('a job that does not come to its end is told of, once', async () => {
  let end = () => {};
  const hang = () => new Promise<void>((resolve) => (end = resolve));
  node([{ name: 'hangs', everySeconds: 1, atStart: true, run: hang }]);
  await vi.waitFor(async () => expect(await state('hangs')).toMatchObject({ outcome: null }), soon);
  const begun = (hours: number) =>
    db.owner.query('test.begun', `update jobs set last_started_at = now() - make_interval(hours => $1)`, [hours]);
  await begun(11);
  expect(await newlyFailing(db)).toEqual([]);
  await begun(13);
  expect(await newlyFailing(db)).toEqual([
    { name: 'hangs', error: expect.stringContaining('does not come to its end') },
  ]);
  expect(await newlyFailing(db)).toEqual([]);
  end();
});

test('a job goes on where the clock of the database was set back, also one whose node was lost with the old database', async () => {
  const later = `now() + interval '1 hour'`;
  await db.owner.query(
    'test.clock',
    `insert into jobs (name, every, last_started_at, locked_by, locked_until)
     values ('ended', interval '1 second', ${later}, null, null),
       ('lost', interval '1 second', ${later}, 'x', ${later})`,
  );
  const run = async () => {};
  node(['ended', 'lost'].map((name) => ({ name, everySeconds: 1, atStart: true, run })));
  for (const name of ['ended', 'lost'])
    await vi.waitFor(async () => expect(await state(name)).toMatchObject({ outcome: 'done', node: null }), soon);
});

test('what a job holds is given back once nobody else uses it either', async () => {
  const close = vi.fn<() => void>();
  let answered = () => {};
  const calls = new Promise<void>((resolve) => (answered = resolve));
  const ended = node([{ name: 'holds', everySeconds: 3_600, run: async () => {}, close }]).stop(calls);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(close).not.toHaveBeenCalled();
  answered();
  await ended;
  expect(close).toHaveBeenCalledOnce();
  open.length = 0;
});

test('what a killed node had is taken over once its lease is over, and not before', async () => {
  // What a killed node leaves: the job has begun, has not ended, and nobody renews the lease.
  await db.owner.pool.query(
    `insert into jobs (name, every, last_started_at, locked_by, locked_until)
     values ('taken over', '1 s', now() - interval '1 hour', 'a dead node', now() + interval '2 seconds')`,
  );
  const { rows } = await db.owner.pool.query<{ until: Date }>('select locked_until as until from jobs');
  let ranAt = 0;
  node([{ name: 'taken over', everySeconds: 1, atStart: true, run: async () => void (ranAt ||= Date.now()) }]);
  await vi.waitFor(async () => expect(await state('taken over')).toMatchObject({ outcome: 'done' }), soon);
  expect(ranAt).toBeGreaterThanOrEqual(rows[0]!.until.getTime());
});

test('a job under which processes die one after the other waits longer each time, and counts as failed', async () => {
  const dies = (seconds: number) =>
    db.owner.query(
      'test.dies',
      `insert into jobs (name, every, last_started_at, locked_by, locked_until)
       values ('kills', '1 s', now() - interval '1 hour', 'dead', now() - $1 * interval '1 second')
       on conflict (name) do update set last_started_at = excluded.last_started_at, locked_by = excluded.locked_by,
         locked_until = excluded.locked_until`,
      [seconds],
    );
  const begun = () => {
    let ran = false;
    // It never comes to its end.
    const run = () => {
      ran = true;
      return new Promise(() => undefined);
    };
    startJobs({ db, log }, [{ name: 'kills', everySeconds: 3_600, atStart: true, run }], 30);
    return vi.waitFor(() => expect(ran).toBe(true), { timeout: 1_000, interval: 20 });
  };
  await dies(1);
  await begun();
  expect(await state('kills')).toMatchObject({ outcome: null });
  for (const wait of [60, 120, 240]) {
    await dies(wait - 5);
    await expect(begun()).rejects.toThrow();
    await dies(wait + 1);
    await begun();
    expect(await state('kills')).toMatchObject({ outcome: 'failed', error: expect.stringContaining('has died') });
  }
  await db.owner.query('test.ends', `update jobs set locked_by = null, locked_until = null, deaths = 0`);
});

test('a job that takes longer than its lease keeps it for as long as its node lives', async () => {
  const ran: string[] = [];
  const job = (who: string): Job => ({
    name: 'long',
    everySeconds: 1,
    atStart: true,
    run: async (stop) => {
      ran.push(who);
      await ended(stop);
    },
  });
  // A process that is not scheduled for a whole lease rightly loses it; so on a busy machine the lease is longer.
  const lease = Math.min(6, busyFactor());
  node([job('first')], lease);
  await vi.waitFor(() => expect(ran).toEqual(['first']), soon);
  node([job('second')], lease);
  await new Promise((resolve) => setTimeout(resolve, lease * 3_500));
  expect(ran).toEqual(['first']);
});

test('a node whose job another one has taken over meanwhile tells it to stop, and writes nothing of how it ended', async () => {
  let over = false;
  const run = async (stop: AbortSignal) => {
    await ended(stop);
    over = true;
    throw new Error('told to stop');
  };
  node([{ name: 'lost', everySeconds: 3_600, atStart: true, run }], 1);
  const taken = () =>
    db.owner.query<{ name: string }>(
      'test.taken',
      `update jobs set locked_by = 'other', locked_until = now() + interval '1 hour' where locked_by is not null
       returning name`,
    );
  await vi.waitFor(async () => expect(await taken()).toEqual([{ name: 'lost' }]), soon);
  await vi.waitFor(() => expect(over).toBe(true), soon);
  for (const each of open.splice(0)) await each.stop();
  expect(await state('lost')).toMatchObject({ outcome: null, node: 'other' });
});

test('a node that stops tells its jobs, waits for them, and leaves the lease to the others', async () => {
  let [begun, over] = [false, false];
  const first = node([
    {
      name: 'stopped',
      everySeconds: 1,
      atStart: true,
      run: async (stop) => {
        begun = true;
        await ended(stop);
        await new Promise((resolve) => setTimeout(resolve, 50));
        over = true;
      },
    },
  ]);
  await vi.waitFor(() => expect(begun).toBe(true), soon);
  await first.stop();
  expect(over).toBe(true);
  expect(await state('stopped')).toMatchObject({ outcome: 'done', node: null });
});

test('a node that is stopped while it claims a job does not begin it, and the next node has it at once', async () => {
  const ran: string[] = [];
  const job = (who: string): Job => ({
    name: 'claimed',
    everySeconds: 60,
    atStart: true,
    run: async () => void ran.push(who),
  });
  await node([job('first')]).stop();
  expect(ran).toEqual([]);
  expect(await state('claimed')).toMatchObject({ startedAt: null, node: null });
  node([job('second')]);
  await vi.waitFor(() => expect(ran).toEqual(['second']), soon);
});

function ended(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
}
