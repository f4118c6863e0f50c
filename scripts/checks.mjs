/**
 * The checks that `npm run check`, `npm test` and `npm run prove` are made of. Each tells on the terminal what it finds
 * and answers how much passed and failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { build, environment, Failed, node, root } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);

const steps = [
  ['format', bin('oxfmt'), '--check', '.'],
  ['lint and style', bin('oxlint'), '--deny-warnings'],
  ['types', bin('tsc'), '-p', 'tsconfig.json'],
  ['types of pure files', bin('tsc'), '-p', 'tsconfig.pure.json'],
  ['container image', bin('dockerfile-utils'), 'lint', 'deploy/Dockerfile'],
  ['names of kinds', process.execPath, join(root, 'scripts/kind-names.mjs')],
  ['import order', bin('depcruise'), 'src', '--output-type', 'err-long'],
  ['names of platforms', process.execPath, join(root, 'scripts/names.mjs')],
];

/**
 * Runs the parts of a check one after the other, whatever became of those before, and says how long each took and what
 * is to mend. The closing line counts everything that was checked: steps, tests and journeys.
 */
export async function runParts(parts) {
  const done = [];
  for (const [name, run] of Object.entries(parts)) {
    const began = Date.now();
    done.push({ name, ...(await run()), seconds: (Date.now() - began) / 1000 });
  }
  console.log('');
  for (const { name, seconds, passed, failed } of done)
    console.log(`${name.padEnd(15)} ${seconds.toFixed(1).padStart(7)} s  ${passed} passed, ${failed} failed`);
  const total = (count) => done.reduce((sum, part) => sum + part[count], 0);
  const toMend = done.flatMap(({ name, failed, faults = [name] }) => (failed > 0 ? faults : []));
  if (toMend.length > 0) console.log(`\nTo mend: ${toMend.join(', ')}.`);
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  if (toMend.length > 0) process.exitCode = 1;
}

/**
 * What can be said about the sources without running them. All of it is said, so that one round shows all there is to
 * mend.
 */
export function checkSources() {
  const faults = [];
  for (const [what, program, ...args] of steps) {
    const began = Date.now();
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env: environment(), encoding: 'utf8' });
    console.log(`${status === 0 ? '✓' : '✗'} ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    if (status === 0) continue;
    faults.push(what);
    console.log(`${stdout}${stderr}`.trim());
  }
  return { passed: steps.length - faults.length, failed: faults.length, faults };
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
  return outcome(status === 0 || status === 2);
}

/** The pages, which tests and journeys look at. */
export function buildPages() {
  try {
    build();
    return outcome(true);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    console.log(error.message);
    return outcome(false);
  }
}

/** Runs the tests that take seconds. They note which test meets which refusal, for the flips that come after. */
export function runTests() {
  rmSync(refusalsMet, { force: true });
  return vitest({ TESTS: 'quick', REFUSALS_MET: refusalsMet });
}

/** Runs the tests that take long; they add to the notes of the others, which the flips don't take for whole alone. */
export function runLongTests() {
  return vitest({ TESTS: 'long', ...(existsSync(refusalsMet) ? { REFUSALS_MET: refusalsMet } : {}) });
}

/** Plays random histories on the portal and on the model of its rules. */
export function runModel(seconds) {
  return vitest({ MODEL_SECONDS: String(seconds) }, ['src/model.server.test.ts']);
}

const refusalsMet = join(root, 'node_modules/.cache/flip/met.jsonl');

/** A run without a test has failed, and so has one that failed beside its tests. */
async function vitest(more, files = []) {
  const report = join(root, 'node_modules/.cache/vitest.json');
  mkdirSync(join(refusalsMet, '..'), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const status = await show([join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...files], more);
  const { numPassedTests = 0, numFailedTests = 0 } = reported(report);
  return counted(status === 0 && numPassedTests > 0, numPassedTests, numFailedTests);
}

/** Flips every rule that is data and expects a test to turn red for each. */
export async function runFlips() {
  const report = join(root, 'node_modules/.cache/flip/report.json');
  rmSync(report, { force: true });
  const status = await show([join(root, 'scripts/flip.ts'), `--report=${report}`]);
  const { seen = 0, unseen = 0 } = reported(report);
  return counted(status === 0, seen, unseen);
}

/** Runs the journeys of e2e/ in a real Chromium, on the pages as built. One that passed at its second try has passed. */
export async function runJourneys(args = [], more = {}) {
  const { executable, env } = chromium();
  const report = join(root, 'node_modules/.cache/journeys.json');
  rmSync(report, { force: true });
  const status = await show(
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args],
    { CHROMIUM: executable, CHROMIUM_ENV: JSON.stringify(env), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...more },
  );
  const { expected = 0, flaky = 0, unexpected = 0 } = reported(report).stats ?? {};
  return counted(status === 0, expected + flaky, unexpected);
}

const outcome = (good) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1 });
/** What failed as a whole has failed, even where none of its parts did. */
const counted = (good, passed, failed) => ({ passed, failed: good ? failed : Math.max(failed, 1) });
const reported = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Runs one of our programs on the portal's Node, seen on the terminal; answers how it ended. */
function show(args, more = {}) {
  const child = spawn(node(), args, {
    cwd: root,
    env: { ...environment(), ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((done) => child.on('close', done));
}
