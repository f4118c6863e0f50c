/**
 * `npm run flip`: changes ("flips") every rule that is data and expects a test to fail for each; ends with 1 when no
 * test fails for one of them.
 *
 *     npm run flip                 all of them, each printed with the test that saw it
 *     npm run flip -- rounding     one group
 *     npm run flip -- refund.short what has this in its name
 *
 * A flip is made while the tests' modules are loaded; no file is changed. Several flips share one run where the name of
 * the failing test, or the refusal in its message, says which flip it found.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allFlips } from './flips.ts';
import { portalFiles } from './flips-refusals.ts';
import { groups, root, type Flip, type Group, type Test } from './flip-words.ts';
import { openTests, type Red, type Tests } from './flip-tests.ts';

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const began = Date.now();

const cache = join(root, 'node_modules/.cache/flip');
mkdirSync(cache, { recursive: true });
/** Which test gets which refusal; the tests write this file while they run. */
const metFile = join(cache, 'met.jsonl');

/** `whole`: the test failed when its whole file ran, not when it ran alone. */
type Seen = { flip: Flip; by: Test; whole: boolean };
const seen: Seen[] = [];
const unseen: Flip[] = [];
/** Tests that need the tests before them, and fail when they run alone. */
const leaning = new Set<string>();
const isGroup = (word: string) => groups.some((group) => group === word);
const flips = allFlips().filter(
  ({ group, what }) =>
    asked.length === 0 || asked.some((word) => (isGroup(word) ? word === group : what.includes(word))),
);
const of = (...some: Group[]) => flips.filter(({ group }) => some.includes(group));
/** Most of a flip is one core's work: two open sets of tests share the flips that are tried in turn. */
const [tests, others] = await Promise.all([openTests(), openTests()]);

try {
  await flipAll();
  // On a busy machine a run may time out; flips that no test found are tried once more, alone.
  await flipInTurn(unseen.splice(0), [tests]);
  await insistOnGreen();
} finally {
  await Promise.all([tests.close(), others.close()]);
}
conclude();

async function flipAll(): Promise<void> {
  await flipTogether(of('postings', 'life', 'access'));
  // A flip may hide others: where the call that switches a platform on is broken, all calls of that platform are 404.
  await flipTogether(unseen.splice(0));
  await flipInTurn(of('rounding', 'lock', 'rules', 'guards'));
  const refusals = of('refusals');
  if (refusals.length === 0) return;
  await learnWhoMeetsWhat();
  await learnWhoLeans(refusals);
  await flipDeclarations(refusals.filter(({ sign }) => sign !== undefined));
  await flipAnswers(refusals.filter(({ sign }) => sign === undefined));
}

/** Tries flips with a sign, all flips with different signs in one run. */
async function flipTogether(all: readonly Flip[]): Promise<void> {
  for (let round = all; round.length > 0;) {
    const now = [...new Map(round.toReversed().map((flip) => [flip.sign, flip])).values()];
    const red = await tests.run(now, distinct(now.flatMap((flip) => flip.tests)));
    for (const flip of now)
      judge(
        flip,
        red.filter(({ name, message }) => name.includes(flip.sign!) || message.includes(flip.sign!)),
      );
    round = round.filter((flip) => !now.includes(flip));
  }
}

/** Tries flips one by one in each place, the most likely tests first. */
async function flipInTurn(all: readonly Flip[], places: readonly Tests[] = [tests, others]): Promise<void> {
  const met = testsThatMet();
  const waiting = [...all];
  const work = async (on: Tests) => {
    for (let flip = waiting.shift(); flip; flip = waiting.shift()) {
      let [red, whole]: [Red[], boolean] = [[], false];
      for (const test of distinct([...(met.get(flip.refusal ?? '') ?? []), ...flip.tests])) {
        [red, whole] = [await on.run([flip], [test]), !test.name];
        if (red.some(({ name }) => name !== '')) break;
      }
      judge(flip, red, whole);
    }
  };
  try {
    await Promise.all(places.map(work));
  } finally {
    waiting.length = 0;
  }
}

/** Runs the tests that record which refusals they get, unless they did so today. */
async function learnWhoMeetsWhat(): Promise<void> {
  if (existsSync(metFile) && Date.now() - statSync(metFile).mtimeMs < 86_400_000) return;
  rmSync(metFile, { force: true });
  process.env['REFUSALS_MET'] = metFile;
  await tests.run([], portalFiles);
  delete process.env['REFUSALS_MET'];
}

/** Finds the tests that fail when they run alone: these are run with their whole file. */
async function learnWhoLeans(refusals: readonly Flip[]): Promise<void> {
  const met = testsThatMet();
  const red = await tests.run(
    [],
    distinct(refusals.flatMap(({ refusal }) => met.get(refusal!) ?? []).filter(({ name }) => name)),
  );
  for (const test of red) leaning.add(nameOf(test));
}

