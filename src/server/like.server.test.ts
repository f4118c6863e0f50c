/** A name is found in whatever script it is written, whatever the database's locale, and always by an index. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { databaseIn } from './connection.server.ts';
import { openDatabase, portalSettings } from './database.server.ts';
import { holding } from './like.server.ts';
import { migrate } from './migrate.server.ts';
import { onServer } from './database.testing.server.ts';

const names = ['José García', '王伟', '王小明', 'Ömer Şahin', 'Ada Okafor', 'AT&T Iberia', '50% Ben', 'Данило'];
/** What is typed, and who is found by it. */
const searches: [string, string[]][] = [
  ['王伟', ['王伟']],
  ['王', ['王伟', '王小明']],
  ['伟王', []],
  ['josé', ['José García']],
  ['JOSÉ G', ['José García']],
  ['é', ['José García']],
  ['ömer şa', ['Ömer Şahin']],
  ['ДАН', ['Данило']],
  ['t&', ['AT&T Iberia']],
  ['%', ['50% Ben']],
  ['&%', []],
  ['okafor', ['Ada Okafor']],
  ['王伟@', ['王伟']],
  ['+49 151 00004', ['Ada Okafor']],
];

const locales = {
  'the one that comes along': '',
  'one that knows ASCII only': `locale_provider libc locale 'C'`,
  'one of ICU': `locale_provider icu icu_locale 'de' locale 'C'`,
};

describe.each(Object.entries(locales))('in a database with %s', async (_, locale) => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template template0 encoding 'UTF8' ${locale}`);
  const url = databaseIn(inject('databaseUrl'), name);
  await migrate(url);
  const db = openDatabase(url, { max: 1, settings: portalSettings });
  await db.pool.query(
    `insert into clients (public_id, name, email, phone)
     select 'US-' || n, name, replace(name, ' ', '.') || '@example.com', '+49 151 0000' || n - 1
       from unnest($1::text[]) with ordinality x (name, n)`,
    [names],
  );
  afterAll(async () => {
    await db.close();
    await onServer(`drop database ${name} with (force)`);
  });

  const values: unknown[] = [];
  const write = (value: unknown) => `$${values.push(value)}`;
  const asking = (q: string) => {
    values.length = 0;
    const { found, walked } = holding(['name', 'email', 'phone'], q, write);
    return [found, walked].map((where) => `array(select name from clients where ${where} order by id)`);
  };

  test.each(searches)('“%s” finds who is called so', async (q, expected) => {
    const [found, walked] = asking(q);
    const rows = await db.query('', `select ${found} as found, ${walked} as walked`, values);
    expect(rows).toEqual([{ found: expected, walked: expected }]);
  });

  test.each(searches)('“%s” is looked up in an index, or compared while walking', async (q) => {
    await db.pool.query('set enable_seqscan = off');
    const [found, walked] = await Promise.all(
      asking(q).map(async (array) => {
        const { rows } = await db.pool.query(`explain (generic_plan) select ${array}`);
        return rows
          .map((row) => row['QUERY PLAN'])
          .join(' ')
          .match(/Bitmap Index Scan on clients_by_\w+/g);
      }),
    );
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/clients_by_(sign|name_part)$/)]));
    expect(walked).toBeNull();
  });
});
