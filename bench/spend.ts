/**
 * How long ad accounts and their spend take where there are many: ten thousand accounts of one client with a year of
 * days each. Pages, a day of all of them, and the longest file that is taken and undone; each has to say what it did.
 */
import type pg from 'pg';
import { withConnection } from '#server/connection.server.ts';
import { spawnPortal } from '../scripts/portal.ts';
import { goal, makeDatabase, say } from './ledger.ts';
import { dayAgo, median } from './measure.ts';
import { newClient, password, signIn, type Call } from './people.ts';

const accounts = 10_000;
const daysOfFile = 10;

export async function spent(server: string, days: number): Promise<void> {
  const url = await makeDatabase(server, 'spend');
  const emailId = 'admin@bench.test';
  const portal = await spawnPortal({ DATABASE_URL: url, ADMIN_EMAIL: emailId, ADMIN_PASSWORD: password });
  try {
    const [client, admin] = [await newClient(portal.address, 1), await signIn(portal.address, emailId)];
    await firstAccount(client, admin);
    const writing = await secondsOf(() => withConnection(url, (owner) => years(owner, days)));
    say('ad accounts, and days of spend of each', `${accounts}, ${days}, written in ${writing.toFixed(0)} s`);
    const [row] = (await client('/kimi/get-ad-accounts?limit=50'))['accounts'];
    const pages = {
      "a client's list": () => client('/kimi/get-ad-accounts?limit=50'),
      "an admin's list": () => admin('/kimi/get-ad-accounts?limit=50'),
      "an account's page": () => client(`/kimi/get-ad-account?id=${row._id}`),
      'the imports': () => admin('/kimi/get-spend-imports?limit=50'),
    };
    for (const [name, page] of Object.entries(pages))
      goal(`${name}: milliseconds`, await median20(page), 300, 'at most');
    const day = fileOf(1, 1);
    const added = await secondsOf(() => imported(admin, day, { added: accounts }));
    goal('a day of all accounts: seconds', added, 5, 'at most');
    goal('the same day once more: seconds', await secondsOf(() => imported(admin, day, { added: 0 })), 5, 'at most');
    const long = fileOf(days + 40, daysOfFile);
    const took = await secondsOf(() => imported(admin, long, { added: accounts * daysOfFile }));
    goal('100,000 rows: seconds', took, 10, 'at most');
    const { imports } = await admin('/kimi/get-spend-imports');
    const undone = () => admin(`/kimi/undo-spend-import?id=${imports[0]._id}`, { reason: 'Another month.' }, 'PUT');
    goal('to undo them: seconds', await secondsOf(undone), 10, 'at most');
  } finally {
    await portal.close();
  }
}

/** One that was ordered and approved: the others name its order, too. */
async function firstAccount(client: Call, admin: Call): Promise<void> {
  const form = new FormData();
  form.set('chargeMoney', '500');
  form.set('transactionId', 'f'.repeat(64));
  const { transaction } = await client('/add-money', form);
  await admin(`/approve-transaction?id=${transaction.applyId}&action=approve`, {}, 'PUT');
  const adsDetails = [{ gmail: 'ana@gmail.com', deposit: 50 }];
  const { applyId } = await client('/create-google-ads', { adNum: 1, adsDetails });
  await admin(`/approve-googleAd?id=${applyId}&action=approve`, { adsId: 'first' }, 'PUT');
}

/** Written past the triggers, which would take minutes to say that all is well. */
async function years(owner: pg.ClientBase, days: number): Promise<void> {
  await owner.query('set session_replication_role = replica');
  await owner.query('set statement_timeout = 0');
  await owner.query(
    `insert into ad_accounts (public_id, client, platform, ads_id, key, request, place, opened_at)
     select 'AA-0000-' || lpad(n::text, 6, '0'), a.client, 'Google', 'many' || n, 'many' || n, a.request, n % 30000,
       now() - interval '500 days'
     from ad_accounts a, generate_series(1, $1::int) n`,
    [accounts],
  );
  await owner.query(
    `insert into balances (account, client, balance)
     select 'ad:' || id, client, 1000000 from ad_accounts where key like 'many%'`,
  );
  await owner.query(
    `insert into spend_imports (public_id, platform, source, file_name, file_digest, person, person_name, person_email,
       days, accounts, first_day, last_day)
     select 'SI-' || n, 'Google', 'file', n || '.csv', '', p.id, p.name, p.email, $2, $2, current_date - n,
       current_date - n
     from (select * from people limit 1) p, generate_series(2, $1::int + 1) n`,
    [days, accounts],
  );
  for (let day = 2; day <= days + 1; day += 50)
    await owner.query(
      `insert into spend_days (ad_account, day, micros, final, import)
       select a.id, current_date - n, 1234567, true, i.id
       from ad_accounts a, generate_series($1::int, least($1::int + 49, $2::int)) n
       join spend_imports i on i.public_id = 'SI-' || n where a.key like 'many%'`,
      [day, days + 1],
    );
  await owner.query(
    `insert into spend_totals select id, $1::int * 1234567, $1::int * 1234567, current_date - 2
     from ad_accounts where key like 'many%'`,
    [days],
  );
  await owner.query('reset all');
  await owner.query('analyze spend_imports, spend_days, spend_totals, ad_accounts, balances');
}

/** A file of all accounts, from so many days ago back. */
function fileOf(ago: number, days: number): string {
  const dates = Array.from({ length: days }, (_, n) => dayAgo(ago + n));
  const rows = Array.from({ length: accounts }, (_, n) => dates.map((date) => `${date},many${n + 1},USD,12.34\n`));
  return `Day,Customer ID,Currency code,Cost\n${rows.flat().join('')}`;
}

async function imported(admin: Call, text: string, wanted: { added: number }): Promise<void> {
  const form = new FormData();
  form.set('platform', 'Google');
  form.set('dry', 'false');
  form.set('file', new File([text], 'spend.csv'));
  const { added, faults } = await admin('/kimi/import-spend', form);
  if (added !== wanted.added || faults !== 0)
    throw new Error(`${added} days were added instead of ${wanted.added}, with ${faults} faults.`);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

async function median20(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) times.push((await secondsOf(work)) * 1_000);
  return median(times);
}