function nameOf({ file, name }: Test): string {
  return `${file} > ${name ?? ''}`;
}

/** Removes all declarations of refusals at once; for each, a test that gets this refusal has to fail. */
async function flipDeclarations(all: readonly Flip[]): Promise<void> {
  const met = testsThatMet();
  const red = await tests.run(
    all,
    distinct(all.flatMap(({ refusal }) => (met.get(refusal!) ?? []).filter(({ name }) => name).slice(0, 2))),
  );
  const missed = (flip: Flip) => red.filter(({ message }) => message.includes(flip.sign!));
  for (const flip of all) if (missed(flip).length > 0) judge(flip, missed(flip));
  await flipInTurn(all.filter((flip) => missed(flip).length === 0));
}

/**
 * Makes calls stop answering a refusal. Refusals that are tested in different files share a run, because each then has
 * its own failing test.
 */
async function flipAnswers(all: readonly Flip[]): Promise<void> {
  const met = testsThatMet();
  let left = all.filter(({ refusal }) => met.has(refusal!));
  unseen.push(...all.filter(({ refusal }) => !met.has(refusal!)));
  const filesOf = (flip: Flip) => new Set(met.get(flip.refusal!)!.map(({ file }) => file));
  const inVain: Flip[] = [];
  while (left.length > 0) {
    const now: { flip: Flip; files: Set<string>; test: Test }[] = [];
    for (const flip of left) {
      const files = filesOf(flip);
      const free = met
        .get(flip.refusal!)!
        .find(({ file, name }) => name && now.every((other) => !other.files.has(file)));
      if (free && now.every((other) => !files.has(other.test.file))) now.push({ flip, files, test: free });
    }
    if (now.length === 0) break;
    const red = await tests.run(
      now.map(({ flip }) => flip),
      now.map(({ test }) => test),
    );
    for (const { flip, test } of now) {
      const own = red.filter(({ file }) => file === test.file);
      if (own.length > 0) judge(flip, own);
      else inVain.push(flip);
    }
    left = left.filter((flip) => !now.some((one) => one.flip === flip));
  }
  await flipInTurn([...inVain, ...left]);
}

function testsThatMet(): Map<string, Test[]> {
  const met = new Map<string, Test[]>();
  if (!existsSync(metFile)) return met;
  for (const line of readFileSync(metFile, 'utf8').trim().split('\n')) {
    const { refusal, file, test } = JSON.parse(line) as { refusal: string; file: string; test: string };
    const one = { file: file.slice(root.length + 1), name: test };
    met.set(refusal, distinct([...(met.get(refusal) ?? []), leaning.has(nameOf(one)) ? { file: one.file } : one]));
  }
  return met;
}

function distinct(all: readonly Test[]): Test[] {
  return [...new Map(all.map((test) => [nameOf(test), test])).values()];
}

function judge(flip: Flip, red: readonly Red[], whole = false): void {
  const by = red.find(({ name }) => name !== '');
  if (by) seen.push({ flip, by, whole });
  else unseen.push(flip);
  if (!by) console.log(`✗ ${flip.what}: no test turns red`);
  else console.log(`✓ ${flip.what}\n    ${by.file} > ${by.name}`);
}

/**
 * Runs the tests without any flip: a test that fails then proves nothing. One that fails once for being slow may again.
 */
async function insistOnGreen(): Promise<void> {
  const trusted = distinct(seen.map(({ by, whole }) => (whole ? { file: by.file } : { file: by.file, name: by.name })));
  const once = new Set((await tests.run([], trusted)).map(({ file }) => file));
  const red =
    once.size === 0
      ? []
      : await tests.run(
          [],
          trusted.filter(({ file }) => once.has(file)),
        );
  for (const one of red) {
    const credited = seen.filter(({ by }) => by.file === one.file && (by.name === one.name || one.name === ''));
    if (credited.length > 0)
      console.log(`✗ ${nameOf(one)} is red without a flip; it was to prove ${credited.length} of them: ${one.message}`);
    for (const each of credited) {
      seen.splice(seen.indexOf(each), 1);
      unseen.push(each.flip);
    }
  }
}

function conclude(): void {
  for (const group of groups) {
    const [good, all] = [seen, [...seen, ...unseen.map((flip) => ({ flip }))]].map(
      (some) => some.filter(({ flip }) => flip.group === group).length,
    );
    if (all! > 0) console.log(`${group}: ${good} of ${all} flips turned a test red`);
  }
  console.log(`${seen.length} flips seen, ${unseen.length} not, ${((Date.now() - began) / 1000).toFixed(0)} s`);
  process.exitCode = unseen.length === 0 && seen.length > 0 ? 0 : 1;
  const report = process.argv.find((argument) => argument.startsWith('--report='))?.slice('--report='.length);
  if (report) writeFileSync(report, JSON.stringify({ seen: seen.length, unseen: unseen.length }));
}
