/**
 * `npm run flip`: flips every rule that is data and expects a test to turn red for each; ends with 1 for a flip that
 * nobody sees.
 *
 *     npm run flip                 all of them, each printed with the test that saw it
 *     npm run flip -- rounding     one group
 *     npm run flip -- refund.short what has this in its name
 *
 * A flip is made while the tests' modules are loaded; no file is touched. Flips that are told apart by the name of the
 * test that sees them, or by the refusal in its message, are made at once.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allFlips } from './flips.ts';
import { portalFiles } from './flips-refusals.ts';
import { groups, root, type Flip, type Group, type Test } from './flip-words.ts';
import { openTests, type Red } from './flip-tests.ts';

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const began = Date.now();

const cache = join(root, 'node_modules/.cache/flip');
mkdirSync(cache, { recursive: true });
/** Which test meets which refusal, as the tests themselves note it. */
const metFile = join(cache, 'met.jsonl');

/** `whole`: by a test that ran with all of its file. */
type Seen = { flip: Flip; by: Test; whole: boolean };
const seen: Seen[] = [];
const unseen: Flip[] = [];
/** Tests that are red when nothing runs before them. */
const leaning = new Set<string>();
const flips = allFlips().filter(
  ({ group, what }) => asked.length === 0 || asked.some((word) => word === group || what.includes(word)),
);
const of = (...some: Group[]) => flips.filter(({ group }) => some.includes(group));
const tests = await openTests();

try {
  await flipAll();
  // On a busy machine a run may end before its test; what nobody saw is tried once more, alone.
  await flipInTurn(unseen.splice(0));
  await insistOnGreen();
} finally {
  await tests.close();
}
conclude();

async function flipAll(): Promise<void> {
  await flipTogether(of('postings', 'life', 'access'));
  await flipInTurn(of('rounding'));
  const refusals = of('refusals');
  if (refusals.length === 0) return;
  await learnWhoMeetsWhat();
  await learnWhoLeans(refusals);
  await flipDeclarations(refusals.filter(({ sign }) => sign !== undefined));
  await flipAnswers(refusals.filter(({ sign }) => sign === undefined));
}

/** Flips with a sign, as many at once as have different ones. */
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

/** One after the other, in the tests that are nearest first. */
async function flipInTurn(all: readonly Flip[]): Promise<void> {
  const met = testsThatMet();
  for (const flip of all) {
    let [red, whole]: [Red[], boolean] = [[], false];
    for (const test of distinct([...(met.get(flip.refusal ?? '') ?? []), ...flip.tests])) {
      [red, whole] = [await tests.run([flip], [test]), !test.name];
      if (red.some(({ name }) => name !== '')) break;
    }
    judge(flip, red, whole);
  }
}

/** The tests note it themselves; what they noted today is believed. */
async function learnWhoMeetsWhat(): Promise<void> {
  if (existsSync(metFile) && Date.now() - statSync(metFile).mtimeMs < 86_400_000) return;
  rmSync(metFile, { force: true });
  process.env['REFUSALS_MET'] = metFile;
  await tests.run([], portalFiles);
  delete process.env['REFUSALS_MET'];
}

/** A test that needs the ones before it proves nothing alone; it is run with its file. */
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

/** All declarations of refusals are taken away at once; each has to be missed by a test that meets the refusal. */
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
 * Refusals that no call answers any more: at once where they are met in different files, so that each has its own red
 * test.
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

/** A test that is red without a flip has seen nothing. */
async function insistOnGreen(): Promise<void> {
  const red = await tests.run(
    [],
    distinct(seen.map(({ by, whole }) => (whole ? { file: by.file } : { file: by.file, name: by.name }))),
  );
  for (const one of red) {
    const credited = seen.filter(({ by }) => by.file === one.file && (by.name === one.name || one.name === ''));
    if (credited.length > 0)
      console.log(`✗ ${nameOf(one)} is red without a flip; it was to prove ${credited.length} of them`);
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
