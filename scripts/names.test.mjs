/** The check that platforms are named in their own files alone is only worth something if it can fail. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { strayNames } from './names.mjs';

const root = join(import.meta.dirname, '..');
const house = await mkdtemp(join(tmpdir(), 'portal-names-'));

afterAll(() => rm(house, { recursive: true }));

/** What each file says, and whether that is a violation. */
const planted = {
  'src/adaccounts/asked.ts': [`export const is = (name: string) => name === 'Acme';`, true],
  'src/shell/guessed.ts': ['export const found = /acme|a-cme/.test(location.pathname);', true],
  'src/deposits/filled.ts': ['export const path = (id: string) => `/acme/${id}`;', true],
  'src/queue/Drawn.tsx': ['export const Drawn = () => <p>Pending Acme Ads</p>;', true],
  'src/clients/keyed.ts': [`export const nested = { acmeAds: [] };`, true],
  'src/kinds/called.ts': ['export function asAcmeAd() {}', true],
  'src/wallet/written.ts': [`export const to = '/admin/adapproval/xapprove';`, true],
  'src/ledger/shouted.ts': [`export const kind = 'ACME';`, true],
  'src/users/innocent.ts': [`/** As Acme does it. */\nexport const scacmed = 'of macmes'; // Acme`, false],
  'src/users/users.test.ts': [`export const adType = 'Acme';`, false],
  'src/site/said.words.ts': [`export const title = 'Acme ad accounts';`, false],
  'src/platforms/acme.ts': [
    `export const acme = {\n  name: 'Acme',\n  prefix: 'CA',\n  at: ['/admin/adapproval/xapprove'],\n};\n`,
    false,
  ],
};

test('a name is found in texts, patterns, properties and longer names, and an address as a whole', async () => {
  for (const [file, [text]] of Object.entries(planted)) {
    await mkdir(dirname(join(house, file)), { recursive: true });
    await writeFile(join(house, file), text);
  }
  const { names, stray } = strayNames(house);
  expect(names).toEqual(['Acme']);
  const violations = Object.entries(planted).filter(([, [, isOne]]) => isOne);
  expect([...new Set(stray.map((each) => each.split(':')[0]))]).toEqual(violations.map(([file]) => file).toSorted());
});

test('the house itself is in order', () => {
  const { names, stray } = strayNames(root);
  expect(names.length).toBeGreaterThan(2);
  expect(stray).toEqual([]);
});
