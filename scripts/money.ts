/** `npm run money`: prints docs/money.md from the postings. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moneyPage } from '#kinds/money.ts';

const docs = join(import.meta.dirname, '../docs');
mkdirSync(docs, { recursive: true });
writeFileSync(join(docs, 'money.md'), moneyPage());
