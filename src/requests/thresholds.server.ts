/**
 * Thresholds over 24 hours: whether what one client got, or what one admin approved, passes an amount of the settings
 * together with this request. It is asked before the verdict, and once more in its transaction: several at the same
 * moment do not each slip below the amount.
 */
import type { Cents } from '#kernel/money.ts';
import { kindNamed, kindsWhere, type KindName } from '#kinds/kinds.ts';
import type { Database } from '#server/database.server.ts';
import { locks } from '#server/locks.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { secondAdminFor, secondAdminText, type Day, type SecondAdmin, type Settings } from '#settings/settings.ts';
import type { Request } from './requests.store.server.ts';

/** Found in the transaction of a verdict: it is rolled back, and the same is proposed instead. */
export class NeedsSecondAdmin extends Error {
  readonly because: SecondAdmin;
  constructor(because: SecondAdmin) {
    super('A second admin has to confirm this.');
    this.because = because;
  }
}

type Judged = Pick<Request, 'kind' | 'amountCents' | 'receivedCents' | 'askedBy'>;

export const nothingYet: Day = { client: new Map(), admin: new Map() };

const counted = kindsWhere(({ secondAdmin = [] }) => secondAdmin.some((rule) => rule !== 'corrections'));

type Row = { client: bigint | null; kind: KindName; cents: Cents };

/**
 * What was approved in the last 24 hours, for whoever of these clients is asked about, and what two admins agreed to
 * pay them; one round trip, or none. What is to be paid counts without a time, as the money has not left yet.
 */
export async function dayOf(
  db: Database,
  { secondPair }: Settings,
  { clients = [], applyIds = [], admin }: { clients?: bigint[]; applyIds?: string[]; admin: bigint },
): Promise<(client: bigint) => Day> {
  if (!secondPair.on) return () => nothingYet;
  const rows = await db.query<Row>(
    'requests.approved_in_a_day',
    `select client, kind, sum(coalesce(received_cents, amount_cents))::bigint as cents from requests
     where (state = 'To pay' or state = 'Approved' and decided_at > now() - interval '24 hours') and kind = any($1)
       and client = any($2::bigint[] || array(select client from requests where apply_id = any($3)))
     group by client, kind
     union all
     select null, kind, sum(coalesce(received_cents, amount_cents))::bigint from requests
     where state = 'Approved' and decided_at > now() - interval '24 hours' and kind = any($1) and decided_by = $4
     group by kind`,
    [counted, clients, applyIds, admin],
  );
  const of = (client: bigint | null) =>
    new Map(rows.filter((row) => row.client === client).map(({ kind, cents }) => [kind, cents]));
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
  // What an admin asked for has had its first pair of eyes; whoever decides is the second.
  if (event === 'approve' && kindNamed(kind).askedBy === 'admin') return undefined;
  return secondAdminFor(settings, { kind, event, amountCents: arrived ?? receivedCents ?? amountCents }, day);
}

/** Why approving each of these that is Pending would wait for a second admin, in a sentence, as far as known by now. */
export async function secondAdminsOf(
  db: Database,
  rows: readonly Pick<Request, 'client'>[],
  admin: bigint,
): Promise<(row: Judged & Pick<Request, 'client' | 'state'>) => string | undefined> {
  const settings = await currentSettings(db);
  const day = await dayOf(db, settings, { clients: [...new Set(rows.map(({ client }) => client))], admin });
  return (row) => {
    const second = row.state === 'Pending' ? secondAdminOver(settings, row, day(row.client)) : undefined;
    return second && secondAdminText(second);
  };
}

/**
 * In the transaction of an approval by one admin, which holds its client's lock: throws where it was one too many. The
 * admin's own verdicts take turns here.
 */
export async function insistAlone(tx: Database, settings: Settings, after: Request, admin: bigint): Promise<void> {
  if (!settings.secondPair.on || !counted.includes(after.kind)) return;
  if (kindNamed(after.kind).askedBy === 'admin' && after.askedBy !== admin) return;
  await tx.query('requests.lock_admin', 'select pg_advisory_xact_lock($1, ($2::bigint % 2147483647)::int)', [
    locks.approvals,
    admin,
  ]);
  const day = (await dayOf(tx, settings, { clients: [after.client], admin }))(after.client);
  // It is among them by now.
  const second = secondAdminFor(settings, { kind: after.kind, event: 'approve', amountCents: 0n }, day);
  if (second) throw new NeedsSecondAdmin(second);
}
