/**
 * Starts a portal in a process of its own, as an operator does, for benchmarks, journeys and screenshots.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export type SpawnedPortal = {
  /** Where it listens, without a slash at its end. */
  readonly address: string;
  /** Its data folder, which is removed when it is closed. */
  readonly dataDir: string;
  /** Messages can be sent to it (`child.send`). */
  readonly child: ChildProcess;
  readonly close: () => Promise<void>;
};

/** Resolves when it is ready; rejects with its output if it ends before. `env` overrides the usual settings. */
export async function spawnPortal(
  env: Readonly<Record<string, string>>,
  preload: readonly string[] = [],
  main = 'src/main.server.ts',
): Promise<SpawnedPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-spawned-'));
  const program = ['--import', join(root, 'scripts/end-with-parent.mjs'), join(root, main)];
  const child = spawn(process.execPath, [...preload, ...program], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return {
    address: await listening(child),
    dataDir,
    child,
    async close() {
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve).kill());
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The address that the portal prints when it is ready. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const found = /ready at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code} before it listened:\n${said}`)));
  });
}
