import { expect, test } from 'vitest';
import { isDatabaseAway } from './away.server.ts';
import { openDatabase } from './database.server.ts';
import { countTrips } from './trips.server.ts';
import { testDatabase } from './database.testing.server.ts';
import { mostForms, nameOfText } from './forms.server.ts';

const db = await testDatabase();

test('the portal acts as portal_app, which may not make tables', async () => {
  expect(await db.query('who', 'select current_user::text as who')).toEqual([{ who: 'portal_app' }]);
  await expect(db.query('make', 'create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
});

test('the hours and days of the week that statements count by are those of UTC, wherever the server stands', async () => {
  const [{ name } = { name: '' }] = await db.owner.query<{ name: string }>(
    'name',
    'select current_database()::text as name',
  );
  await db.owner.pool.query(`alter database ${name} set timezone = 'Pacific/Kiritimati'`);
  const fresh = openDatabase(db.url);
  expect(
    await fresh.query('week', `select extract(isodow from '2026-11-21T23:00:00Z'::timestamptz)::int as day`),
  ).toEqual([{ day: 6 }]);
  await fresh.close();
});

test('whole numbers arrive as bigint to the last digit, moments as Date, days and decimals as text', async () => {
  const [row] = await db.query(
    'types',
    `select 9007199254740993::int8 as cents, array[1, null, 9007199254740993]::int8[] as many, '{}'::int8[] as none,
            '2026-01-02T03:04:05Z'::timestamptz as moment, '2026-01-02'::date as day,
            1.50::numeric as decimal, $1::int8 as echoed, $2::int8[] as list`,
    [9007199254740993n, [1n, 2n]],
  );
  expect(row).toEqual({
    cents: 9007199254740993n,
    many: [1n, null, 9007199254740993n],
    none: [],
    moment: new Date('2026-01-02T03:04:05Z'),
    day: '2026-01-02',
    decimal: '1.50',
    echoed: 9007199254740993n,
    list: [1n, 2n],
  });
});

test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Atlantic/Reykjavik'])(
  'a moment is the same moment, written in %s',
  async (TimeZone) => {
    const elsewhere = openDatabase(db.url, { max: 1, settings: { TimeZone } });
    const moments = [
      '2026-01-02T03:04:05Z',
      '2026-12-31T23:59:59.999Z',
      '2024-02-29T00:00:00.1Z',
      '1999-06-01T12:00:00.029Z',
      '0999-01-01T00:00:00.5Z',
    ];
    const rows = await elsewhere.query<{ at: Date }>(
      'moments',
      'select at from unnest($1::timestamptz[]) with ordinality t (at, n) order by n',
      [[...moments, '2026-03-09 08:07:06.123999+00', '12026-01-01 00:00:00+00']],
    );
    await elsewhere.close();
    const later = [new Date('2026-03-09T08:07:06.123Z'), new Date('+012026-01-01T00:00:00.000Z')];
    expect(rows.map(({ at }) => at)).toEqual([...moments.map((moment) => new Date(moment)), ...later]);
  },
);

test('a statement is prepared once and known by its name', async () => {
  const one = openDatabase(db.url, { max: 1 });
  await one.query('known by name', 'select 1');
  await one.query('known by name', 'select 1');
  expect(await one.query('look', `select name from pg_prepared_statements where name = 'known by name'`)).toHaveLength(
    1,
  );
  await one.close();
});

test('a transaction keeps everything or nothing', async () => {
  await db.owner.query('table', 'create table kept (id int primary key); ').catch(() => {});
  const insert = (id: number) =>
    db.owner.transaction(async (tx) => {
      await tx.query('insert', 'insert into kept values ($1)', [id]);
      if (id < 0) throw new Error('changed my mind');
      return id;
    });
  expect(await insert(1)).toBe(1);
  await expect(insert(-1)).rejects.toThrow('changed my mind');
  expect(await db.owner.query('all', 'select id from kept')).toEqual([{ id: 1 }]);
});

test('a transaction has no transaction inside', async () => {
  await db.owner.transaction(async (tx) => {
    await expect(tx.transaction(async () => {})).rejects.toThrow('no transactions inside');
  });
});

test('round trips are counted for the call that made them', async () => {
  const calls = Array.from({ length: 4 }, (_, extra) =>
    countTrips(async () => {
      await db.query('one', 'select 1');
      await db.transaction(async (tx) => {
        for (let trip = 0; trip < extra; trip += 1) await tx.query('one', 'select 1');
      });
    }),
  );
  expect((await Promise.all(calls)).map(({ trips }) => trips)).toEqual([3, 4, 5, 6]);
});

test('a statement that takes too long, and a server that is gone, count as away; a refused statement does not', async () => {
  const hurried = openDatabase(db.url, { settings: { statement_timeout: '50ms' } });
  const slow = await hurried.query('slow', 'select pg_sleep(5)').catch((error: unknown) => error);
  const wrong = await hurried.query('wrong', 'select 1/0').catch((error: unknown) => error);
  await hurried.close();
  const ended = await hurried.query('after', 'select 1').catch((error: unknown) => error);
  const nowhere = openDatabase('postgresql://nobody:none@127.0.0.1:1/none');
  const refused = await nowhere.query('any', 'select 1').catch((error: unknown) => error);
  await nowhere.close();
  expect([slow, wrong, ended, refused].map(isDatabaseAway)).toEqual([true, false, true, true]);
});

test('a full disk, a full memory and a transaction that was given up while its node was frozen count as away', async () => {
  const told = ['53100', '53200', '58030', '25P03', '25P04'];
  expect(told.map((code) => isDatabaseAway(Object.assign(new Error('told by the server'), { code })))).toEqual(
    told.map(() => true),
  );
  const hurried = openDatabase(db.url, { settings: { idle_in_transaction_session_timeout: '50ms' } });
  const late = hurried.transaction(async (tx) => {
    await tx.query('first', 'select 1');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx.query('second', 'select 1');
  });
  expect(isDatabaseAway(await late.catch((error: unknown) => error))).toBe(true);
  await hurried.close();
});

test('closing waits until the server has let go, so that one who stops the server next cuts nothing off', async () => {
  const faults: Error[] = [];
  const pool = openDatabase(db.url, { max: 6, onError: (error) => faults.push(error) });
  let [opened, ended] = [0, 0];
  pool.pool.on('connect', (client) => {
    opened += 1;
    client.on('end', () => (ended += 1));
  });
  await Promise.all(Array.from({ length: 6 }, () => pool.query('nap', 'select pg_sleep(0.05)')));
  await pool.close();
  expect([opened, ended, faults]).toEqual([6, 6, []]);
});

test('a broken connection fails its caller and nobody else', async () => {
  const pool = openDatabase(db.url, { max: 2 });
  const [victim] = await pool.query<{ pid: number }>('pid', 'select pg_backend_pid() as pid');
  const asleep = pool.query('sleep', 'select pg_sleep(10)').catch((error: unknown) => error);
  await db.owner.query('kill', `select pg_terminate_backend($1)`, [victim?.pid]);
  expect(isDatabaseAway(await asleep)).toBe(true);
  expect(await pool.query('again', 'select 1 as one')).toEqual([{ one: 1 }]);
  await pool.close();
});

test('of a statement that is asked in ever new ways the first forms are prepared, and every constant one', async () => {
  const alone = openDatabase(db.url, { max: 1 });
  const prepared = async (names: string) =>
    (await alone.query('prepared', 'select from pg_prepared_statements where name like $1', [names])).length;
  for (let form = 0; form < mostForms + 20; form++) {
    const text = `select ${form} as form`;
    expect(await alone.query(`ways form ${form}`, text)).toEqual([{ form }]);
    expect(await alone.query(nameOfText('texts', text), text)).toEqual([{ form }]);
  }
  expect(await prepared('ways %')).toBe(mostForms);
  expect(await prepared('texts#%')).toBe(mostForms);
  await alone.query('constant', 'select 1');
  expect(await prepared('constant')).toBe(1);
  // What was prepared stays so.
  await alone.query('ways form 7', 'select 7 as form');
  expect(await prepared('ways %')).toBe(mostForms);
  await alone.close();
});
