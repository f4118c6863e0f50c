/** The money of a crowd: what each of its requests moved, and what that left in each account. */

// A deposit of 10 dollars for each account, 15 %, and 30 dollars for opening; a top-up that is a little more than both;
// half of an account back with its half of the fee; a withdrawal of as much as a deposit takes.
export const topup = 100_00;
export const each = { money: 10_00, fee: 1_50 };
export const order = { money: 30_00, fee: 4_50, opening: 30_00, total: 64_50 };
export const deposit = { ...each, total: 11_50 };
export const refund = { money: 5_00, share: 75, total: 5_75 };
export const withdrawal = deposit.total;
export const left = topup - order.total - deposit.total;

type MovementRow = [
  kind: string,
  place: number,
  step: number,
  leg: number,
  src: string,
  dst: string,
  amount: number,
  fee: number,
  srcAfter: string,
  dstAfter: string,
];

/**
 * A top-up is one movement, an order six, a deposit or refund three, a withdrawal two; eight ids are kept for each
 * request.
 */
export function movementsOf(): string {
  const held = `'held:' || client`;
  const wallet = `'wallet:' || client`;
  const row = (...[kind, place, step, leg, src, dst, amount, fee, srcAfter, dstAfter]: MovementRow) =>
    `select ${place}, ${step}, ${leg}, ${src}, ${dst}, ${amount}, ${fee}, (${srcAfter})::bigint, (${dstAfter})::bigint
     where kind = '${kind}'${step === 1 ? ' and not pending' : ''}`;
  const opened = [1, 2, 3].map((i) =>
    row(
      'application',
      i,
      1,
      i - 1,
      held,
      `'ad:' || base + ${i}`,
      each.money,
      each.fee,
      `${order.total - i * each.money}`,
      `${each.money}`,
    ),
  );
  const rows = [
    row('topup', 0, 1, 0, `'outside'`, wallet, topup, 0, 'null', `before + ${topup}`),
    row('application', 0, 0, 0, wallet, held, order.total, 0, `before + ${topup - order.total}`, `${order.total}`),
    ...opened,
    row('application', 4, 1, 3, held, `'opening'`, order.opening, 0, `${order.fee}`, 'null'),
    row('application', 5, 1, 4, held, `'fee'`, order.fee, 0, '0', 'null'),
    row('deposit', 0, 0, 0, wallet, held, deposit.total, 0, `before + ${left}`, `${deposit.total}`),
    row(
      'deposit',
      1,
      1,
      0,
      held,
      `'ad:' || base + 1`,
      deposit.money,
      deposit.fee,
      `${deposit.fee}`,
      `${each.money + deposit.money}`,
    ),
    row('deposit', 2, 1, 1, held, `'fee'`, deposit.fee, 0, '0', 'null'),
    row(
      'refund',
      0,
      0,
      0,
      `'ad:' || base + 1`,
      held,
      refund.money,
      refund.share,
      `${each.money - refund.money}`,
      `${refund.money}`,
    ),
    row('refund', 1, 1, 0, held, wallet, refund.money, 0, '0', `before + ${topup - order.total + refund.money}`),
    row('refund', 2, 1, 1, `'fee'`, wallet, refund.share, 0, 'null', `before + ${topup - order.total + refund.total}`),
    row('withdrawal', 0, 0, 0, wallet, held, withdrawal, 0, `before + ${left}`, `${withdrawal}`),
    row('withdrawal', 1, 1, 0, held, `'outside'`, withdrawal, 0, '0', 'null'),
  ];
  return `insert into movements (id, request, client, step, leg, src, dst, amount, fee,
    src_balance, dst_balance, at) overriding system value
    select p.n * 8 + l.place, p.n, p.client, l.step, l.leg, l.src, l.dst, l.amount, l.fee,
      l.src_balance, l.dst_balance, p.at
    from plan p cross join lateral (${rows.join(' union all ')}) l (place, step, leg,
      src, dst, amount, fee, src_balance, dst_balance)`;
}

export function balancesOf(): string {
  const opened = (own: number, added: number, back: number) =>
    `${own} + case when i > 1 then 0 when next = 'deposit' and not waits then ${added} when next = 'refund'
     then -${back} else 0 end`;
  return `insert into balances (account, client, balance, fee_left)
    select p.name || s.client, s.client, case p.name when 'wallet:' then s.wallet else coalesce(s.held, 0) end, 0
    from (
      select client, sum(case kind when 'topup' then case when pending then 0 else ${topup} end when 'application'
        then -${order.total} when 'deposit' then -${deposit.total}
          when 'refund' then case when pending then 0 else ${refund.total} end else -${withdrawal} end) as wallet,
        sum(case when pending then case kind when 'application' then ${order.total} when 'deposit'
        then ${deposit.total} when 'refund' then ${refund.money}
          when 'withdrawal' then ${withdrawal} end end) as held
      from plan group by client) s, (values ('wallet:'), ('held:')) p (name)
    union all
    select 'ad:' || o.base + i, o.client, ${opened(each.money, deposit.money, refund.money)},
      ${opened(each.fee, deposit.fee, refund.share)}
    from (select *, lead(kind) over (order by n) as next, lead(pending) over (order by n) as waits from plan) o,
      generate_series(1, 3) i
    where kind = 'application' and not pending`;
}
