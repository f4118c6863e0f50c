/** A workbook is read in a process of its own: what it costs holds up nobody, and ends nobody else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { busyFactor } from '#server/busy.testing.server.ts';
import { asBook } from './reports.testing.server.ts';
import { rowsInWorkbook } from './workbook.server.ts';

const range = 'A1:IV100200';
const cell = (place: string) => `<row><c r="${place}"><v>1</v></c></row>`;
const small = { bytes: asBook(cell('A1')), range, unpacked: 1_000 };
/** Takes all of its memory after some seconds. */
const large = { bytes: asBook('', '', '<si/>'.repeat(3_000_000)), range, unpacked: 15_000_000 };

/** The processes that read workbooks for this one. */
async function readersOf(parent: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const told = await Promise.all(
    all.map(async (pid) => {
      const [line, status] = await Promise.all(
        ['cmdline', 'status'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      );
      return line!.includes('workbook.child') && status!.includes(`\nPPid:\t${parent}\n`) ? [Number(pid)] : [];
    }),
  );
  return told.flat();
}

const soon = { timeout: 30_000, interval: 50 };

test('a reader that ends as one without memory does is a workbook too large; the next workbook is read', async () => {
  const reading = rowsInWorkbook(large, 'admin');
  const [reader] = await vi.waitFor(async () => {
    const found = await readersOf(process.pid);
    expect(found).toHaveLength(1);
    return found;
  }, soon);
  process.kill(reader!, 'SIGABRT');
  expect(await reading).toBe('too large');
  expect(await rowsInWorkbook(small, 'admin')).toEqual([[1]]);
});

test('a few cells far apart, between which twenty million are filled, are too large, and hold up nobody', async () => {
  const far = { ...small, bytes: asBook(cell('A1') + cell('IQ79000')) };
  expect(far.bytes.length).toBeLessThan(2_000);
  let [last, held] = [performance.now(), 0];
  const clock = setInterval(() => {
    held = Math.max(held, performance.now() - last);
    last = performance.now();
  }, 20);
  expect(await rowsInWorkbook(far, 'admin')).toBe('too large');
  clearInterval(clock);
  expect(held).toBeLessThan(500 * busyFactor());
});

test('whoever asks for many waits for others, and nobody for more than one of them', async () => {
  const done: string[] = [];
  const read = async (owner: string, workbook: typeof small) => {
    await rowsInWorkbook(workbook, owner);
    done.push(owner);
  };
  const { unpacked } = large;
  const thoughtLarge = { ...small, unpacked };
  await Promise.all([read('greedy', large), read('greedy', thoughtLarge), read('honest', thoughtLarge)]);
  expect(done).toEqual(['greedy', 'honest', 'greedy']);
});

test('a reader ends with the node that began it, however that ends', async () => {
  const program = `
    import { rowsInWorkbook } from './workbook.server.ts';
    setInterval(() => undefined, 1_000);
    const bytes = Buffer.from('${small.bytes.toString('base64')}', 'base64');
    console.log(JSON.stringify(await rowsInWorkbook({ bytes, range: '${range}', unpacked: 1_000 }, 'admin')));`;
  const node = spawn(
    process.execPath,
    ['--import', join(import.meta.dirname, '../../scripts/end-with-parent.mjs'), '--input-type=module', '-e', program],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said] = await once(node.stdout, 'data');
  expect(`${said}`).toBe('[[1]]\n');
  const [reader] = await readersOf(node.pid!);
  expect(reader).toBeGreaterThan(0);
  node.kill('SIGKILL');
  // What ended and was not yet cleared away by the system has lost its command.
  const command = () => readFile(`/proc/${reader}/cmdline`, 'utf8').catch(() => '');
  await vi.waitFor(async () => expect(await command()).toBe(''), soon);
});
