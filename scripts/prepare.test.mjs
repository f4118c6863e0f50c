/** Only one start builds the pages, and one that was killed while it did holds up nobody. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'portal-lock-'));
const [lock, log] = [join(folder, 'cache/building'), join(folder, 'log')];
const prepare = join(import.meta.dirname, 'prepare.mjs');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A start that builds for `ms`, in a process of its own; answers what it said. */
function start(ms) {
  const script = `
    const { appendFileSync } = await import('node:fs');
    const { oneAtATime } = await import(${JSON.stringify(prepare)});
    oneAtATime(${JSON.stringify(lock)}, () => false, () => {
      appendFileSync(${JSON.stringify(log)}, process.pid + ' begins ');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});
      appendFileSync(${JSON.stringify(log)}, process.pid + ' ends ');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { timeout: 20_000 });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes));
  return { child, said: new Promise((resolve) => child.once('close', (code) => resolve(`${code}: ${said}`))) };
}

test('of several starts at once one builds at a time, and the others say for whom they wait', async () => {
  const starts = [start(500), start(500), start(500)];
  const said = await Promise.all(starts.map((each) => each.said));
  const done = readFileSync(log, 'utf8').trim().split(' ');
  const order = [0, 4, 8].map((at) => done[at]);
  expect(done).toEqual(order.flatMap((pid) => [pid, 'begins', pid, 'ends']));
  expect(new Set(order)).toEqual(new Set(starts.map(({ child }) => String(child.pid))));
  expect(said.filter((text) => text.startsWith('0: Waiting for process ')).length).toBeGreaterThan(0);
  expect(said.every((text) => text.startsWith('0: '))).toBe(true);
  expect(existsSync(lock)).toBe(false);
});

test("a lock that was left holds up nobody: its process is gone, or its number is another one's by now", async () => {
  const killed = start(60_000);
  await expect.poll(() => existsSync(lock), { timeout: 15_000 }).toBe(true);
  const left = readFileSync(lock, 'utf8');
  killed.child.kill('SIGKILL');
  await killed.said;
  const other = left.replace(/^\d+/, String(process.pid));
  const lost = [left];
  // Where the system says when a process began, that is asked; else after half an hour.
  if (existsSync('/proc/self/stat')) lost.push(other, other.replace(/^\d+/, '1'));
  for (const text of lost) {
    writeFileSync(lock, text);
    expect(await start(0).said, text).toBe('0: ');
  }
  for (const [text, minutes] of [
    ['', 1],
    ['\0\0\0\0', 1],
    [String(process.pid), 31],
  ]) {
    writeFileSync(lock, text);
    utimesSync(lock, Date.now() / 1_000 - minutes * 60, Date.now() / 1_000 - minutes * 60);
    expect(await start(0).said, text).toBe('0: ');
  }
  expect(existsSync(lock)).toBe(false);
});
