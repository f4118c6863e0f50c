/**
 * What the functions of the database promise under their lock, each promise broken in turn: the function with the wrong
 * rule is put in place of the migrated one in each test's database.
 */
import { read, swap, testOf, type Flip } from './flip-words.ts';

const test = (name: string) => `requests/${name}.server.test`;
const cents = [test('cents'), test('history')];

/** The function, the rule, the wrong rule, and the tests that should see it. */
type WrongRule = readonly [name: string, rule: string, otherwise: string, ...tests: string[]];

const spent = 'refunds/spent.server.test';
const settling = 'spend/settling.server.test';
const unsettling = 'spend/reversed.server.test';
const beganBefore =
  'a batch of an exchange that pays two clients > a look that began before another amount was credited gives it no line';
const money: readonly WrongRule[] = [
  // how much fee leaves with the money
  ['change', 'div(m_amount[i]::numeric * fees[s],', 'ceil(m_amount[i]::numeric * fees[s] /', ...cents],
  ['change', 'div(m_amount[i]::numeric * fees[s],', 'round(m_amount[i]::numeric * fees[s] /', ...cents],
  ['change', 'fees[s] < ride or ', '', ...cents],
  ['change', ' or (held[s] = m_amount[i] and fees[s] <> ride)', '', ...cents],
  // who can pay
  ['change', 'held[s] - m_amount[i] < (case', 'held[s] - m_amount[i] <= (case', ...cents],
  ['change', 'held[s] - m_amount[i] < (case', 'held[s] - m_amount[i] + 1 < (case', ...cents],
  ['change', '(case when bound[c] then owed[s] else 0 end)', '0', spent],
  // what is settled
  ['settlement_fault', 's.cents = expected', 'true', settling],
  ['settlement_fault', 's.missing = 0 and ', '', settling],
  ['change', 'when w.kind = any (settling) then money_holder(l.ad_account)', 'when false then null', unsettling],
  ['movements_of', 'when h.kind = any (settling) then money_holder(ad_account)', 'when false then null', unsettling],
  ['settle_months', 'money_holder(l.ad_account)', 'l.ad_account', unsettling],
  ['import_spend', 's.micros is distinct from g.micros', 'false', settling],
  ['keep_evidence', `<> (said ->> 'amount')::numeric * 100`, '< 0', `chain/looks.server.test > ${beganBefore}`],
  ['import_spend', `wish ->> 'public_id') then`, `'') then`, 'spend/undoing.server.test'],
  ['undo_spend', 'if settled is not null then', 'if false then', 'spend/undoing.server.test', settling],
  // what was spent is not given back
  ['refund_fault', '(greatest(t.open_micros, 0) + 9999)', 'greatest(t.open_micros, 0)', spent],
  ['refund_fault', 'greatest(t.open_micros, 0)', '0', spent],
  ['import_spend', 's.early and not g.early', 'false', spent],
  ['import_spend', 'coalesce(d.partial, false) or ', '', spent],
  ['import_spend', 'd.silent or d.partial', 'd.silent', 'spend/connected.server.test'],
  ['import_spend', 'd.silent or d.partial', 'd.partial', 'spend/connected.server.test'],
  ['undo_spend', 'coalesce(s.before[4], 0) = 1 as early', 'false as early', spent],
  // whose a day of spend is
  ['own_days_of', `max(e.closed_at) + interval '14 hours'`, 'max(e.closed_at)', 'spend/importing.server.test'],
  ['own_days_of', `(a.closed_at + interval '14 hours')`, 'a.closed_at', 'connections/owndays.server.test'],
  ['own_days_of', `a.state = 'Closed' and exists (`, 'false and exists (', 'spend/spend.server.test'],
  ['own_days_of', `a.state = 'Closed' and exists (`, 'true or exists (', 'spend/spend.server.test'],
  ['own_days_of', `s.source = 'reversal'`, 'true', 'connections/owndays.server.test'],
  ['import_spend', ' or g.day > a.last', '', 'spend/spend.server.test'],
  ['settlements_of', ', o.first)', ')', settling],
];

const races = test('races');
const requests: readonly WrongRule[] = [
  // whose ad account, and whether others wait for it
  ['change', `when q.account is null then 'missing'`, '', ...cents],
  ['change', `q.state <> 'Active'`, 'false', test('inactive')],
  ['change', 'not active[d]', 'false', test('inactive')],
  ['change', `coalesce(c_verdict[c], 'approve') = 'approve'`, 'true', test('inactive')],
  [
    'change',
    `result[m] := coalesce(result[m], 'busy');`,
    'null;',
    `${test('transitions')} > a reversal > of an order is refused while something on its account is open, or more or less than its deposit is in it`,
    'model.server.test',
  ],
  // all or nothing
  ['change', 'in reverse moved .. m loop', 'in reverse m - 1 .. m loop', races],
  // what may exist once, and is free again where nothing came of it
  ['change', `not k_request[i] || ' ' || k_key[i] = any (claimed)`, 'false', races],
  ['change', `where result[k.change] <> 'done');`, 'where false);', races, 'model.server.test'],
  // a client who has left, a request that is decided, an attempt that was made
  ['change', 'o.closed_at is not null', 'false', 'clients/closed.server.test'],
  [
    'change',
    `when c.verdict = 'reverse' and c.client = any (who_left) then 'closed'`,
    '',
    'clients/closed.server.test',
  ],
  ['change', 'r.state = (select t.from_state from transitions t where t.verdict = c.verdict)', 'true', races],
  ['change', 'r.attempt = c.attempt and r.n = 0', 'false', test('attempts')],
  ['change', 'r.content = c.content', 'true', test('attempts')],
  // how many may wait
  [
    'change',
    'c.most <= (',
    'c.most < (',
    'caps.server.test > a client has at most a hundred top-ups waiting, also when all are told of at one moment',
  ],
];

