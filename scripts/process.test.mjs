/** How a command treats the processes that it starts, tested with real ones. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';

const here = import.meta.dirname;
const children = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Starts a command that runs a program, as `npm start` runs the portal, and collects the output of both. */
function starter(program, env = {}) {
  const source = `
    import { keep } from ${JSON.stringify(join(here, 'process.mjs'))};
    const preload = ['--import', ${JSON.stringify(join(here, 'end-with-parent.mjs'))}];
    process.exitCode = await keep(process.execPath, [...preload, '--input-type=module', '-e', ${JSON.stringify(program)}]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  children.push(child);
  const said = { text: '' };
  child.stdout.on('data', (bytes) => (said.text += bytes));
  return { child, said, ended: new Promise((done) => child.on('close', (code) => done(code))) };
}

async function until(condition) {
  for (const end = Date.now() + 15_000; Date.now() < end; await sleep(20)) if (condition()) return;
  throw new Error('It did not happen within 15 s.');
}

const portal = `
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    console.log('heard ' + signal);
    setTimeout(() => process.exit(3), 600);
  });
  setInterval(() => {}, 1000);
  console.log('pid ' + process.pid + ' ');`;

test('the exit code comes up', async () => {
  expect(await starter('process.exit(7)').ended).toBe(7);
  expect(await starter(`process.kill(process.pid, 'SIGKILL')`).ended).toBe(137);
});

test('a signal goes down once, however often npm and the terminal repeat it', async () => {
  const { child, said, ended } = starter(portal);
  await until(() => said.text.includes('pid'));
  child.kill('SIGINT');
  child.kill('SIGINT');
  await sleep(100);
  child.kill('SIGINT');
  expect(await ended).toBe(3);
  expect(said.text.match(/heard/g)).toHaveLength(1);
});

test('a closed terminal stops the portal in order', async () => {
  const { child, said, ended } = starter(portal);
  await until(() => said.text.includes('pid'));
  child.kill('SIGHUP');
  expect(await ended).toBe(3);
  expect(said.text).toContain('heard SIGTERM');
});

test('when the command is killed the portal ends in order', async () => {
  const { child, said } = starter(portal);
  await until(() => said.text.includes('pid'));
  child.kill('SIGKILL');
  await until(() => said.text.includes('heard SIGTERM'));
});

test('when npm is killed the portal ends in order', async () => {
  const source = `
    import { spawn } from 'node:child_process';
    spawn('sh', ['-c', process.env.COMMAND + '; true'], { stdio: 'inherit' });`;
  const keeper = `import { keep } from ${JSON.stringify(join(here, 'process.mjs'))}; await keep(process.execPath, ['--input-type=module', '-e', process.env.PORTAL]);`;
  const npm = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      npm_lifecycle_event: 'start',
      KEEPER: keeper,
      PORTAL: portal,
      COMMAND: `"${process.execPath}" --input-type=module -e "$KEEPER"`,
    },
  });
  children.push(npm);
  let said = '';
  npm.stdout.on('data', (bytes) => (said += bytes));
  await until(() => said.includes('pid'));
  npm.kill('SIGKILL');
  await until(() => said.includes('heard SIGTERM'));
});
