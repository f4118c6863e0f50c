/** `npm run explain DP-7K3Q-X2MF`: one request's whole story, for whoever has to answer for it. */
import type pg from 'pg';
import { spoken } from '#kernel/ids.ts';
import { usd } from '#kernel/money.ts';
import { adsIdOf } from './requests.store.server.ts';
import { saidAbout } from './said.server.ts';

type Event = { at: Date; text: string };

/** The story as lines of text, or undefined where there is no such request. `client` is the owner's connection. */
export async function explain(client: pg.ClientBase, typed: string): Promise<string[] | undefined> {
  const { rows } = await client.query(
    `select r.*, ${adsIdOf('r.id')} as ads_id, c.name as username, c.email, c.public_id, a.name as asker
     from requests r join clients c on c.id = r.client left join people a on a.id = r.asked_by where apply_id = $1`,
    [spoken(typed)],
  );
  const request = rows[0];
  if (!request) return undefined;
  const events = [
    ...asked(request),
    ...(await decided(client, request.id, request.apply_id)),
    ...(await moved(client, request.id)),
    ...(await auditEvents(client, request.apply_id)),
  ];
  return [
    ...head(request),
    '',
    ...events
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map(({ at, text }) => `${at.toISOString().slice(0, 19).replace('T', ' ')}  ${text}`),
    '',
    ...(await left(client, request)),
  ];
}

const cents = (value: string | null) => usd(BigInt(value ?? 0));

function head(r: Record<string, string | null>): string[] {
  const parts = [
    `amount ${cents(r.amount_cents!)}`,
    `fee ${cents(r.fee_cents!)}`,
    `opening fee ${cents(r.opening_fee_cents!)}`,
    `total ${cents(r.total_cents!)}`,
  ];
  if (r.received_cents) parts.push(`received ${cents(r.received_cents)}`);
  const lines = [
    `${r.apply_id}  ${r.kind}${r.platform ? ` on ${r.platform}` : ''}, ${r.state}`,
    `of ${r.username} <${r.email}> (${r.public_id})`,
    parts.join(', '),
  ];
  if (r.ads_id) lines.push(`Ads ID ${r.ads_id}`);
  if (r.transaction_id) lines.push(`transaction id ${r.transaction_id}`);
  return lines;
}

function asked(r: Record<string, string | null> & { created_at?: unknown }): Event[] {
  return [
    {
      at: r.created_at as unknown as Date,
      text: `asked by ${r.asker ?? 'the payer of a paylink'}${r.client_remarks ? `: "${r.client_remarks}"` : ''}`,
    },
  ];
}

async function decided(client: pg.ClientBase, request: string, applyId: string): Promise<Event[]> {
  const { rows } = await client.query(
    `select at, verdict, proposed, details, person as username from (${saidAbout('$1', '$2')}) said order by at, place`,
    [request, applyId],
  );
  return rows.map((row) => {
    const said = row.details.fill?.remarks ?? row.details.reason;
    const what = row.details.kept
      ? 'kept approved'
      : `${row.verdict}${row.proposed ? ' proposed, waiting for a second admin,' : ''}`;
    return {
      at: row.at,
      text: `${what} by ${row.username}${said ? `: "${said}"` : ''}`,
    };
  });
}

async function moved(client: pg.ClientBase, request: string): Promise<Event[]> {
  const { rows } = await client.query('select * from movements where request = $1 order by id', [request]);
  const after = (account: string, balance: string | null) =>
    balance === null ? account : `${account} (then ${cents(balance)})`;
  return rows.map((row) => ({
    at: row.at,
    text: `  ${cents(row.amount)} from ${after(row.src, row.src_balance)} to ${after(row.dst, row.dst_balance)}${row.fee === '0' ? '' : `, fee ${cents(row.fee)} along`}`,
  }));
}

async function auditEvents(client: pg.ClientBase, applyId: string): Promise<Event[]> {
  const { rows } = await client.query(
    `select a.at, 'audit log: ' || a.action || coalesce(' by ' || a.actor_name, '') || case when a.address = ''
     then '' else ' from ' || a.address end as text
     from audit_log a where a.request_apply_id = $1
     union all select n.at, 'notice to ' || p.name || ': ' || n.text || case when n.seen_at is null
       then '' else ' (seen)' end
     from notices n join people p on p.id = n.person where n.request_apply_id = $1
     union all select m.made_at, 'mail to ' || m.recipient || ': ' || m.subject || case when m.sent_at is not null
       then ' (sent)' when m.failed_at is not null then ' (failed: ' || coalesce(m.last_error, '') || ')'
       else ' (waiting)' end
     from mails m where m.request_apply_id = $1`,
    [applyId],
  );
  return rows;
}

/** What the wallet, the held money, and the ad accounts that the request names, opened or paid hold today. */
async function left(client: pg.ClientBase, request: Record<string, string | null>): Promise<string[]> {
  const { rows } = await client.query(
    `select coalesce(a.platform || ' ' || a.ads_id || ' (' || a.public_id || ')', b.account) as account,
     b.balance, b.fee_left,
       a.closed_at is not null as closed
     from balances b left join ad_accounts a on b.account = 'ad:' || a.id
     where b.account in ('wallet:' || $1::text, 'held:' || $1::text)
       or b.account in (select 'ad:' || ad_account from request_lines where request = $2
         union all select 'ad:' || id from ad_accounts where request = $2
         union all select dst from movements where request = $2 and dst ^@ 'ad:') order by b.account`,
    [request.client, request.id],
  );
  return rows.map(
    (row) =>
      `${row.account} holds ${cents(row.balance)} now${row.fee_left === '0' ? '' : `, fee left ${cents(row.fee_left)}`}${row.closed ? ', closed' : ''}`,
  );
}
