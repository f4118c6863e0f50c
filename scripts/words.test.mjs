/** The words that people read are held by a check, and a check is only worth something if it can fail. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  everyHeader,
  everySentence,
  everySource,
  everyText,
  faultsIn,
  gradeOf,
  headersIn,
  textsIn,
  unnamedIn,
} from './words.mjs';

const root = join(import.meta.dirname, '..');
const texts = everyText(root);

test('no words file has a banned word, two names for a thing, "15 %" or a sentence of more than twenty words', () => {
  expect(texts.length).toBeGreaterThan(2_000);
  expect(faultsIn(texts)).toEqual([]);
});

test('no refusal, notice or mail of the server breaks these rules either', () => {
  const sentences = everySentence(root);
  expect(sentences.length).toBeGreaterThan(600);
  expect(faultsIn(sentences)).toEqual([]);
  expect(gradeOf(sentences)).toBeLessThan(6);
});

test('no column of a list or a file is called what the words ban', () => {
  const headers = everyHeader(root);
  expect(headers.length).toBeGreaterThan(25);
  expect(faultsIn(headers)).toEqual([]);
  const [found] = headersIn('src/x/x.server.ts', "const columns = [\n  { header: 'Updated', type: 'time' }];");
  expect(faultsIn([found])).toEqual(['src/x/x.server.ts:2: "Updated"; instead: Updated Time']);
});

test('somebody who has read English for a few years reads all of it with ease', () => {
  expect(gradeOf(texts)).toBeLessThan(6);
  for (const [file, own] of Map.groupBy(texts, (text) => text.file)) expect(gradeOf(own), file).toBeLessThan(8);
});

test.each([
  ['export const words = { fee: (percent: string) => `Top-up fee (${percent} %)` };', '15%'],
  ["export const words = { at: 'Created At' };", 'Created Time'],
  ["export const words = { when: 'Asked' };", 'Created Time'],
  ["export const words = { takeBack: 'Cancel this order' };", 'Cancel only closes'],
  ["export const words = { hint: 'Kindly wait.' };", 'says nothing'],
  ["export const words = { hint: 'Enter the transaction id.' };", 'transaction ID'],
  ["export const words = { hint: 'You get a mail.' };", 'e-mail'],
  ["export const words = { hint: 'Name a timezone.' };", 'time zone'],
  ["export const words = { hint: 'The client is told by notice and e-mail.' };", 'switched that off'],
  ["export const words = { hint: 'Open the pay link.' };", 'paylink'],
  ["export const words = { hint: 'How do I recharge it?' };", 'top-up'],
  [`export const words = { text: '${'word '.repeat(21)}end.' };`, '22 words'],
])('a words file with %s is stopped', (source, said) => {
  expect(faultsIn(textsIn('src/x/x.words.ts', source)).join()).toContain(said);
});

test('the words of a platform that no list names may be as long as those of the others', () => {
  const source = `export const words = { description: '${'word '.repeat(30)}end.' };`;
  expect(faultsIn(textsIn('src/site/snapchat.words.ts', source))).toEqual([]);
  expect(faultsIn(textsIn('src/site/security.words.ts', source))).toHaveLength(1);
});

test('what is filled in counts as one word, and imports and types are no texts', () => {
  const source = "import { a } from './a.ts';\nexport const words = { of: (n: 'x' | 'y') => `${n} of ${a(n)}` };";
  expect(textsIn('src/x/x.words.ts', source).map(({ text }) => text)).toEqual(['X of X']);
});

test('no words stay behind when the last page that says them is gone', () => {
  expect(unnamedIn(everySource(root))).toEqual([]);
});

test('words that nobody names are found', () => {
  const said = new Map([
    ['src/x/x.words.ts', "export const words = { read: 'Read', left: 'Left' } as const;"],
    ['src/x/Page.tsx', "import { words } from './x.words.ts'; words.read;"],
    ['src/y/Page.tsx', "import { words } from './x.words.ts'; words.left;"],
  ]);
  expect(unnamedIn(said)).toEqual(['src/x/x.words.ts: left']);
  said.set('src/y/Page.tsx', "import { words } from '#x/x.words.ts'; words.left;");
  expect(unnamedIn(said)).toEqual([]);
});
