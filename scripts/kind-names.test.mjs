/** The count of kinds' names is only worth something if it finds them: here they are planted, one way each. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const house = mkdtempSync(join(tmpdir(), 'portal-kinds-'));
afterAll(() => rmSync(house, { recursive: true }));

/** What the count says about these files, in a house with two kinds. */
function told(files) {
  rmSync(join(house, 'src'), { recursive: true, force: true });
  const kinds = {
    'src/kinds/topup.ts': `export const topup: KindOf<'topup'> = { name: 'topup' };\n`,
    'src/kinds/refund.ts': `export const refund: KindOf<'refund'> = { name: 'refund' };\n`,
  };
  for (const [name, text] of Object.entries({ ...kinds, ...files })) {
    mkdirSync(dirname(join(house, name)), { recursive: true });
    writeFileSync(join(house, name), text);
  }
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/kind-names.mjs'), house], {
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n').slice(0, -1) };
}

test.each([
  ['a question', `export const is = (row) => row.kind === 'topup';`],
  ['SQL', "export const sql = `select from requests where kind = 'topup'`;"],
  ['a question behind the name', `export const is = (row) => row.kind === topup.name;`],
  ['a table by all names', `export const words: Record<KindName, string> = all;`],
  ['a kind instead of all', `import { topup } from '#kinds/topup.ts';`],
  ['an attribute', `export const one = <Row kind="topup" />;`],
])('%s is found where it should not stand', (_, text) => {
  const { status, lines } = told({ 'src/queue/one.tsx': `/** Not 'topup' here. */\n${text}\n` });
  expect({ status, lines }).toEqual({ status: 1, lines: [`src/queue/one.tsx:2: ${text}`] });
});

test('a kind may say its own name and no other, as may its slice and tests', () => {
  const asks = `export const is = (row) => row.kind === 'topup';\n`;
  expect(
    told({ 'src/topups/one.ts': asks, 'src/queue/one.test.ts': asks, 'src/queue/one.testing.ts': asks }).status,
  ).toBe(0);
  expect(told({ 'src/refunds/one.ts': asks }).lines).toEqual([`src/refunds/one.ts:1: ${asks.trim()}`]);
  expect(told({ 'src/kinds/refund.ts': `export const refund: KindOf<'refund'> = { name: 'topup' };\n` }).status).toBe(
    1,
  );
});
