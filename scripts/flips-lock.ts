/**
 * What the database function `change` promises under its lock, each promise broken in turn: the function with the wrong
 * rule is put in place of the migrated one in each test's database.
 */
import { read, swap, type Flip, type Group } from './flip-words.ts';

const test = (name: string) => `src/requests/${name}.server.test.ts`;
const cents = [test('cents'), test('history')];

/** The function, the rule, the wrong rule, and the tests that should see it. */
const wrongRules: readonly (readonly [string, string, string, readonly string[]])[] = [
  // how much fee leaves with the money
  ['change', 'div(m_amount[i]::numeric * fees[s],', 'ceil(m_amount[i]::numeric * fees[s] /', cents],
  ['change', 'div(m_amount[i]::numeric * fees[s],', 'round(m_amount[i]::numeric * fees[s] /', cents],
  ['change', 'fees[s] < ride or ', '', cents],
  ['change', ' or (held[s] = m_amount[i] and fees[s] <> ride)', '', cents],
  // who can pay
  ['change', 'held[s] - m_amount[i] < (case', 'held[s] - m_amount[i] <= (case', cents],
  ['change', 'held[s] - m_amount[i] < (case', 'held[s] - m_amount[i] + 1 < (case', cents],
  ['change', '(case when bound[c] then owed[s] else 0 end)', '0', ['src/refunds/spent.server.test.ts']],
  // what is settled
  ['settlement_fault', 's.cents = expected', 'true', ['src/spend/settling.server.test.ts']],
  ['settlement_fault', 's.missing = 0 and ', '', ['src/spend/settling.server.test.ts']],
  ['import_spend', 's.micros is distinct from g.micros', 'false', ['src/spend/settling.server.test.ts']],
  // whose ad account, and whether others wait for it
  ['change', `when q.account is null then 'missing'`, '', cents],
  ['change', `q.state <> 'Active'`, 'false', [test('inactive')]],
  ['change', 'not active[d]', 'false', [test('inactive')]],
  ['change', `coalesce(c_verdict[c], 'approve') = 'approve'`, 'true', [test('inactive')]],
  ['change', `result[m] := coalesce(result[m], 'busy');`, 'null;', [test('transitions'), 'src/model.server.test.ts']],
  // all or nothing
  ['change', 'in reverse moved .. m loop', 'in reverse m - 1 .. m loop', [test('races')]],
  // what may exist once, and is free again where nothing came of it
  ['change', `not k_request[i] || ' ' || k_key[i] = any (claimed)`, 'false', [test('races')]],
  ['change', `where result[k.change] <> 'done');`, 'where false);', [test('races'), 'src/model.server.test.ts']],
  // a client who has left, a request that is decided, an attempt that was made
  ['change', 'o.closed_at is not null', 'false', ['src/clients/closed.server.test.ts']],
  ['change', 'r.state = (select t.from_state from transitions t where t.verdict = c.verdict)', 'true', [test('races')]],
  ['change', 'r.attempt = c.attempt and r.n = 0', 'false', [test('attempts')]],
  ['change', 'r.content = c.content', 'true', [test('attempts')]],
  // how many may wait
  ['change', 'c.most <= (', 'c.most < (', ['src/caps.server.test.ts']],
  // who may
  ['insist_on_rights', 'may_ask(c.by, c.client, c.kind)', 'true', [test('vouching')]],
  ['insist_on_rights', '(not c.at_once or may_decide(c.by, c.kind))', 'true', [test('vouching')]],
  ['insist_on_rights', `'admin' then may_decide(c.by, c.kind)`, `'admin' then true`, [test('vouching')]],
  ['insist_on_rights', 'm.client = c.client and m.person = c.by', 'true', [test('vouching')]],
  ['insist_on_rights', `('To pay' not in (t.from_state, t.to_state) or`, '(true or', [test('vouching')]],
  ['may_ask', 'm.client = of_client and m.person = may_ask.person', 'true', [test('vouching')]],
  ['may_decide', 'p.disabled_at is null and ', '', [test('vouching')]],
  ['insist_on_voucher', 'if not exists (', 'if false and not exists (', [test('vouching')]],
];

export const lockFlips = (): Flip[] => wrongRules.map((rule) => lockFlip('lock', rule));

export function lockFlip(group: Group, [name, rule, otherwise, tests]: (typeof wrongRules)[number]): Flip {
  const [from] = /\n {2}const url = databaseIn\(.*\n/.exec(read('src/server/testing.server.ts'))!;
  return {
    group,
    what: `under the lock, ${name}, ${rule}: ${otherwise}`,
    file: 'src/server/testing.server.ts',
    change: (source) => {
      const wrong = swap(rule, otherwise)(read(`migrations/functions/${name}.sql`));
      const run = `await withConnection(url, (lock) => lock.query(${JSON.stringify(wrong)}));`;
      return swap(from, `${from}${run}\n`)(source);
    },
    tests: tests.map((file) => ({ file })),
  };
}
