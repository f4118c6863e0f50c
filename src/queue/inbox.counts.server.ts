/**
 * How much of what waits is whose work. A request whose approval waits for a second admin is counted in the inbox
 * alone, and so is a correction, which is its own proposal: whoever decides it is the second.
 */
import { mayCall, type AdminRole } from '#kernel/access.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { Platform } from '#platforms/platforms.ts';
import { kindsOfAdmins } from '#requests/hidden.ts';
import { listKeysOf } from '#requests/listkeys.server.ts';
import type { Database } from '#server/database.server.ts';
import type { AdminSession } from '#server/session.server.ts';
import type { WaitingCount } from './waiting.server.ts';

/** What waits alike; `kind` is null where it is about no request. */
type Alike = {
  kind: KindName | null;
  platform: Platform | null;
  /** Whether the request itself is Pending, so that it is in the queue too. */
  pending: boolean;
  own: boolean;
  count: number;
};

const corrections = listKeysOf({ kinds: kindsOfAdmins, states: ['Pending'] }).join(', ');

/** Everything that waits for a second admin, counted; one round trip. */
export function countProposals(db: Database, person: bigint): Promise<Alike[]> {
  return db.query<Alike>(
    'queue.proposals',
    `select kind, platform, pending, own, count(*)::int as count from (
       select r.kind, r.platform, r.state is not distinct from 'Pending' as pending, p.proposed_by = $1 as own
       from proposals p left join requests r on p.kind = 'verdict' and r.apply_id = p.subject
       where p.state = 'Pending'
       union all
       select r.kind, r.platform, true, r.asked_by = $1 from requests r where r.list_key in (${corrections})) waiting
     group by kind, platform, pending, own`,
    [person],
  );
}

/**
 * Whether somebody in this role decides requests of this kind; what is about no request is for those who may
 * everything.
 */
export function decides(session: AdminSession, by: AdminRole): boolean {
  return mayCall({ admin: by }, session);
}

export function inboxCount(inbox: readonly Alike[], session: AdminSession): { total: number; mine: number } {
  const mine = inbox.filter(
    ({ kind, own }) => !own && decides(session, kind === null ? 'Admin' : kindNamed(kind).decidedBy),
  );
  return { total: sum(inbox), mine: sum(mine) };
}

/** How many of the queue's requests of this kind and platform the caller can decide now. */
export function mineOf(
  { kind, platform, pending }: WaitingCount,
  inbox: readonly Alike[],
  session: AdminSession,
): number {
  if (!decides(session, kindNamed(kind).decidedBy)) return 0;
  const inInbox = inbox.filter((one) => one.kind === kind && one.platform === platform && one.pending);
  return Math.max(0, pending - sum(inInbox));
}

const sum = (counted: readonly Alike[]) => counted.reduce((all, { count }) => all + count, 0);
