import { describe, expect, test } from 'vitest';
import { story } from '#requests/story.testing.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';

const db = await testDatabase();
const at = story(db);
const { client, adsId } = await at.account(100_00n);

/** What PostgreSQL itself says to a statement. */
async function answer(to: typeof db | typeof db.owner, sql: string): Promise<string> {
  return to.pool.query(sql).then(
    (result) => `${result.rowCount} rows`,
    (error: { code: string }) => error.code,
  );
}

describe('the book is append-only, whoever asks', () => {
  for (const [who, pool] of [
    ['the portal', db],
    ['the owner', db.owner],
  ] as const) {
    test(`${who} can't edit, delete or empty the movements`, async () => {
      expect(await answer(pool, `update movements set amount = amount + 1`)).toBe('42501');
      expect(await answer(pool, `update movements set amount = 1 where id = -1`)).toBe('42501');
      expect(await answer(pool, `delete from movements`)).toBe('42501');
      expect(await answer(pool, `truncate movements`)).toBe('42501');
      expect(await answer(pool, `truncate movements cascade`)).toBe('42501');
    });

    test(`${who} can't delete requests, or edit and delete decisions`, async () => {
      expect(await answer(pool, `delete from requests`)).toBe('42501');
      expect(await answer(pool, `truncate requests cascade`)).toBe('42501');
      expect(await answer(pool, `update decisions set verdict = 'reject'`)).toBe('42501');
      expect(await answer(pool, `delete from decisions`)).toBe('42501');
    });
  }

  test('the portal moves money through `change` or not at all', async () => {
    for (const sql of [
      `insert into movements (request, client, step, leg, src, dst, amount, fee)
       values (1, ${client}, 9, 0, 'goodwill', 'wallet:${client}', 1, 0)`,
      `update balances set balance = balance + 1`,
      `insert into balances (account, client, balance) values ('wallet:0', ${client}, 1)`,
      `delete from balances`,
      `update requests set state = 'Approved'`,
      `update requests set amount_cents = 1`,
      `insert into claims values ('usdt:x', 1)`,
      `delete from claims`,
      `insert into decisions (request, person, verdict) values (1, ${client}, 'approve')`,
      `insert into postings values ('topup', 'ask', 9, 0, 'outside', 'wallet', 'amount')`,
      `update transitions set by = 'client'`,
      `update ad_accounts set client = ${client}`,
      `update request_lines set amount_cents = 1`,
      `select settle('[]', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')`,
      `insert into evidence (request, verdict, network, hash, needed, final)
       values (1, 'NotFound', 'TRC20', '', 1, false)`,
      `select keep_evidence('{}', '')`,
      `select lock_wallets('{}')`,
      `alter table movements disable trigger all`,
      `drop trigger movements_append_only on movements`,
    ]) {
      expect([sql, await answer(db, sql)]).toEqual([sql, '42501']);
    }
  });
});

describe('what cannot be written down at all', () => {
  const movement = (src: string, dst: string, amount: string, fee = '0') =>
    answer(
      db.owner,
      `insert into movements (request, client, step, leg, src, dst, amount, fee)
       values (1, ${client}, 9, 0, ${src}, ${dst}, ${amount}, ${fee})`,
    );

  test('a movement without two sides, of nothing, or backwards', async () => {
    expect(await movement(`'held:1'`, `'held:1'`, '5')).toBe('23514');
    expect(await movement(`null`, `'held:1'`, '5')).toBe('23502');
    expect(await movement(`'held:1'`, `null`, '5')).toBe('23502');
    expect(await movement(`'held:1'`, `'fee'`, '0')).toBe('23514');
    expect(await movement(`'held:1'`, `'fee'`, '-5')).toBe('23514');
    expect(await movement(`'held:1'`, `'fee'`, 'null')).toBe('23502');
    expect(await movement(`'held:1'`, `'fee'`, '5', '-1')).toBe('23514');
    expect(await movement(`'held:1'`, `'fee'`, `'NaN'`)).toBe('22P02');
  });

  test('the same leg of the same step of a request a second time', async () => {
    const sql = `insert into movements (request, client, step, leg, src, dst, amount, fee)
      select request, client, step, leg, src, dst, amount, fee from movements limit 1`;
    expect(await answer(db.owner, sql)).toBe('23505');
  });

  test('a balance or a fee left below zero', async () => {
    expect(await answer(db.owner, `update balances set balance = -1 where account = 'wallet:${client}'`)).toBe('23514');
    expect(
      await answer(db.owner, `update balances set fee_left = -1 where account = '${await at.accountOf(adsId)}'`),
    ).toBe('23514');
    expect(await answer(db.owner, `update balances set balance = null where account = 'wallet:${client}'`)).toBe(
      '23502',
    );
  });
});
