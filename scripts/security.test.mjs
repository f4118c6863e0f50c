import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; they come first in their section. */
const sections = {
  1.1: 2,
  1.2: 9,
  1.3: 11,
  1.4: 3,
  1.5: 2,
  2.1: 3,
  2.2: 3,
  2.3: 4,
  2.4: 1,
  3.2: 2,
  3.3: 4,
  3.4: 6,
  3.5: 5,
  3.7: 2,
  4.1: 3,
  4.2: 1,
  4.3: 2,
  4.4: 4,
  5.1: 1,
  5.2: 3,
  5.3: 2,
  5.4: 3,
  6.1: 3,
  6.2: 12,
  6.3: 4,
  6.4: 4,
  6.5: 5,
  6.6: 3,
  6.8: 4,
  7.1: 3,
  7.2: 4,
  7.3: 2,
  7.4: 5,
  7.5: 2,
  7.6: 2,
  8.1: 2,
  8.2: 3,
  8.3: 1,
  8.4: 1,
  9.1: 3,
  9.2: 4,
  10.1: 2,
  10.2: 2,
  10.3: 4,
  10.4: 11,
  10.5: 5,
  10.6: 2,
  10.7: 3,
  11.1: 2,
  11.2: 3,
  11.3: 3,
  11.4: 4,
  11.5: 1,
  11.6: 1,
  12.1: 3,
  12.2: 2,
  12.3: 4,
  13.1: 1,
  13.2: 5,
  13.3: 2,
  13.4: 5,
  14.1: 2,
  14.2: 4,
  14.3: 3,
  15.1: 3,
  15.2: 3,
  15.3: 7,
  16.1: 1,
  16.2: 5,
  16.3: 4,
  16.4: 3,
  16.5: 3,
  17.1: 1,
  17.2: 4,
  17.3: 2,
};

test('every requirement of levels 1 and 2 stands in the list once', () => {
  const wanted = Object.entries(sections).flatMap(([section, most]) =>
    Array.from({ length: most }, (_, n) => `${section}.${n + 1}`),
  );
  const listed = [...text.matchAll(/^\| ([\d., –]+) \| (yes|partly|no|n\/a) \| .+ \|$/gm)].flatMap(([, numbers]) =>
    numbers.split(', ').flatMap((range) => {
      const [from, to = from] = range.split('–');
      const section = from.slice(0, from.lastIndexOf('.'));
      const [first, last] = [from, to].map((number) => Number(number.slice(number.lastIndexOf('.') + 1)));
      return Array.from({ length: last - first + 1 }, (_, n) => `${section}.${first + n}`);
    }),
  );
  expect(listed.toSorted()).toEqual(wanted.toSorted());
});

test('every file that it names is there', () => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|sql|md|conf|service))`/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(80);
  const missing = [...new Set(named)].filter(
    (name) => !existsSync(join(root, name)) && !existsSync(join(root, 'src', name)),
  );
  expect(missing).toEqual([]);
});
