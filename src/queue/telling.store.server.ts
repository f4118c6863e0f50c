/** SQL of what admins are told unasked. Private to queue/. */
import type { AdminRole } from '#kernel/access.ts';
import type { PersonId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { statesOf } from '#kinds/facts.ts';
import { kinds, type KindName } from '#kinds/kinds.ts';
import { waitingStates, type State } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import { kindsOfAdmins } from '#requests/hidden.ts';
import { lateSql } from '#requests/late.server.ts';
import { listKeysOf } from '#requests/listkeys.server.ts';
import type { Database } from '#server/database.server.ts';
import { atWork } from '#users/admins.server.ts';

/** What is younger may belong to a transaction that is still under way, and is told the next time. */
const settled = `interval '30 seconds'`;
/** How far the look before was from this one, where nothing says it. */
const lookBefore = `interval '60 seconds'`;

/**
 * Moves the moment until which all were told, and answers where it was and is; undefined the first time, when nobody is
 * told of the past, and where another node was quicker. It goes by the database's clock alone: a node that is ahead
 * would leave out what is asked meanwhile. A moment that has not come yet was written before that clock went back.
 */
export async function toldUntil(
  tx: Database,
  upTo: Date | undefined,
): Promise<{ since: Date; until: Date } | undefined> {
  const [was] = await tx.query<{ since: Date }>(
    'telling.since',
    `select case when until > clock_timestamp() then now() - ${settled} - ${lookBefore} else until end as since
     from admins_told for update`,
    [],
  );
  const [moved] = await tx.query<{ until: Date }>(
    'telling.until',
    `insert into admins_told as t (until) values (coalesce($1::timestamptz, now() - ${settled}))
     on conflict (only_one) do update set until = excluded.until
     where t.until < excluded.until or t.until > clock_timestamp() returning until`,
    [upTo],
  );
  return was && moved && { since: was.since, until: moved.until };
}

export type Happened = {
  topic: 'new' | 'pay' | 'late' | 'second';
  kind: KindName | null;
  platform: Platform | null;
  /** Who proposed it, or has just agreed to pay it, and so is not told. */
  by: PersonId | null;
  count: number;
  cents: Cents;
};

const keysIn = (kind: KindName, states: readonly State[]) => listKeysOf({ kinds: [kind], states }).join(', ');
const waitingOf = (kind: KindName) => keysIn(kind, ['Pending']);
/** Of the kinds that are paid by hand after two admins have agreed. */
const toPay = kinds.filter((kind) => statesOf(kind).includes('To pay')).map(({ name }) => keysIn(name, ['To pay']));
const ofClients = kinds.filter(({ askedBy }) => askedBy !== 'admin');
const corrections = kindsOfAdmins.map(waitingOf);

/** Between two moments, and still waiting: asked, to be paid, become late, or proposed. */
export function happenedSince(db: Database, since: Date, until: Date): Promise<Happened[]> {
  const [from, to] = ['$1::timestamptz', '$2::timestamptz'];
  const columns = (topic: string, by: string) =>
    `select '${topic}' as topic, kind, platform, ${by} as by, count(*)::int as count,
       sum(moved_cents)::bigint as cents`;
  const asked = `created_at > ${from} and created_at <= ${to}`;
  const news = `${columns('new', 'null::bigint')} from requests
    where ${asked} and list_key in (${ofClients.map(({ name }) => waitingOf(name)).join(', ')})
    group by kind, platform`;
  const pay = `select 'pay', r.kind, r.platform, d.person, count(*)::int, sum(r.moved_cents)::bigint
    from requests r join decisions d on d.request = r.id and d.verdict = 'release' and d.at > ${from} and d.at <= ${to}
    where r.list_key in (${toPay.join(', ')}) group by r.kind, r.platform, d.person`;
  const late = ofClients.map(
    (kind) => `${columns('late', 'null::bigint')} from requests
      where list_key in (${keysIn(kind.name, waitingStates)})
      and ${lateSql(kind, to)} and not (${lateSql(kind, from)}) group by kind, platform`,
  );
  const second = [
    `select 'second', r.kind, r.platform, p.proposed_by, count(*)::int, coalesce(sum(r.moved_cents), 0)::bigint
     from proposals p left join requests r on p.kind = 'verdict' and r.apply_id = p.subject
     where p.state = 'Pending' and p.at > ${from} and p.at <= ${to} group by r.kind, r.platform, p.proposed_by`,
    `${columns('second', 'asked_by')} from requests
     where ${asked} and list_key in (${corrections.join(', ')}) group by kind, platform, asked_by`,
  ];
  return db.query<Happened>('telling.happened', [news, pay, ...late, ...second].join(' union all '), [since, until]);
}

export type ToTell = { id: PersonId; email: string; role: AdminRole; choices: Record<string, unknown> };

export function adminsToTell(db: Database): Promise<ToTell[]> {
  return db.query<ToTell>(
    'telling.admins',
    `select id, email, admin_role as role, notice_choices as choices from people
     where ${atWork()} and password_hash is not null
     order by id`,
    [],
  );
}