const vouching = test('vouching');
const rights: readonly WrongRule[] = [
  ['insist_on_rights', 'may_ask(c.by, c.client, c.kind)', 'true', vouching],
  ['insist_on_rights', '(not c.at_once or may_decide(c.by, c.kind))', 'true', vouching],
  ['insist_on_rights', `'admin' then may_decide(c.by, c.kind)`, `'admin' then true`, vouching],
  ['insist_on_rights', 'm.client = c.client and m.person = c.by', 'true', vouching],
  ['insist_on_rights', `('To pay' not in (t.from_state, t.to_state) or`, '(true or', vouching],
  ['may_ask', 'm.client = of_client and m.person = may_ask.person', 'true', vouching],
  ['may_decide', 'p.disabled_at is null and ', '', vouching],
  ['insist_on_voucher', 'if not exists (', 'if false and not exists (', vouching],
  ['keep_names', ' security definer set search_path = public, pg_temp', '', vouching],
  // what one call may hold, and that every line of an order gets an ad account
  ['change', 'num_nonnulls(variadic c_verdict) not in (0, changes)', 'false', vouching],
  ['change', 'not in (0, o.ads))', 'is null)', vouching],
];

const declarations = 'topups/declarations.server.test';
const ofNewcomers = `${declarations} > of many that are open within ten dollars > clients who were never credited as much hold ten of them between them, and keep nobody else from declaring`;
const replacement = 'requests/replacement.server.test';
const wait = 'withdrawals/wait.server.test';
const changed = `case when p.password_changed_at > p.created_at then p.password_changed_at end`;
const facts: readonly WrongRule[] = [
  // how many amounts may be declared
  ['is_known', 'r.moved_cents >= amount', 'true', ofNewcomers],
  ['declare_topup', '>= 10 or', '>= 11 or', ofNewcomers],
  [
    'declare_topup',
    'of_client) >= 3',
    'of_client) >= 4',
    'paylinks/declared.server.test > the links of one newcomer leave other newcomers exact amounts',
  ],
  ['declare_topup', `(wish ->> 'most')::int <= (`, `(wish ->> 'most')::int < (`, declarations],
  ['declare_topup', 'c.closed_at is not null', 'false', 'clients/onitsway.server.test'],
  // which account may be replaced
  ['replacement_fault', `then 'busy'`, 'then null', replacement],
  ['replacement_fault', `then 'short'`, 'then null', replacement],
  ['replacement_fault', `then 'running'`, 'then null', replacement],
  // since when an address may be paid
  ['payable_from', 'and d.at >= w.since)', ')', wait],
  [
    'payout_since',
    changed,
    'null::timestamptz',
    `${wait} > nothing is paid to a known address either > for a day after the password was changed, whatever was asked for before`,
  ],
  [
    'payout_since',
    'select p.email_changed_at',
    'select null::timestamptz',
    `${wait} > nothing is paid to a known address either > for a day after the e-mail address was changed`,
  ],
  [
    'payout_since',
    ' filter (where a.removed_at is null)',
    '',
    `${wait} > a withdrawal to a new address > waits for each network, client and address by itself, and again after it was removed`,
  ],
  [
    'payout_since',
    'greatest(asked_at, max(a.added_at))',
    'asked_at',
    `${wait} > with the second pair of eyes > what is to be paid > waits for an address that was added anew, or for a day, and can be taken back meanwhile`,
  ],
];

export const lockFlips = (): Flip[] => [...money, ...requests, ...rights, ...facts].map(lockFlip);

function lockFlip([name, rule, otherwise, ...tests]: WrongRule): Flip {
  const [from] = /\n {2}const url = databaseIn\(.*\n/.exec(read('src/server/database.testing.server.ts'))!;
  return {
    group: 'lock',
    what: `under the lock, ${name}, ${rule}: ${otherwise}`,
    file: 'src/server/database.testing.server.ts',
    change: (source) => {
      const wrong = swap(rule, otherwise)(read(`migrations/functions/${name}.sql`));
      const run = `await withConnection(url, (lock) => lock.query(${JSON.stringify(wrong)}));`;
      return swap(from, `${from}${run}\n`)(source);
    },
    tests: tests.map(testOf),
  };
}
