/** Trying automatic crediting on what has happened, before it is switched on. */
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { topup } from '#kinds/topup.ts';
import { listKeysOf } from '#requests/listkeys.server.ts';
import { shownState } from '#requests/requests.ts';
import type { State } from '#kinds/life.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { tryAutoCredit } from './dryrun.api.ts';
import { dryRun, reasons } from './dryrun.ts';
import { signalsAbout } from '#signals/signals.server.ts';

/** Each is judged with its signals; more of them are never looked through. */
const most = 1_000;

export const dryRunHandlers = [
  handle(tryAutoCredit, async ({ query, app: { db } }) => {
    const [{ autoCredit, secondPair }, rows] = await Promise.all([currentSettings(db), verifiedLately(db)]);
    const limits = {
      transferCents: query.transfer || autoCredit.transferCents,
      clientDayCents: query.clientDay || autoCredit.clientDayCents,
      agencyDayCents: query.agencyDay || autoCredit.agencyDayCents,
    };
    const signals = await signalsAbout(
      db,
      rows.map(({ applyId }) => applyId),
    );
    const arrived = rows.map((row) => ({ ...row, hasSignal: signals.has(row.applyId) }));
    const made = dryRun(arrived, limits, secondPair.on ? secondPair.moneyInAboveCents : undefined);
    const topups = rows.map((row, place) => ({
      applyId: row.applyId,
      at: row.at,
      amount: row.cents,
      client: { _id: row.clientId, username: row.clientName },
      state: shownState(row),
      reason: made[place]!,
      signals: (signals.get(row.applyId) ?? []).map(({ text }) => text),
    }));
    const sums = reasons.map((reason) => {
      const own = topups.filter((each) => each.reason === reason);
      return { reason, count: own.length, amount: own.reduce((all, { amount }) => all + amount, 0n) };
    });
    return {
      message: 'Tried on the last 30 days.',
      limits: { transfer: limits.transferCents, clientDay: limits.clientDayCents, agencyDay: limits.agencyDayCents },
      sums,
      more: rows.length === most,
      topups: topups.toReversed(),
    };
  }),
];

type Row = {
  applyId: string;
  kind: 'topup';
  platform: null;
  state: State;
  client: ClientId;
  clientId: string;
  clientName: string;
  cents: Cents;
  at: Date;
  agreed: number;
};

const lists = listKeysOf({ kinds: [topup.name], states: ['Pending', 'Approved', 'Rejected', 'Reversed'] });

/** What arrived for good and to the cent, oldest first. */
function verifiedLately(db: Database): Promise<Row[]> {
  return db.query<Row>(
    'autocredit.history',
    `select * from (
       select r.id, r.apply_id as "applyId", r.kind, r.platform, r.state, r.client, c.public_id as "clientId",
         c.name as "clientName", r.amount_cents as cents, r.created_at as at,
         (select count(*)::int from jsonb_array_elements(e.nodes) word
           where word ->> 'said' like 'has it, final%') as agreed
       from unnest(array[${lists.join(', ')}]) list
       cross join lateral (select * from requests q where q.list_key = list order by q.id desc limit ${most}) r
       join clients c on c.id = r.client
       join lateral (select * from evidence e where e.request = r.id order by e.id desc limit 1) e
         on e.verdict = 'Verified'
       where r.created_at > now() - interval '30 days' order by r.id desc limit ${most}) newest
     order by id`,
  );
}
