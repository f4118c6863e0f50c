/**
 * The checks that `npm run check`, `npm test` and `npm run prove` are made of. Each tells on the terminal what it finds
 * and answers how much passed and failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from './chromium.mjs';
import { environment, node, root } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules/.bin', name);

const steps = () => [
  ['format', bin('oxfmt'), '--check', '.'],
  ['lint and style', bin('oxlint'), '--deny-warnings'],
  ['types', bin('tsc'), '-p', 'tsconfig.json'],
  ['types of pure files', bin('tsc'), '-p', 'tsconfig.pure.json'],
  ['container image', bin('dockerfile-utils'), 'lint', 'deploy/Dockerfile'],
  ["the cluster's image", bin('dockerfile-utils'), 'lint', 'deploy/cluster/Dockerfile'],
  ['names of kinds', node(), join(root, 'scripts/kind-names.mjs')],
  ['lengths of lines and sheets', node(), join(root, 'scripts/lines.mjs')],
  ['import order', bin('depcruise'), 'src', '--output-type', 'err-long'],
  ['names of platforms', node(), join(root, 'scripts/names.mjs')],
];

/**
 * Runs a check stage after stage, also after one has failed, and the parts of a stage side by side. Prints how long
 * each part took and what has to be fixed. The last line counts everything that was checked: steps, tests and journeys.
 */
export async function runParts(...stages) {
  const done = [];
  for (const parts of stages)
    done.push(...(await Promise.all(Object.entries(parts).map(([name, run]) => timed(name, run)))));
  console.log('');
  for (const { name, seconds, passed, failed } of done)
    console.log(`${name.padEnd(15)} ${seconds.toFixed(1).padStart(7)} s  ${passed} passed, ${failed} failed`);
  const total = (count) => done.reduce((sum, part) => sum + part[count], 0);
  const toMend = done.flatMap(({ name, failed, faults = [name] }) => (failed > 0 ? faults : []));
  if (toMend.length > 0) console.log(['\nTo mend:', ...toMend].join('\n- '));
  console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
  if (toMend.length > 0) process.exitCode = 1;
}

async function timed(name, run) {
  const began = Date.now();
  return { name, ...(await run()), seconds: (Date.now() - began) / 1000 };
}

/**
 * The checks of the sources that do not run the portal, two at a time, as most use one core. All of them run even when
 * one fails, so that one run shows everything that has to be fixed.
 */
export async function checkSources() {
  const faults = [];
  const all = steps();
  const waiting = [...all];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await passes(step))) faults.push(step[0]);
  };
  await Promise.all([work(), work()]);
  return { passed: all.length - faults.length, failed: faults.length, faults };
}

