/**
 * Ten thousand accounts with a month of days each, or with a year where `SPEND_DAYS` is 365: a page and a day's import
 * stay quick.
 */
import { expect, test } from 'vitest';
import { accountsOf } from '#accounts/testing.server.ts';
import { testPortal } from '#testportal.server.ts';
import { daysAgo } from './testing.server.ts';

const accounts = 10_000;
const lastDay = Number(process.env['SPEND_DAYS'] ?? 30) + 1;
const portal = await testPortal({ LOG_LEVEL: 'silent' }, { breaks: 'accounts without their orders, written by hand' });
const { opened, list, one } = accountsOf(portal);
const { pool } = portal.db.owner;

/** Written past the triggers, which would take minutes to say that all is well. */
async function years(client: bigint): Promise<void> {
  const on = await pool.connect();
  try {
    await on.query(`set session_replication_role = replica`);
    await on.query(`set statement_timeout = 0`);
    await on.query(
      `insert into ad_accounts (public_id, client, platform, ads_id, key, request, place, opened_at)
       select 'AA-0000-' || lpad(n::text, 6, '0'), $1, 'Google', 'many' || n, 'many' || n,
         (select request from ad_accounts where client = $1 order by id limit 1), n % 30000,
         now() - interval '400 days'
       from generate_series(1, $2::int) n`,
      [client, accounts],
    );
    await on.query(
      `insert into balances (account, client, balance)
       select 'ad:' || id, client, 1000000 from ad_accounts where key like 'many%'`,
    );
    await on.query(
      `insert into spend_imports
         (public_id, platform, source, file_name, file_digest, person, person_name, person_email)
       select 'SI-1', 'Google', 'file', 'years.csv', '', id, name, email from people limit 1`,
    );
    for (let day = 2; day <= lastDay; day += 50)
      await on.query(
        `insert into spend_days (ad_account, day, micros, final, import)
         select a.id, current_date - n, 1234567, true, (select max(id) from spend_imports)
         from ad_accounts a, generate_series($1::int, least($1::int + 49, $2::int)) n where a.key like 'many%'`,
        [day, lastDay],
      );
    await on.query(
      `insert into spend_totals select id, 365 * 1234567, 365 * 1234567, current_date - 2
       from ad_accounts where key like 'many%'`,
    );
    await on.query(`reset all`);
    await on.query(`analyze spend_days, spend_totals, ad_accounts, balances`);
  } finally {
    on.release();
  }
}

const millisecondsOf = async (work: () => Promise<unknown>) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

test('a page takes at most 300 ms, and the import of a day at most 5 s', { timeout: 300_000 }, async () => {
  const admin = await portal.admin();
  const client = await portal.client({ dollars: 500 });
  await opened(admin, client, 'FIRST-1', 50);
  await years(client.id);
  const [row] = (await list(client, { limit: 200 })).accounts;
  const pages = [];
  for (const work of [
    () => list(client, { limit: 50 }),
    () => list(admin, { limit: 50 }),
    () => one(client, row._id),
  ]) {
    await work();
    pages.push(await millisecondsOf(work));
  }
  const head = 'Day,Customer ID,Currency code,Cost\n';
  const day = Array.from({ length: accounts }, (_, n) => `${daysAgo(1)},many${n + 1},USD,12.34\n`).join('');
  const send = async () =>
    (
      await portal.call('POST', '/kimi/import-spend', {
        as: admin,
        form: { platform: 'Google', file: new File([head + day], 'day.csv') },
      })
    ).body;
  let told: { added: number; faults: number } | undefined;
  const took = await millisecondsOf(async () => (told = await send()));
  expect(told).toMatchObject({ added: accounts, faults: 0 });
  expect(await send()).toMatchObject({ added: 0, same: accounts });
  // oxlint-disable-next-line no-console
  console.info(`${accounts} accounts: pages ${pages.map(Math.round).join(', ')} ms, a day ${Math.round(took)} ms`);
  expect(Math.max(...pages)).toBeLessThan(300);
  expect(took).toBeLessThan(5_000);
});
