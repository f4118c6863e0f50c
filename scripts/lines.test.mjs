import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { longLines, longSheets, spreadLiterals } from './lines.mjs';

const many = Array.from({ length: 12 }, (_, n) => `column_${n}`).join(', ');
const files = {
  'src/ledger/statement.ts': `export const rows = \`select ${many} from movements\`;\n`,
  'src/ledger/clause.ts': `export const part = \`where kind = 'deposit' and (${many}) is not null\`;\n`,
  'src/ledger/remark.ts': `// ${'A remark goes on and on. '.repeat(6)}\nexport const one = 1;\n`,
  'migrations/0001-first.sql': `create table wide (${many.replaceAll(',', ' int,')} int);\n`,
  'src/ledger/said.words.ts': `export const said = '${'A sentence from where one selects and orders by hand. '.repeat(4)}';\n`,
  'migrations/schema.sql': `create table printed (${many.replaceAll(',', ' int,')} int);\n`,
  'src/ledger/wide.module.css': '.one {\n  color: red;\n}\n'.repeat(101),
  'src/ledger/full.module.css': '.one {\n  color: red;\n}\n'.repeat(100),
  'src/ledger/spread.ts':
    "const more = [1];\nexport const all = [...more, ...(['a'] as const)];\nexport const one = { ...{ a: 1 } };\n",
  'src/ledger/short.ts': 'export const rows = `select id\n  from movements`;\n',
};

test('long lines of SQL and comments, long style sheets and spread literals are named, sentences and what is printed are not', async () => {
  const house = await mkdtemp(join(tmpdir(), 'portal-lines-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(house, name)), { recursive: true });
    await writeFile(join(house, name), text);
  }
  const found = longLines(house).map((each) => each.replace(/:.*/, ''));
  const sheets = longSheets(house);
  const spread = spreadLiterals(house);
  await rm(house, { recursive: true });
  expect(found).toEqual([
    'migrations/0001-first.sql',
    'src/ledger/clause.ts',
    'src/ledger/remark.ts',
    'src/ledger/statement.ts',
  ]);
  expect(sheets).toEqual(['src/ledger/wide.module.css: 303 lines']);
  expect(spread).toEqual(['src/ledger/spread.ts:2', 'src/ledger/spread.ts:3']);
});