/** Runs one step; what it printed is shown where it failed. */
async function passes([what, program, ...args]) {
  const began = Date.now();
  const child = spawn(program, args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => printed.push(data));
  const status = await new Promise((done) => child.on('error', done).on('close', done));
  console.log(`${status === 0 ? '✓' : '✗'} ${what} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (status !== 0) console.log(Buffer.concat(printed).toString().trim() || String(status));
  return status === 0;
}

/**
 * Checks the packages: their versions, licences and known vulnerabilities. A registry that does not answer (exit code
 * 2) is reported but is no failure, so that the check needs no network.
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

/** Builds the pages, which some tests and all journeys need. */
export async function buildPages() {
  return outcome((await show([join(root, 'scripts/build.mjs')])) === 0);
}

/** Runs the quick tests. They record which test gets which refusal; `npm run flip` reads that afterwards. */
export function runTests() {
  rmSync(refusalsMet, { force: true });
  return vitest({ TESTS: 'quick', REFUSALS_MET: refusalsMet });
}

/** Runs the slow tests. They add to the records of the quick ones; on their own these would not be complete. */
export function runLongTests() {
  return vitest({ TESTS: 'long', ...(existsSync(refusalsMet) ? { REFUSALS_MET: refusalsMet } : {}) });
}

/** Plays random histories on the portal and on the model of its rules. */
export function runModel(seconds) {
  return vitest({ MODEL_SECONDS: String(seconds) }, ['src/model.server.test.ts']);
}

const refusalsMet = join(root, 'node_modules/.cache/flip/met.jsonl');

/**
 * A run counts as failed when it found no test at all, and when vitest failed although every test passed. Where few
 * files failed they run once more alone, since what measures time can fail on a busy machine; which ones is printed.
 */
async function vitest(more, files = []) {
  const first = await runVitest(more, files);
  if (first.status === 0 || first.faults.length === 0 || first.faults.length > mostFilesAgain) return first.counts;
  console.log(`\nOnce more, alone: ${first.faults.join(', ')}`);
  const again = await runVitest(more, first.faults);
  const { failed } = again.counts;
  return { passed: first.counts.passed + first.counts.failed - failed, failed, faults: again.faults };
}

const mostFilesAgain = 3;

async function runVitest(more, files) {
  const report = join(root, 'node_modules/.cache/vitest.json');
  mkdirSync(join(refusalsMet, '..'), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const status = await show([join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...files], more);
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = reported(report);
  const faults = testResults.flatMap(({ name, status }) => (status === 'failed' ? [relative(root, name)] : []));
  const counts = counted(status === 0 && numPassedTests > 0, numPassedTests, numFailedTests);
  return { status, faults, counts: faults.length > 0 ? { ...counts, faults } : counts };
}

/**
 * Changes every posting, transition, access, rounding, rule and promise of the lock in turn, and expects at least one
 * test to fail for each (flip.ts). What takes longest is left to `npm run flip -- refusals guards`.
 */
export async function runFlips() {
  const groups = ['postings', 'life', 'access', 'rounding', 'lock', 'rules'];
  const report = join(root, 'node_modules/.cache/flip/report.json');
  rmSync(report, { force: true });
  const status = await show([join(root, 'scripts/flip.ts'), ...groups, `--report=${report}`]);
  const { seen = 0, unseen = 0 } = reported(report);
  return counted(status === 0, seen, unseen);
}

/**
 * Runs the journeys of e2e/ in a real Chromium, on the built pages. A journey may pass at its second try. With `TESTS`
 * as `quick` or `long` in `more` it leaves out those that are tagged @long, or runs only these.
 */
export async function runJourneys(args = [], more = {}) {
  const { executable, env } = chromium();
  const report = join(root, 'node_modules/.cache/journeys.json');
  rmSync(report, { force: true });
  const status = await show(
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args],
    { CHROMIUM: executable, CHROMIUM_ENV: JSON.stringify(env), PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...more },
  );
  const { stats = {}, suites = [] } = reported(report);
  const { expected = 0, flaky = 0, unexpected = 0 } = stats;
  const faults = suites.flatMap(journeysAmiss);
  return { ...counted(status === 0, expected + flaky, unexpected), ...(faults.length > 0 ? { faults } : {}) };
}

/** Each journey of a suite of Playwright's report that failed: its file, its name, and what it said first. */
function journeysAmiss({ suites = [], specs = [] }) {
  const said = ({ file, title, tests }) => {
    const message = tests.flatMap(({ results }) => results).findLast(({ error }) => error)?.error.message ?? '';
    return `${file}, ${title}: ${stripVTControlCharacters(message).split('\n\nCall log')[0].trim()}`;
  };
  return [...specs.filter(({ ok }) => !ok).map(said), ...suites.flatMap(journeysAmiss)];
}

const outcome = (good) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1 });
/** A program that ended with an error counts as one failure even if it reported none. */
const counted = (good, passed, failed) => ({ passed, failed: good ? failed : Math.max(failed, 1) });
const reported = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** Runs one of our programs with the portal's Node and its output on the terminal; returns how it ended. */
function show(args, more = {}) {
  const child = spawn(node(), args, {
    cwd: root,
    env: { ...environment(), ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((done) => child.on('close', done));
}
