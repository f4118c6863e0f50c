import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deposit, priceDeposit } from '#kinds/deposit.ts';
import { goodwill } from '#kinds/goodwill.ts';
import { flatPrice } from '#kinds/postings.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { runChecks } from './book.server.ts';
import { planted } from './book.testing.server.ts';
import { ask } from './requests.server.ts';
import { findings, rate, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const auditor = new pg.Client({ connectionString: db.url });

// A book with at least one of everything that these checks look at.
const client = await at.client(2_000_00n);
const other = await at.account(500_00n);
const [first, second] = ['d-one', 'd-two'];
const order = (await at.order(client, [100_00n, 30_00n])).requests[0]!.applyId;
await at.approve(order, { adsId: `${first}, ${second}` });
const undone = (await at.order(client, [50_00n, 15_00n])).requests[0]!.applyId;
await at.approve(undone, { adsId: 'u-one, u-two' });
await at.reverse(undone);
const put = await at.ask(client, deposit, [
  { platform: 'Google', adsId: first, price: priceDeposit(40_00n, rate), details: { topupBasisPoints: '1500' } },
]);
const waiting = put.requests[0]!.applyId;
const refund = (await at.refund(client, first, 33_33n)).requests[0]!.applyId;
await at.approve(refund);
const [admin, another] = [await at.admin(), await at.admin()];
const gift = await ask(db, {
  kind: goodwill,
  client,
  askedBy: admin,
  content: 1,
  rows: [{ price: flatPrice(5_00n) }],
});
await at.approve(gift.requests[0]!.applyId, {}, another);
const topup = (await at.topup(client, 9_00n)).requests[0]!.applyId;
const suspended = await at.account(20_00n);
const { applyId: moved } = await at.replaced(suspended.client, suspended.adsId, 'd-fresh');

beforeAll(async () => {
  await db.owner.pool.query(`select seal_book(4, now() + interval '1 hour')`);
  await db.owner.pool.query(
    `insert into audits (ended_at, node, outcome, since, checks, findings, movement, movement_head)
     select now(), 'n', 'clean', now(), '[]', 0, last_movement, head from seals order by id desc limit 1`,
  );
  await db.owner.pool.query(
    `insert into rollups (zone, movement, client, clients)
     select 'UTC', (select max(id) / 2 from movements), (select max(id) from clients), (select count(*) from clients)`,
  );
  await db.owner.pool.query(
    `insert into place_totals select 'UTC', split_part(account, ':', 1), sum(cents) from (
       select id, dst::text as account, amount as cents from movements union all select id, src, -amount
         from movements) s
     where id <= (select movement from rollups) group by 2`,
  );
  await db.owner.pool.query(
    `insert into revenue_days select 'UTC', (at at time zone 'UTC')::date, sum(revenue_of(src, dst, amount))
     from movements where id <= (select movement from rollups)
       and (src in ('opening', 'fee') or dst in ('opening', 'fee')) group by 2`,
  );
  await db.owner.pool.query(
    `insert into day_figures select 'UTC', f.* from rollups r cross join lateral figures_of(0, r.movement, 'UTC') f`,
  );
  await auditor.connect();
});
afterAll(() => auditor.end());

const id = (applyId: string) => `(select id from requests where apply_id = '${applyId}')`;
const [one, two, foreign, undoneOne, undoneTwo, fresh] = await Promise.all(
  [first, second, other.adsId, 'u-one', 'u-two', 'd-fresh'].map((adsId) => at.accountOf(adsId!)),
);

test('a book in order is found in order', async () => {
  const checked = await runChecks(auditor);
  expect(checked.flatMap((check) => check.shown)).toEqual([]);
  expect(checked.filter((check) => check.counted === 0).map((check) => check.of)).toEqual([
    // No withdrawal was asked for: withdrawals/proof.server.test.ts.
    'entries of the audit log',
    'chains of lines and seals',
    'clients in it',
    'audit seals',
    // The checks of spend find nothing to look at, because no spend was imported.
    'ad accounts',
    'months',
  ]);
});

describe('the audit finds', () => {
  const swapped = `case dst when '${one}' then '${two}' when '${two}' then '${one}' else dst::text end`;
  const faults: [string, RegExp, ...string[]][] = [
    [
      'a wallet in another client’s name',
      /is said to be of client/,
      `update balances set client = ${other.client} where account = 'held:${client}'`,
    ],
    [
      'spend of no day',
      /spent 7 until no day by the totals, by its days 0/,
      `insert into spend_totals (ad_account, micros, open_micros) values (substr('${one}', 4)::bigint, 7, 7)`,
    ],
    [
      'spend of a day that the totals know nothing of',
      /spent 5000000, of which the totals know nothing/,
      `insert into spend_days (ad_account, day, micros, final, import)
       values (substr('${one}', 4)::bigint, '2026-01-01', 5000000, false, 1)`,
    ],
    [
      'an import that says more than it brought',
      /Import SI-1 says 2 days of 1 accounts, and has 0 of 0/,
      `insert into spend_imports (public_id, platform, source, file_name, file_digest, person, person_name,
         person_email, days, accounts)
       select 'SI-1', 'Google', 'file', '', '', id, name, email, 2, 1 from people limit 1`,
    ],
    [
      'spend that nobody has to pay any more',
      /-3 are still to be paid/,
      `insert into spend_totals (ad_account, micros, open_micros) values (substr('${one}', 4)::bigint, 0, -3)`,
    ],
    [
      'a deposit that waits for another of one’s accounts',
      /names .* but is about/,
      `update request_lines set ad_account = substr('${two}', 4)::bigint where request = ${id(waiting)}`,
    ],
    [
      'a deposit that waits for somebody else’s account',
      /of another client or platform/,
      `update request_lines set ad_account = substr('${foreign}', 4)::bigint, ads_id = '${other.adsId}'
       where request = ${id(waiting)}`,
    ],
    [
      'a top-up that waits for another client than asked for it',
      /by somebody else than its client/,
      `update requests set client = ${other.client} where apply_id = '${topup}'`,
    ],
    [
      'a correction that no admin asked for',
      /by nobody who may correct/,
      `update requests set asked_by = ${client} where asked_by = ${admin}`,
    ],
    [
      'an order that changed its platform',
      /is called as what it is not/,
      `update requests set platform = 'Bing' where apply_id = '${order}'`,
    ],
    [
      'an Ads ID of an order that has none yet',
      /does not fit the ad accounts it has/,
      `update requests set state = 'Rejected' where apply_id = '${order}'`,
    ],
    ['a fee on a top-up', /its kind does not know/, `update requests set fee_cents = 1 where apply_id = '${topup}'`],
    [
      'another transaction than was approved',
      /another transaction or amount/,
      `update requests set transaction_id = 'else' where transaction_id = 't-1'`,
    ],
    [
      'a request that is younger than its approval',
      /before it was made/,
      `update requests set created_at = now() where kind = 'goodwill'`,
    ],
    [
      'a reversal without its time',
      /which is not when it says/,
      `update requests set reversed_at = null where apply_id = '${undone}'`,
    ],
    [
      'an amount that arrived for what is no top-up',
      /but is no top-up/,
      `update requests set received_cents = 1 where apply_id = '${order}'`,
    ],
    [
      'a refund shown under another Ads ID',
      /names d-two, but is about/,
      `update request_lines set ads_id = 'd-two' where request = ${id(refund)}`,
    ],
    [
      'a payment through a link that is not one’s own',
      /not a payment through/,
      `update requests set details = '{"paylink": "PL-0000-0000"}' where apply_id = '${topup}'`,
    ],
    [
      'an order’s money in the account of another client, with all balances made to agree',
      /ordered were 0/,
      `update movements set dst = '${foreign}', dst_balance = 50000 + 3000
       where request = ${id(order)} and dst = '${two}'`,
      `update balances set balance = 0, fee_left = 0 where account = '${two}'`,
      `update balances set balance = balance + 3000, fee_left = fee_left + 450 where account = '${foreign}'`,
    ],
    [
      'a replacement’s money in the account of another client, with all balances made to agree',
      /moved 2000 from .* to ad:\d+ in step 1, which its state and postings do not say/,
      `update movements set dst = '${foreign}', dst_balance = 50000 + 2000 where request = ${id(moved)} and step = 1`,
      `update balances set balance = 0, fee_left = 0 where account = '${fresh}'`,
      `update balances set balance = balance + 2000, fee_left = fee_left + 300 where account = '${foreign}'`,
    ],
    [
      'two rows of an order that changed places, with all balances made to agree',
      /ordered were/,
      `update movements set dst = ${swapped}, dst_balance = amount where request = ${id(order)} and step = 1`,
    ],
    [
      'money moved from one row of an order to the other',
      /put 9900 .*into .*, ordered were 10000/,
      `update movements set amount = amount - 100 where request = ${id(order)} and dst = '${one}'`,
      `update movements set amount = amount + 100 where request = ${id(order)} and dst = '${two}'`,
    ],
    [
      'a fee noted with the wrong row of an order',
      /not its part of/,
      `update request_lines set fee_cents = fee_cents - 10 where request = ${id(order)} and n = 1`,
      `update request_lines set fee_cents = fee_cents + 10 where request = ${id(order)} and n = 2`,
    ],
    [
      'a reversal that took other money back than was given',
      /had been given something else/,
      `update movements set amount = amount - 1 where request = ${id(undone)} and step = 2 and src = '${undoneOne}'`,
      `update movements set amount = amount + 1 where request = ${id(undone)} and step = 2 and src = '${undoneTwo}'`,
    ],
    [
      'an Ads ID in the place of another',
      /names d-one, but is about d-two/,
      `update request_lines set ads_id = 'd-one' where request = ${id(order)}`,
    ],
    [
      'a fee at another rate than was agreed',
      /basis points/,
      `update requests set fee_cents = fee_cents - 1, total_cents = total_cents - 1 where apply_id = '${waiting}'`,
    ],
    [
      'a fee of a deposit that says no rate',
      /has a fee of 600 on 4000 at no rate that it says/,
      `update requests set details = '{}' where apply_id = '${waiting}'`,
    ],
    [
      'a fee of an order that says no rate',
      /at no rate that it says/,
      `update requests set details = details - 'rate' where apply_id = '${order}'`,
    ],
    [
      'rows of an order that are not what it is over',
      /its lines over/,
      `update request_lines set amount_cents = 9900 where request = ${id(order)} and n = 1`,
    ],
    [
      'a share of the fee that is not the account’s',
      /took a fee of 500 along/,
      `update movements set fee = 500 where request = ${id(refund)}`,
      `update requests set fee_cents = 500 where apply_id = '${refund}'`,
    ],
    [
      'money moved to another day',
      /which is not when it says/,
      `update movements set at = at - interval '1 day' where request = ${id(order)} and step = 1`,
    ],
    [
      'an approval on another day',
      /which is not when it says/,
      `update requests set decided_at = decided_at + interval '1 day' where apply_id = '${order}'`,
    ],
    [
      'another decider than decided',
      /names another person/,
      `update requests set decided_by = ${admin} where apply_id = '${order}'`,
    ],
    [
      'a verdict of somebody who is no admin',
      /who is no admin/,
      `update decisions set person = ${other.client} where request = ${id(order)}`,
      `update requests set decided_by = ${other.client} where apply_id = '${order}'`,
    ],
    [
      'a reversal of what had been rejected',
      /with the verdicts/,
      `update decisions set verdict = 'reject' where request = ${id(undone)} and verdict = 'approve'`,
    ],
    [
      'a verdict of nobody',
      /who is no admin/,
      `update decisions set person = -1 where request = ${id(order)}`,
      `update requests set decided_by = -1 where apply_id = '${order}'`,
    ],
    [
      'a correction decided by who asked for it',
      /by who asked for it/,
      `update decisions set person = ${admin} where person = ${another}`,
      `update requests set decided_by = ${admin} where decided_by = ${another}`,
    ],
    [
      'a figure of the dashboard that no balance holds',
      /are in outside, the book says/,
      `update place_totals set cents = cents + 1 where place = 'outside'`,
    ],
    ['a figure that is gone', /are in opening, the book says/, `delete from place_totals where place = 'opening'`],
    ['a figure of nothing', /are in savings, the book says/, `insert into place_totals values ('UTC', 'savings', 5)`],
    [
      'what a platform brought on a day',
      /says \d+ of platform .* the book says/,
      `update day_figures set cents = cents + 1 where what = 'platform'`,
    ],
    [
      'money over a network that nobody sent',
      /of in nowhere on/,
      `insert into day_figures values ('UTC', 'in', '2026-01-01', 'nowhere', 5)`,
    ],
    ['clients counted wrongly', /counts \d+ clients/, `update rollups set clients = clients + 1`],
    [
      'seals that were cut off',
      /saw another seal of movement/,
      `delete from seals where id = (select max(id) from seals)`,
    ],
  ];
  test.each(faults)('%s', async (_, says, ...statements) => {
    const found = await planted(auditor, statements);
    expect(found.flatMap(({ shown }) => shown).join('\n')).toMatch(says);
  });
});

test('nothing of that was kept', async () => {
  expect(await findings(db.url)).toEqual([]);
});
