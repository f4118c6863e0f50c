/**
 * Thresholds over 24 hours: whether what one client got, or what one admin approved, passes an amount of the settings
 * together with this request. This is checked before the verdict, and once more in its transaction, so that several
 * verdicts at the same moment do not each slip below the amount.
 */
import type { Cents } from '#kernel/money.ts';
import { returnsAs, sendsMoney } from '#kinds/facts.ts';
import type { AmountAbove } from '#kinds/kind.ts';
import { kindNamed, kindsWhere, type KindName } from '#kinds/kinds.ts';
import type { Database } from '#server/database.server.ts';
import { locks } from '#server/locks.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import {
  secondAdminFor,
  secondAdminText,
  type Day,
  type SecondAdmin,
  type Settings,
  type Sums,
} from '#settings/settings.ts';
import { listKeysOf } from './listkeys.server.ts';
import type { Request } from './requests.store.server.ts';

/** Thrown in the transaction of a verdict, which is rolled back; the same verdict is proposed instead. */
export class NeedsSecondAdmin extends Error {
  readonly because: SecondAdmin;
  constructor(because: SecondAdmin) {
    super('A second admin has to confirm this.');
    this.because = because;
  }
}

type Judged = Pick<Request, 'kind' | 'amountCents' | 'receivedCents' | 'askedBy'>;

const nothingYet: Day = { client: new Map(), admin: new Map() };

const counted = kindsWhere(({ secondAdmin }) => secondAdmin.some((rule) => rule !== 'corrections'));

type Row = { client: bigint | null; kind: KindName; reversed: boolean; cents: Cents };

/**
 * The lists of what counts. Money that was sent has left, also where the withdrawal was reversed afterwards: else who
 * approves and reverses in turn would send any amount. A reversal counts for itself where it gives a wallet money; any
 * other takes back what was given.
 */
const leaving = kindsWhere(sendsMoney);
const countedLists = [
  ...listKeysOf({ kinds: counted, states: ['To pay', 'Approved'] }),
  ...listKeysOf({ kinds: leaving, states: ['Reversed'] }),
].join(', ');
const returning = kindsWhere((kind) => returnsAs(kind) !== undefined);
const returnedLists = listKeysOf({ kinds: returning, states: ['Reversed'] }).join(', ');

/** Which sums of the day a row is part of. */
function sumsOf({ kind, reversed }: Row): readonly AmountAbove[] {
  const one = kindNamed(kind);
  if (reversed) return [returnsAs(one)!];
  return one.secondAdmin.filter((rule) => rule !== 'corrections');
}

/**
 * What was approved in the last 24 hours, and what two admins agreed to pay, for each of these clients and for the
 * admin; one round trip, or none. What is still to be paid counts without a time limit, as that money has not left yet.
 */
export async function approvedInADay(
  db: Database,
  { secondPair }: Settings,
  { clients = [], applyIds = [], admin }: { clients?: bigint[]; applyIds?: string[]; admin: bigint },
): Promise<(client: bigint) => Day> {
  if (!secondPair.on) return () => nothingYet;
  const rows = await db.query<Row>(
    'requests.approved_in_a_day',
    `with named as materialized (
       select $1::bigint[] || array(select client from requests where apply_id = any($2)) as ids)
     select client, kind, false as reversed, sum(moved_cents)::bigint as cents from requests
     where list_key in (${countedLists}) and (state = 'To pay' or decided_at > now() - interval '24 hours')
       and client = any((select ids from named)::bigint[])
     group by client, kind
     union all
     select client, kind, true, sum(moved_cents)::bigint from requests
     where list_key in (${returnedLists}) and reversed_at > now() - interval '24 hours'
       and client = any((select ids from named)::bigint[])
     group by client, kind
     union all
     select null, kind, false, sum(moved_cents)::bigint from requests
     where (state = 'Approved' and kind = any($3) or state = 'Reversed' and kind = any($4))
       and decided_at > now() - interval '24 hours' and decided_by = $5
     group by kind
     union all
     select null, kind, true, sum(moved_cents)::bigint from requests
     where list_key in (${returnedLists}) and reversed_at > now() - interval '24 hours' and reversed_by = $5
     group by kind`,
    [clients, applyIds, counted, leaving, admin],
  );
  const of = (client: bigint | null): Sums => {
    const sums = new Map<AmountAbove, Cents>();
    for (const row of rows.filter((each) => each.client === client))
      for (const rule of sumsOf(row)) sums.set(rule, (sums.get(rule) ?? 0n) + row.cents);
    return sums;
  };
  return (client) => ({ client: of(client), admin: of(null) });
}

/** Why this verdict needs a second admin, or undefined. */
export function secondAdminOver(
  settings: Settings,
  { kind, amountCents, receivedCents }: Judged,
  day: Day,
  event: 'approve' | 'reject' | 'reverse' = 'approve',
  arrived?: Cents,
): SecondAdmin | undefined {
  // The admin who asked for a correction was the first of the two; whoever approves it is the second.
  if (event === 'approve' && kindNamed(kind).askedBy === 'admin') return undefined;
  return secondAdminFor(settings, { kind, event, amountCents: arrived ?? receivedCents ?? amountCents }, day);
}

/**
 * A function that says in a sentence why approving a Pending request would need a second admin, as far as is known now.
 */
export async function secondAdminsOf(
  db: Database,
  rows: readonly Pick<Request, 'client'>[],
  admin: bigint,
): Promise<(row: Judged & Pick<Request, 'client' | 'state'>) => string | undefined> {
  const settings = await currentSettings(db);
  const day = await approvedInADay(db, settings, { clients: [...new Set(rows.map(({ client }) => client))], admin });
  return (row) => {
    const second = row.state === 'Pending' ? secondAdminOver(settings, row, day(row.client)) : undefined;
    return second && secondAdminText(second, 'decides');
  };
}

/**
 * Called in the transaction of an approval or a reversal by one admin, which holds its client's lock: throws where it
 * passes a threshold. Verdicts of the same admin wait for each other here, so that none is missed.
 */
export async function insistAlone(
  tx: Database,
  settings: Settings,
  { kind, client, askedBy }: Request,
  { event, admin }: { event: 'approve' | 'reverse'; admin: bigint },
): Promise<void> {
  if (!settings.secondPair.on || !(event === 'approve' ? counted : returning).includes(kind)) return;
  if (event === 'approve' && kindNamed(kind).askedBy === 'admin' && askedBy !== admin) return;
  await tx.query('requests.lock_admin', 'select pg_advisory_xact_lock($1, ($2::bigint % 2147483647)::int)', [
    locks.approvals,
    admin,
  ]);
  const day = (await approvedInADay(tx, settings, { clients: [client], admin }))(client);
  // The amount is 0 because this verdict is already part of the day.
  const second = secondAdminFor(settings, { kind, event, amountCents: 0n }, day);
  if (second) throw new NeedsSecondAdmin(second);
}
