/** Of what was said of a thing, and asked outside the book, the database has what was acknowledged, and once. */
import type pg from 'pg';
import { aboutSpend, aboutState, month } from './bookkeeper.ts';
import { cents, type Ask, type Journal, type Word } from './journal.ts';
import { aboutDeclared, aboutRule } from './owners.ts';

export async function wordsInBook(client: pg.Client, { asks, words }: Journal): Promise<string[]> {
  const read = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<Row>(sql, values)).rows;
  const declared = await read<Declared>(
    `select key, client::text as client, public_id as id, cents::int as cents, ended_at is not null as ended
     from declarations`,
  );
  const rules = await read<{ id: string; says: string }>(
    `select a.public_id as id, case when f.stopped_at is not null then 'stopped'
       else 'puts ' || f.put_cents / 100 || ', leaves ' || f.leave_cents / 100 end as says
     from refill_rules f join ad_accounts a on a.id = f.ad_account`,
  );
  const spent = await read<{ id: string; says: string }>(
    `select a.ads_id as id, (sum(d.micros) / 10000)::bigint::text as says from ad_accounts a
     cross join lateral (select distinct on (day) micros from spend_days
       where ad_account = a.id and date_trunc('month', day) = $1::date order by day, id desc) d
     group by a.id`,
    [`${month}-01`],
  );
  const suspended = await read<{ id: string; says: string }>(
    `select a.public_id as id, case count(*) when 1 then 'once' else count(*) || ' times' end as says
     from ad_account_steps s join ad_accounts a on a.id = s.ad_account where s.state = 'Suspended' group by a.id`,
  );
  const holding = new Map([
    ...declared.map(({ id, ended }) => [aboutDeclared(id), ended ? 'Cancelled' : 'open'] as const),
    ...rules.map(({ id, says }) => [aboutRule(id), says] as const),
    ...spent.map(({ id, says }) => [aboutSpend(id), says] as const),
    ...suspended.map(({ id, says }) => [aboutState(id), says] as const),
  ]);
  const spoken = Map.groupBy(words, ({ about }) => about);
  return [
    ...[...spoken].flatMap(([about, said]) => faultOfWords(about, said, holding.get(about))),
    ...(await refillsByRule(client, words)),
    ...declarationsAsTold(asks, declared),
  ];
}

/** What holds is what was acknowledged last, or what was said since and not answered. */
function faultOfWords(about: string, said: readonly Word[], holds: string | undefined): string[] {
  const last = said.findLastIndex(({ told }) => told === 'holds');
  if (last === -1 && (holds === undefined || holds === 'open')) return [];
  const may = said.filter(({ told }, n) => n === last || (n > last && told === undefined) || (last === -1 && !told));
  if (may.some(({ says }) => says === holds)) return [];
  return [`${about} should be “${may.map(({ says }) => says).join('” or “')}”, and is “${holds}”`];
}

type Declared = { key: string | null; client: string; id: string; cents: number; ended: boolean };

function declarationsAsTold(asks: readonly Ask[], declared: readonly Declared[]): string[] {
  const byKey = new Map(declared.map((row) => [`${row.client} ${row.key}`, row]));
  const findings = asks.flatMap(({ what, client, key, told }) => {
    if (what !== 'declaration') return [];
    const row = byKey.get(`${client} ${key}`);
    byKey.delete(`${client} ${key}`);
    if (!told) return [];
    if (told.status !== 200) return row ? [`declaration ${key} was refused with ${told.status}, and is there`] : [];
    const { _id, amount } = told.body.declaration;
    if (!row) return [`declaration ${key} was acknowledged and is lost`];
    return row.id === _id && row.cents === cents(amount) ? [] : [`declaration ${key} was told ${_id} of ${amount}`];
  });
  const open = Map.groupBy(
    declared.filter(({ ended }) => !ended),
    (row) => row.cents,
  );
  return [
    ...findings,
    ...[...byKey.values()].map(({ id }) => `nobody declared ${id}`),
    ...[...open].flatMap(([amount, alike]) => (alike.length > 1 ? [`${alike.length} wait for ${amount} cents`] : [])),
  ];
}

/** Each refill puts what some rule said; the key of the table keeps it to one a day. */
async function refillsByRule(client: pg.Client, words: readonly Word[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string; apply_id: string; puts: string; left: string }>(
    `select a.public_id as id, r.apply_id, 'puts ' || r.amount_cents / 100 as puts,
       (select m.src_balance / 100 from movements m
        where m.request = r.id and m.step = 0 and m.src = 'wallet:' || r.client
        order by m.leg desc limit 1)::text as left
     from refills d join requests r on r.id = d.request join ad_accounts a on a.id = d.ad_account`,
  );
  return rows.flatMap(({ id, apply_id: applyId, puts, left }) => {
    const said = words.filter(({ about, says }) => about === aboutRule(id) && says.startsWith(`${puts},`));
    if (said.length === 0) return [`refill ${applyId} ${puts}, which no rule says`];
    const leaves = Math.min(...said.map(({ says }) => Number(says.split('leaves ')[1])));
    return Number(left) < leaves ? [`refill ${applyId} left ${left} of at least ${leaves}`] : [];
  });
}
