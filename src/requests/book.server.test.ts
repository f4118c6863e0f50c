import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealAudit, sealBook } from '#ledger/seals.server.ts';
import { sealStatements } from '#ledger/statements.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { runChecks } from './book.server.ts';
import { planted } from './book.testing.server.ts';
import { findings, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const auditor = new pg.Client({ connectionString: db.url });

/** Clients with something of everything: open, approved, rejected, reversed. */
const { client, adsId } = await at.account(100_00n, 900_00n);
const topup = (await at.topup(client, 50_00n, 'claimed')).requests[0]!;
const pending = (await at.deposit(client, adsId, 20_00n)).requests[0]!;
const refund = (await at.refund(client, adsId, 10_00n)).requests[0]!;
const rejected = (await at.order(client, [15_00n])).requests[0]!;
const approved = (await at.deposit(client, adsId, 30_00n)).requests[0]!;
const reversed = (await at.deposit(client, adsId, 5_00n)).requests[0]!;

beforeAll(async () => {
  await at.approve(topup.applyId);
  await at.approve(refund.applyId);
  await at.reject(rejected.applyId);
  await at.approve(approved.applyId);
  await at.approve(reversed.applyId);
  await at.cancel(pending.applyId, client);
  await at.reverse(reversed.applyId);
  await at.deposit(client, adsId, 7_77n);
  await db.owner.pool.query(`select seal_book(4, now() + interval '1 hour')`);
  await sealStatements(db, 4);
  await sealStatements(db);
  await db.owner.pool.query(`insert into audit_log (action) values ('test.one'), ('test.two')`);
  await db.owner.pool.query(`insert into audit_log (agent, action) values ('UA|auth.signed_in|7', 'network.changed')`);
  await db.owner.pool.query(`select seal_audit(1, now() + interval '1 hour')`);
  await auditor.connect();
});
afterAll(() => auditor.end());

const id = (applyId: string) => `(select id from requests where apply_id = '${applyId}')`;

test('a book in order is found in order, and everything in it was looked at', async () => {
  const checked = await runChecks(auditor);
  expect(checked.flatMap((check) => check.shown)).toEqual([]);
  expect(checked.filter((check) => check.counted === 0).map((check) => check.check)).toEqual([
    'every payout goes where the log says, by whose word it says',
    'every seal that an earlier proof saw is still there',
    'the figures of the dashboard are what the book says',
    'the totals of spend are what its days say',
    'every settlement is what the days of its month say',
    'every day of the roll-up is what the book earned that day',
  ]);
});

const account = await at.accountOf(adsId);

describe('the audit finds', () => {
  const faults: [string, RegExp, ...string[]][] = [
    [
      'money that appears on a balance',
      /every balance/,
      `update balances set balance = balance + 1 where account = 'wallet:${client}'`,
    ],
    [
      'money that vanishes from a balance',
      /every balance/,
      `update balances set balance = balance - 1 where account = '${account}'`,
    ],
    ['a balance that is gone', /has movements but no balance/, `delete from balances where account = 'held:${client}'`],
    [
      'a balance from nowhere',
      /every balance/,
      `insert into balances (account, client, balance) values ('wallet:0', ${client}, 5)`,
    ],
    [
      'fee left that was never taken',
      /of fee left/,
      `update balances set fee_left = fee_left + 1 where account = '${account}'`,
    ],
    [
      'an edited amount',
      /every movement is what the postings say/,
      `update movements set amount = amount + 1 where request = ${id(approved.applyId)} and dst = 'fee'`,
    ],
    [
      'an amount edited together with its balances',
      /every movement is what the postings say/,
      `update movements set amount = amount + 1, dst_balance = dst_balance + 1 where request = ${id(topup.applyId)}`,
      `update balances set balance = balance + 1 where account = 'wallet:${client}'`,
    ],
    [
      'an edited running balance',
      /every running balance/,
      `update movements set dst_balance = dst_balance + 1 where request = ${id(topup.applyId)}`,
    ],
    [
      'a running balance that is missing',
      /leaves no running balance/,
      `update movements set dst_balance = null where request = ${id(topup.applyId)}`,
    ],
    [
      'a running balance where none is kept',
      /keeps a running balance/,
      `update movements set src_balance = 1 where request = ${id(topup.applyId)}`,
    ],
    [
      'a deleted movement',
      /should have moved/,
      `delete from movements where request = ${id(approved.applyId)} and dst = 'fee'`,
    ],
    [
      'a movement of no request',
      /does not exist/,
      `insert into movements (request, client, step, leg, src, dst, amount, fee)
       values (-5, ${client}, 0, 0, 'opening', 'fee', 1, 0)`,
    ],
    [
      'a movement that no posting knows',
      /do not say/,
      `insert into movements (request, client, step, leg, src, dst, amount, fee)
       values (${id(approved.applyId)}, ${client}, 1, 9, 'fee', 'goodwill', 1, 0)`,
    ],
    [
      'a movement with swapped sides',
      /every movement/,
      `update movements set src = 'fee', dst = 'opening' where request = ${id(approved.applyId)} and dst = 'fee'`,
    ],
    [
      "a movement in another client's name",
      /another client's name/,
      `update movements set client = -1 where request = ${id(approved.applyId)}`,
    ],
    [
      'a fee that did not ride along',
      /every balance.*fee left|every movement/s,
      `update movements set fee = 0 where request = ${id(approved.applyId)}`,
    ],
    [
      'an approval without its money',
      /should have moved/,
      `update requests set state = 'Approved' where state = 'Pending'`,
    ],
    [
      'a rejection that kept the money',
      /every movement/,
      `update requests set state = 'Pending' where apply_id = '${rejected.applyId}'`,
    ],
    [
      'a reversal that was undone by hand',
      /every wallet/,
      `update requests set state = 'Approved' where apply_id = '${reversed.applyId}'`,
    ],
    [
      'a request whose amount was edited',
      /does not add up/,
      `update requests set amount_cents = amount_cents + 1 where apply_id = '${approved.applyId}'`,
    ],
    [
      'a received amount written in afterwards',
      /every wallet/,
      `update requests set received_cents = 1 where apply_id = '${topup.applyId}'`,
    ],
    [
      'a request moved to another client',
      /another client's name|every wallet/,
      `update requests set client = -7 where apply_id = '${topup.applyId}'`,
    ],
    ['a request that is gone', /which does not exist/, `delete from requests where apply_id = '${approved.applyId}'`],
    ['a verdict without a decision', /nobody decided/, `delete from decisions where request = ${id(topup.applyId)}`],
    [
      'a decision too many',
      /with the verdicts/,
      `insert into decisions (request, person, person_name, person_email, verdict)
       values (${id(topup.applyId)}, ${client}, 'nobody', 'nobody@example.com', 'reject')`,
    ],
    [
      'a decider who is gone',
      /who decided it/,
      `update requests set decided_by = null where apply_id = '${topup.applyId}'`,
    ],
    ['a transaction id that may be used again', /should claim/, `delete from claims where key = 'usdt:claimed'`],
    [
      "a line of a transaction that is nobody's",
      /whose state does not say so/,
      `insert into claims values ('usdt:${'a'.repeat(64)}#TRC20:1', 1)`,
    ],
    ['a claim of nobody', /whose state does not say so/, `insert into claims values ('usdt:x', 1)`],
    ['a claim of somebody else', /instead of/, `update claims set request = -1 where key = 'usdt:claimed'`],
    [
      'an ad account without an application',
      /opened by no request|belongs to a request/,
      `update ad_accounts set request = -1 where ads_id = '${adsId}'`,
    ],
    [
      'an ad account closed with money in it',
      /closed/,
      `update ad_accounts set closed_at = now() where ads_id = '${adsId}'`,
    ],
    [
      'an ad account under another Ads ID',
      /but is about zzz/,
      `update ad_accounts set ads_id = 'zzz', key = 'zzz' where ads_id = '${adsId}'`,
    ],
    ['an ad account without a balance', /has no balance/, `delete from balances where account = '${account}'`],
    ['a balance of no ad account', /is of no ad account/, `delete from ad_accounts where ads_id = '${adsId}'`],
    [
      'an ad account that no order names',
      /is in no line of/,
      `delete from request_lines where request = (select request from ad_accounts where ads_id = '${adsId}')`,
    ],
    [
      'lines that are not their request',
      /its lines over/,
      `update request_lines set amount_cents = amount_cents + 1 where request = ${id(approved.applyId)}`,
    ],
    ['a deposit without its line', /has 0 lines/, `delete from request_lines where request = ${id(approved.applyId)}`],
    [
      'a line of what is about no account',
      /has lines, which its kind has not/,
      `insert into request_lines (request, n, amount_cents, fee_cents) values (${id(topup.applyId)}, 1, 5, 0)`,
    ],
    [
      'a total of ad accounts that says otherwise',
      /The totals say/,
      `update ad_totals set cents = cents + 1 where client = ${client}`,
    ],
    ['ad accounts that no total counts', /the totals know nothing/, `delete from ad_totals where client = ${client}`],
    [
      'spend that no day says',
      /by the totals, by its days 0/,
      `insert into spend_totals select id, 5, 5, current_date from ad_accounts where client = ${client}`,
    ],
    [
      'spend that nobody has to pay',
      /are still to be paid/,
      `insert into spend_totals select id, 0, -5 from ad_accounts where client = ${client}`,
    ],
    [
      'a month settled by nothing',
      /is settled by no request that stands/,
      `insert into settled_months select id, '2026-01-01', -1, 0, 0 from ad_accounts where client = ${client}`,
    ],
    [
      'a settlement of other days than were imported',
      /was settled with 7, its days say 0.*its months say 3/s,
      `with made as (
         insert into requests (apply_id, client, kind, platform, state, attempt, n, content, amount_cents, fee_cents,
           opening_fee_cents, total_cents, details)
         values ('ST-0000-0000', ${client}, 'settlement', 'Google', 'Approved', gen_random_uuid(), 0,
           gen_random_uuid(), 4, 0, 0, 4, '{"month": "2026-01"}') returning id)
       insert into settled_months select a.id, '2026-01-01', made.id, 7, 3
       from ad_accounts a, made where a.client = ${client} order by a.id limit 1`,
    ],
    [
      'money that came in and is nobody’s',
      /came in and stayed, but/,
      `insert into movements (request, client, step, leg, src, dst, amount, fee)
       values (-5, ${client}, 0, 0, 'outside', 'nobody', 1, 0)`,
    ],
    [
      'an active client without the mark',
      /not marked/,
      `update clients set approved_lately = false where id = ${client}`,
    ],
    [
      'a line that is older than those before it',
      /an hour older/,
      `update movements set at = at - interval '2 hours'
       where id = (select max(id) from movements where client = ${client} and src ^@ 'wallet:')`,
    ],
    [
      'an audit entry whose columns were moved',
      /Audit seal .* is broken/,
      `update audit_log set agent = 'UA', action = 'auth.signed_in', subject = 7,
         request_apply_id = 'network.changed|0|'
       where agent = 'UA|auth.signed_in|7'`,
    ],
    ['an edited audit entry', /Audit seal .* is broken/, `update audit_log set action = 'nothing' where id = 1`],
    [
      'figures that say otherwise',
      /are in wallet/,
      `insert into rollups (zone, movement, client, clients) values ('UTC', 0, 0, 0)`,
      `insert into place_totals values ('UTC', 'wallet', 1)`,
    ],
    ['a broken seal', /Seal .* is broken/, `update movements set at = at + interval '1 second' where id = 2`],
    ['a seal that was forged', /Seal .* is broken/, `update seals set head = sha256('x') where id = 2`],
    [
      'a statement of other lines',
      /is not what was sealed/,
      `update statement_heads set head = sha256('x') where client = ${client}`,
    ],
    [
      'a statement with a line less',
      /has \d+ lines up to/,
      `update statement_heads set lines = lines - 1 where client = ${client}`,
    ],
    [
      'a client whose statement is not sealed',
      /has 0 sealed lines/,
      `delete from statement_heads where client = ${client}`,
    ],
    [
      'a statement under another key',
      /another key/,
      `update statement_keys set key = sha256('x') where client = ${client}`,
    ],
    [
      'a forged root of all statements',
      /seal of statements .* is broken/,
      `update statement_seals set root = sha256('x')`,
    ],
    [
      'a statement in another bucket',
      /is sealed in another bucket/,
      `update statement_keys set bucket = (bucket + 1) % 4096 where client = ${client}`,
    ],
    [
      'a root that does not follow from the statements, in a seal that is whole',
      /The root of the seal of statements .* is not what the statements make/,
      `with forged as (select s.last_movement, sha256('x') as root, coalesce((select encode(p.head, 'hex')
           from statement_seals p where p.last_movement < s.last_movement order by p.last_movement desc limit 1), '')
         as previous, s.at, encode(b.head, 'hex') as book
         from statement_seals s join seals b using (last_movement) order by s.last_movement desc limit 1)
       update statement_seals s set root = f.root, head = sha256(convert_to(concat_ws('|', 'seal', f.previous,
         to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), encode(f.root, 'hex'), f.book), 'UTF8'))
       from forged f where s.last_movement = f.last_movement`,
    ],
    [
      'a bucket that its statements do not make',
      /The bucket [01]{12} of the seal of statements .* is not what the statements make/,
      `update statement_buckets set node = sha256('x')
       where (bucket, seal) = (select bucket, seal from statement_buckets order by seal desc limit 1)`,
    ],
    [
      'a bucket that is said to hold one client more',
      /The bucket [01]{12} of the seal of statements/,
      `update statement_buckets set single = not single`,
    ],
    [
      'a bucket of nobody',
      /The bucket [01]{12} of the seal of statements/,
      `insert into statement_buckets select b, (select max(last_movement) from statement_seals), sha256('x'), true
       from generate_series(0, 4095) b where b not in (select bucket from statement_buckets) limit 1`,
    ],
    [
      'statements sealed beyond the book',
      /where no seal of the book ends/,
      `update statement_seals set last_movement = last_movement + 1000`,
    ],
    ['a seal that is gone', /does not begin/, `delete from seals where id = 2`],
    [
      'a roll-up that says otherwise',
      /The roll-up says/,
      `insert into rollups (zone, movement, client, clients) values ('UTC', 9999, 0, 0)`,
      `insert into revenue_days values ('UTC', '2020-01-01', 5)`,
    ],
  ];
  test.each(faults)('%s', async (_, says, ...statements) => {
    const found = await planted(auditor, statements);
    expect(found.map(({ check, shown }) => `${check}: ${shown.join(' / ')}`).join('\n')).toMatch(says);
  });
});

test('nothing of that was kept, and what is new is sealed once', async () => {
  expect(await findings(db.url)).toEqual([]);
  expect(await sealBook(db)).toBe(0);
});

test('a call seals a hundred pieces of the audit log at most, and the next ones seal the rest', async () => {
  const { pool } = db.owner;
  const seal = async () => {
    const { rows } = await pool.query(`select seal_audit(2, now() + interval '1 hour') as sealed`);
    return rows[0].sealed as number;
  };
  while ((await seal()) > 0);
  await pool.query(`insert into audit_log (action) select 'test.many' from generate_series(1, 205)`);
  expect([await seal(), await seal(), await seal()]).toEqual([200, 5, 0]);
  expect(await sealAudit(db)).toBe(0);
  expect(await findings(db.url)).toEqual([]);
});
