/** What the documents point at is there: links, their headings, files that stand in the text by name, all decisions. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));
const documents = files.filter((file) => file.endsWith('.md'));
const read = (file) => readFileSync(file, 'utf8').replaceAll(/^```[^]*?^```/gm, '');

/** The names under which GitHub links the headings of a document. */
function headings(text) {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.for(documents)('%s leads to what is there', (document) => {
  const text = read(document);
  const lost = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].filter(([, path, heading]) => {
    const file = path ? join(dirname(document), path) : document;
    return !existsSync(file) || (heading && !headings(read(file)).includes(heading));
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

test.for(documents)('%s names files that there are', (document) => {
  const named = [...read(document).matchAll(/`((?:[\w.@-]+\/)*\w[\w.-]*\.(?:tsx?|mjs|sql|css|yml))`/g)];
  const lost = named.filter(([, name]) => !name.includes('NNNN') && !`/${files.join('\n/')}\n`.includes(`/${name}\n`));
  expect(lost.map(([, name]) => name)).toEqual([]);
});

test('every decision stands in their list', () => {
  const list = read('docs/decisions/README.md');
  const decisions = readdirSync('docs/decisions').filter((file) => file !== 'README.md');
  expect(decisions.filter((file) => !list.includes(`](${basename(file)})`))).toEqual([]);
});

test('the first change names the logs of both sides, and nothing that its slice does not have', () => {
  const text = readFileSync('docs/first-change.md', 'utf8');
  const slice = readdirSync('src/shares').map((file) => `${file}\n${readFileSync(`src/shares/${file}`, 'utf8')}`);
  const named = [...text.matchAll(/`([A-Za-z]+[A-Z]\w*)`|: (\w+Or\w+)/g)].map(([, word, field]) => word ?? field);
  expect(named.filter((word) => !slice.join('\n').includes(word))).toEqual([]);
  const sides = [
    'getShareLog',
    'getGmailShareLog',
    'ShareLogPage.tsx',
    'GmailShareLogPage.tsx',
    'columnsOfFile',
    'shareMail',
  ];
  for (const side of sides) expect(text).toMatch(new RegExp(`[\`/]${side}\``));
});
