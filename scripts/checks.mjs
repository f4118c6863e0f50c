/**
 * The checks that `npm run check` and `npm test` share. Each tells on the terminal what it finds and answers what
 * failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from './chromium.mjs';
import { environment, node, root } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);

const steps = [
  ['format', bin('oxfmt'), '--check', '.'],
  ['lint and style', bin('oxlint'), '--deny-warnings'],
  ['types', bin('tsc'), '-p', 'tsconfig.json'],
  ['types of pure files', bin('tsc'), '-p', 'tsconfig.pure.json'],
  ['container image', bin('dockerfile-utils'), 'lint', 'deploy/Dockerfile'],
  ['import order', bin('depcruise'), 'src', '--output-type', 'err-long'],
];

/**
 * What can be said about the sources without running them. All of it is said, so that one round shows all there is to
 * mend.
 */
export function checkSources() {
  const failed = [];
  for (const [what, program, ...args] of steps) {
    const began = Date.now();
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env: environment(), encoding: 'utf8' });
    console.log(`${status === 0 ? '✓' : '✗'} ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    if (status === 0) continue;
    failed.push(what);
    console.log(`${stdout}${stderr}`.trim());
  }
  return failed;
}

/**
 * What the portal is built of, and its known holes. A registry that does not answer (2) is said, and fails nothing: no
 * network is needed.
 */
export function checkPackages() {
  const { status, stdout, stderr } = spawnSync(node(), [join(root, 'scripts/dependencies.ts')], {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
  });
  console.log(`${{ 0: '✓', 2: '?' }[status] ?? '✗'} packages\n${stdout}${stderr}`.trim());
  return status === 0 || status === 2 ? [] : ['packages'];
}

/** Runs the tests, by vitest; answers what failed and vitest's closing lines. A run without a test has failed. */
export async function runTests() {
  const report = join(root, 'node_modules/.cache/vitest.json');
  mkdirSync(join(report, '..'), { recursive: true });
  rmSync(report, { force: true });
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  // Which test meets which refusal, for the flips that come after.
  const met = join(root, 'node_modules/.cache/flip/met.jsonl');
  mkdirSync(join(met, '..'), { recursive: true });
  rmSync(met, { force: true });
  const { status, output } = await show(node(), args, { REFUSALS_MET: met });
  const closing = stripVTControlCharacters(output).match(/^ *Test Files [^]*?Duration .*$/m)?.[0] ?? '';
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  return {
    failed: status === 0 && numPassedTests > 0 ? [] : ['tests'],
    closing,
    passed: numPassedTests,
    broken: numFailedTests,
  };
}

/** Flips rules and expects tests to see it: every posting, every access, and another part of the others each time. */
export async function runFlips() {
  const { status } = await show(node(), [join(root, 'scripts/flip.ts'), '--short']);
  return status === 0 ? [] : ['flips'];
}

/** Runs the journeys of e2e/ in a real Chromium, on the pages as built. */
export async function runJourneys(args = process.argv.slice(2), more = {}) {
  const folder = join(root, 'e2e');
  if (!existsSync(folder) || !readdirSync(folder).some((name) => name.endsWith('.e2e.ts'))) return [];
  const { executable, env } = chromium();
  const browser = { CHROMIUM: executable, CHROMIUM_ENV: JSON.stringify(env), ...more };
  const { status } = await show(node(), [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...args], browser);
  return status === 0 ? [] : ['journeys'];
}

/** Runs a program, shows what it says and answers it too. */
function show(program, args, more = {}) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(program, args, {
    cwd: root,
    env: { ...environment(), ...colours, ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (bytes) => {
    process.stdout.write(bytes);
    output = (output + bytes).slice(-100_000);
  });
  return new Promise((done) => child.on('close', (status) => done({ status, output })));
}
