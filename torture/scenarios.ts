/** What happens to a primary and its standby (failover.ts): some things on the way, and ways in which it ends. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { busyFactor } from '#server/busy.testing.server.ts';
import { moveAddress, promote, type Scenario, type Scene } from './failover.ts';
import { caughtUp } from './pair.ts';

const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;

/** Resolves when some commit waits for the standby, or after a while all the same. */
async function someoneWaits({ pair }: Scene): Promise<void> {
  for (const end = performance.now() + 5_000; performance.now() < end; await sleep(20))
    if ((await pair.primary.query(waiting)).length > 0) return;
}

/** The machine and all that was under way from it are gone. */
async function kill({ pair }: Scene): Promise<void> {
  await pair.primary.signal('SIGKILL');
  pair.wire.cut();
}

const cancelled: Scenario = {
  name: 'waits are cancelled',
  async run(scene) {
    scene.pair.wire.stall(true);
    for (const end = performance.now() + 1_500; performance.now() < end; await sleep(100)) {
      await someoneWaits(scene);
      await scene.pair.primary.query(`select pg_cancel_backend(pid) from (${waiting}) w`);
    }
  },
};

/** Clients read on both nodes for as long as the standby is away, and each of them is answered. */
const away = (seconds: number): Scenario => ({
  name: `the standby is away for ${seconds} s`,
  async run(scene) {
    const { pair, nodes, people, talk, findings } = scene;
    pair.wire.stall(true);
    const began = performance.now();
    const end = began + seconds * 1_000;
    // A machine that others use is later in noticing that writes hang, which may hold every connection until then.
    const noticedMs = (busyFactor() - 1) * 5_000;
    const [client] = people.clients;
    const read = async (port: number) => {
      for (; performance.now() < end; await sleep(100)) {
        const { token } = client!;
        const answer = await talk.call(port, 'GET', '/kimi/get-wallet-of-user', { token }).catch(() => undefined);
        const after = Math.round(performance.now() - began);
        scene.readsWhileAway += 1;
        if (answer?.status !== 200 && after > noticedMs)
          findings.push(`a read ${after} ms after the standby was away: ${answer?.status ?? 'no answer'}`);
      }
    };
    await Promise.all(nodes.map(({ port }) => read(port)));
    const [{ many } = { many: 0 }] = await pair.primary.query<{ many: number }>(
      `select count(*)::int as many from pg_stat_activity
       where datname is not null and application_name <> 'torture' and pid <> pg_backend_pid()`,
    );
    if (many > 50) findings.push(`${many} connections were open while the standby was away`);
    pair.wire.stall(false);
    await caughtUp(pair.primary);
  },
});

const backup: Scenario = {
  name: 'a backup and an audit on the standby',
  async run({ pair, findings }) {
    const { PATH, HOME } = process.env;
    const folder = join(pair.standby.socket, '../../../..', 'backup');
    const env = { PATH, HOME, DATA_DIR: folder, DATABASE_URL: pair.standby.ownerUrl };
    for (const command of ['backup', 'audit']) {
      const script = join(import.meta.dirname, `../scripts/${command}.ts`);
      const failed = await new Promise<string | undefined>((resolve) => {
        execFile(process.execPath, [script], { env }, (error, _out, wrong) => resolve(error ? wrong : undefined));
      });
      if (failed !== undefined) findings.push(`${command} on the standby: ${failed}`);
    }
  },
};

/** The standby lacks what was under way, the primary comes back with it, and clients ask again with their keys. */
const crashed: Scenario = {
  name: 'keys are asked again after a crash',
  async run(scene) {
    const { pair } = scene;
    pair.wire.stall(true);
    await someoneWaits(scene);
    await pair.primary.signal('SIGKILL');
    await pair.primary.restart();
    await sleep(2_000);
  },
};

/** What is lost with the machine where nobody waits for the standby. */
const lags: Scenario = {
  name: 'the standby lags behind',
  async run({ pair }) {
    pair.wire.stall(true);
    await sleep(1_500);
  },
};

export const meanwhiles = { cancelled, away, backup, crashed, lags };

const dies: Scenario = {
  name: 'the primary dies',
  async run(scene) {
    await kill(scene);
    scene.misled = true;
    moveAddress(scene);
    await promote(scene);
  },
};

const freezes: Scenario = {
  name: 'the primary freezes, and thaws after the promotion',
  async run(scene) {
    const { pair } = scene;
    await pair.primary.signal('SIGSTOP');
    await sleep(1_000);
    pair.wire.cut();
    pair.wire.refuse(true);
    scene.misled = true;
    moveAddress(scene);
    const back = promote(scene);
    await sleep(500);
    await pair.primary.signal('SIGCONT');
    await back;
  },
};

const movesEarly: Scenario = {
  name: 'the address moves before the promotion',
  async run(scene) {
    scene.misled = true;
    moveAddress(scene);
    await sleep(1_500 * busyFactor());
    await kill(scene);
    await promote(scene);
  },
};

export const ends = { dies, freezes, movesEarly };
