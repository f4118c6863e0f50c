/** SQL that names the withdrawal which a transfer paid. Private to chain/. */
import { hashPattern } from '#network/transferids.ts';
import { sendsMoney } from '#kinds/facts.ts';
import { kindsWhere } from '#kinds/kinds.ts';
import { sending } from '#requests/kinds.server.ts';
import { listKeysOf } from '#requests/listkeys.server.ts';
import type { Database } from '#server/database.server.ts';
import { isLineOf, type Named } from './payout.ts';

type Candidate = Named & { id: bigint; counted: bigint | null; request: bigint };

const reversedPayouts = listKeysOf({ kinds: kindsWhere(sendsMoney), states: ['Reversed'] }).join(', ');

/** What is asked of a transfer `t` and of a withdrawal `r` that names its transaction. */
const candidate = `t.id, t.request as counted, r.id as request, t.network, t.line, t.recipient,
  coalesce(r.details ->> 'networkName', '') as "networkName",
  coalesce(r.details ->> 'networkAddress', '') as "networkAddress",
  (select e.line from evidence e where e.request = r.id and e.hash = t.hash order by e.id desc limit 1) as looked,
  (select count(*)::int from transfers o where o.network = t.network and o.hash = t.hash and o.direction = 'Out'
    and o.recipient = t.recipient) as alike`;
const naming = `r.kind in (${sending}) and substring(lower(r.transaction_id collate "C") from '${hashPattern}') = t.hash`;

/** Names the withdrawal that a transfer paid. */
export async function settleOut(db: Database): Promise<void> {
  const left = await db.query<Candidate>(
    'transfers.named_out',
    `select ${candidate} from transfers t join requests r on ${naming} and r.state in ('Approved', 'Reversed')
     where t.request is null and t.direction = 'Out' and t.state <> 'Gone' order by r.state, r.id`,
  );
  await settle(db, left);
  const again = await db.query<Candidate>(
    'transfers.named_out_again',
    `select ${candidate} from requests reversed join transfers t on t.request = reversed.id and t.direction = 'Out'
     join requests r on ${naming} and r.state = 'Approved'
     where reversed.list_key in (${reversedPayouts}) order by r.id`,
  );
  await settle(db, again);
}

/** What is approved comes before what is reversed; of several the first counts. */
async function settle(db: Database, candidates: readonly Candidate[]): Promise<void> {
  const own = new Map(
    candidates
      .filter(isLineOf)
      .toReversed()
      .map((each) => [each.id, each]),
  );
  if (own.size === 0) return;
  const settled = [...own.values()];
  await db.query(
    'transfers.settle_out',
    `update transfers t set request = n.request from unnest($1::bigint[], $2::bigint[], $3::bigint[])
       n (id, request, counted) where t.id = n.id and t.request is not distinct from n.counted`,
    [settled.map(({ id }) => id), settled.map(({ request }) => request), settled.map(({ counted }) => counted)],
  );
}
