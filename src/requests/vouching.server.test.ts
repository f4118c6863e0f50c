/**
 * Somebody who has the login of the portal's database role, and nothing else of the portal, can give nobody money and
 * make nobody an admin.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { appRole, migrate } from '#server/migrate.server.ts';
import { openDatabase } from '#server/database.server.ts';
import { secretsOf } from '#server/secrets.server.ts';
import { testDatabase, vouch } from '#server/database.testing.server.ts';
import { balance, ownerOf, story } from './story.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const client = await at.client();
const owner = ownerOf(client);
const admin = await at.admin();
const waiting = (await at.topup(client, 777_00n)).requests[0]!;

/** What PostgreSQL answers to the role portal_app. */
async function answer(sql: string, values: unknown[] = []): Promise<string> {
  return db.pool.query(sql, values).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
}

const approval = (by: bigint) =>
  JSON.stringify([
    { client: Number(client), by: Number(by), request: Number(waiting.id), verdict: 'approve', said: {} },
  ]);
const change = 'select outcome from change($1, $2)';

describe('with the role alone', () => {
  test('nobody approves a top-up in an admin’s name', async () => {
    const text = approval(admin);
    const strangers = secretsOf(['another key, of another portal']).vouch(text);
    for (const voucher of [null, Buffer.alloc(0), Buffer.alloc(32), strangers, vouch(`${text} `)])
      expect(await answer(change, [text, voucher])).toBe('42501');
    expect(await balance(db, `wallet:${client}`)).toBe(0n);
  });

  test.each([
    `insert into decisions (request, person, verdict) values (${waiting.id}, ${admin}, 'approve')`,
    `insert into requests (apply_id, client, kind, attempt, n, content, amount_cents,
     fee_cents, opening_fee_cents, total_cents)
     values ('TU-0000-0000', ${client}, 'topup', gen_random_uuid(), 0, gen_random_uuid(), 1, 0, 0, 1)`,
    `update requests set state = 'Approved' where id = ${waiting.id}`,
    `insert into request_lines (request, n, amount_cents, fee_cents) values (${waiting.id}, 1, 1, 0)`,
    `insert into movements (request, client, step, leg, src, dst, amount, fee)
     values (${waiting.id}, ${client}, 1, 0, 'outside', 'wallet:${client}', 77700, 0)`,
    `update balances set balance = 77700 where account = 'wallet:${client}'`,
    `insert into ad_accounts (public_id, client, platform, ads_id, key, request, place)
     values ('AA-1', ${client}, 'Google', '1', '1', 1, 1)`,
    `update ad_accounts set state = 'Suspended'`,
    `insert into ad_account_steps (ad_account, from_state, state, person, source)
     values (1, 'Active', 'Lost', ${admin}, 'typed')`,
    `select step_ad_accounts('{"by": "${admin}", "source": "typed", "steps": []}', '')`,
    `insert into spend_imports (public_id, platform, source, file_name, file_digest, person)
     values ('SI-1', 'Google', 'file', '', '', ${admin})`,
    `update spend_imports set days = 0`,
    `insert into spend_days (ad_account, day, micros, final, import) values (1, '2026-01-01', 0, true, 1)`,
    `update spend_totals set micros = 0`,
    `select import_spend('{"by": "${admin}", "days": []}', '')`,
    `select undo_spend('{"by": "${admin}"}', '')`,
    `select count_spend('{}', '{}', '{}')`,
    `select carry_spend('[]', '{}', '{}', '{}')`,
    `insert into postings values ('topup', 'ask', 9, 0, 'outside', 'wallet', 'amount')`,
    `update transitions set by = 'client'`,
    `insert into kinds values ('gift', false, 'client', 'Finance')`,
    `select write_requests('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
    `select * from voucher_keys`,
    `insert into voucher_keys values ('mine', '', '')`,
    `update people set admin_role = 'Admin' where id = ${owner}`,
    `insert into people (public_id, name, email, admin_role) values ('US-1', 'Eve', 'eve@example.com', 'Admin')`,
    `update people set disabled_at = null`,
    `select make_admin('{"what": "invite", "by": "${admin}", "publicId": "US-1", "name": "Eve", "email": "eve@example.com"}', '')`,
  ])('this is refused: %s', async (sql) => {
    expect(await answer(sql)).toBe('42501');
  });
});

test('what nobody confirmed is not confirmed, and without an amount nothing is proved', async () => {
  const wish = `insert into proposals (public_id, kind, subject, payload, proposed_by, by_name, by_email, state,
    decided_at, decided_by)
    values ($1, 'network', 'network', '{}', ${admin}, 'Ada', 'ada@example.com', 'Confirmed', now(), $2)`;
  const other = await at.admin();
  expect([await answer(wish, ['PR-1', null]), await answer(wish, ['PR-2', admin])]).toEqual(['23514', '23514']);
  expect(await answer(wish, ['PR-3', other])).toBe('done');
  const proof = (amount: string) =>
    db.owner.query(
      'test.proof',
      `insert into evidence (request, verdict, network, hash, line, amount, block, needed, final)
       values (${waiting.id}, 'Verified', 'TRC20', 'f00d', 0, ${amount}, 1, 1, true)`,
    );
  await expect(proof('null')).rejects.toMatchObject({ code: '23514' });
  await proof('777');
});

test('with the role alone nobody is named as somebody else in the audit log, with a table of their own either', async () => {
  const mine = await db.pool.connect();
  try {
    await mine.query('create temporary table people (id bigint, name text, email text)');
    await mine.query(`insert into people values (${admin}, 'Eve', 'eve@example.com')`);
    await mine.query('set search_path = pg_temp, public');
    await mine.query(`insert into audit_log (action, actor) values ('settings.changed', ${admin})`);
  } finally {
    mine.release(true);
  }
  const written = await db.pool.query(
    `select p.name, l.actor_name from audit_log l join people p on p.id = l.actor where l.action = 'settings.changed'`,
  );
  expect(written.rows).toMatchObject([{ actor_name: written.rows[0].name }]);
});

describe('what the portal itself vouches for', () => {
  test('is refused all the same where the person has no right to it', async () => {
    const gone = await at.admin();
    await db.owner.query('test.remove', 'update people set disabled_at = now() where id = $1', [gone]);
    for (const person of [owner, gone]) {
      const text = approval(person);
      expect(await answer(change, [text, vouch(text)])).toBe('42501');
    }
    const stranger = ownerOf(await at.client());
    const cancels = JSON.stringify([
      { client: Number(client), by: Number(stranger), request: Number(waiting.id), verdict: 'cancel', said: {} },
    ]);
    expect(await answer(change, [cancels, vouch(cancels)])).toBe('42501');
  });

  test('is refused where what sends no money is to be paid', async () => {
    for (const verdict of ['release', 'pay', 'takeBack']) {
      const text = JSON.stringify([
        { client: Number(client), by: Number(admin), request: Number(waiting.id), verdict, said: {} },
      ]);
      expect(await answer(change, [text, vouch(text)])).toBe('42501');
    }
  });

  test('is refused where somebody asks in another’s name, approves alone what is asked, or means no kind there is', async () => {
    const stranger = ownerOf(await at.client());
    const wanted = [
      { by: Number(stranger), kind: 'topup', at_once: false },
      { by: Number(owner), kind: 'topup', at_once: true },
      { by: Number(owner), kind: 'gift', at_once: false },
    ];
    for (const want of wanted) {
      const ids = { client: Number(client), attempt: randomUUID(), content: randomUUID() };
      const text = JSON.stringify([{ ...ids, ...want, requests: [] }]);
      expect(await answer(change, [text, vouch(text)])).toBe('42501');
    }
  });

  test('is refused where one call asks and decides, as a verdict does not see what is asked beside it', async () => {
    const asks = { attempt: randomUUID(), content: randomUUID(), kind: 'withdrawal', requests: [] };
    const mixed = [
      { client: Number(client), by: Number(owner), ...asks },
      { client: Number(client), by: Number(admin), request: Number(waiting.id), verdict: 'approve', said: {} },
    ];
    for (const wanted of [mixed, mixed.toReversed()]) {
      const text = JSON.stringify(wanted);
      expect(await answer(change, [text, vouch(text)])).toBe('22023');
    }
    expect(await balance(db, `wallet:${client}`)).toBe(0n);
  });

  test('is refused where an approval gives some lines of an order no ad account', async () => {
    const buyer = await at.client(1_000_00n);
    const order = (await at.order(buyer, [10_00n, 20_00n, 30_00n])).requests[0]!;
    const approves = (many: number) => {
      const ads = Array.from({ length: many }, (_, n) => ({
        ads_id: `L${n}`,
        key: `l${n}`,
        public_id: `AA-LINE-${n}`,
      }));
      const ids = { client: Number(buyer), by: Number(admin), request: Number(order.id) };
      const text = JSON.stringify([{ ...ids, verdict: 'approve', said: {}, ads }]);
      return answer(change, [text, vouch(text)]);
    };
    for (const many of [2, 4]) expect(await approves(many)).toBe('22023');
    expect(await approves(3)).toBe('done');
    expect(await balance(db, `held:${buyer}`)).toBe(0n);
    // What is decided stays an answer, whatever is said about it.
    expect(await approves(2)).toBe('done');
  });

  test('goes on to be taken while one key is replaced by another, and the old one ends with the last node that has it', async () => {
    const [old, recent] = ['the old key of these two nodes', 'the recent key of these two nodes'];
    const [before, both, after] = [secretsOf([old]), secretsOf([recent, old]), secretsOf([recent])];
    const asks = async ({ vouch: mine }: typeof before) => {
      const one = openDatabase(db.url, { max: 1, role: appRole, vouch: mine });
      return story(db, one)
        .topup(client, 1_00n)
        .then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        .finally(() => one.close());
    };
    const start = ({ voucherKeys }: typeof before) => migrate(db.url, undefined, { voucherKeys });
    await start(before);
    expect(await asks(before)).toBe('done');
    await start(both);
    expect([await asks(before), await asks(both)]).toEqual(['done', 'done']);
    await start(after);
    expect([await asks(before), await asks(both), await asks(after)]).toEqual(['42501', 'done', 'done']);
  });
});
