/** Proposals as rows: made, replaced, confirmed or discarded, each in the transaction of what it is about. */
import { jsonText } from '#kernel/json.ts';
import type { AdminRole } from '#kernel/access.ts';
import type { Prefix } from '#kernel/ids.ts';
import { refuse, type Refusal } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { newId } from '#server/ids.server.ts';
import { authorGone, ownProposal, type ProposalState } from './proposals.ts';

export type Proposal = {
  readonly id: bigint;
  readonly publicId: string;
  /** What it is, as its applier is called: 'verdict', 'network', 'settings', 'prices', 'invitation', 'role'. */
  readonly kind: string;
  /** What it is about: an apply id, an address. Only one proposal may wait about one subject. */
  readonly subject: string;
  readonly payload: Record<string, unknown>;
  readonly reason: string | null;
  readonly state: ProposalState;
  /** Internal number of the admin who wants it, and name and address as they were then. */
  readonly by: bigint;
  readonly byName: string;
  readonly byEmail: string;
  /** Their role today; null where they are no admin any more. */
  readonly byRole: AdminRole | null;
  readonly at: Date;
};

/** What the second admin says: which proposal was looked at, and that what nobody else knows was looked at, too. */
type Confirming = { readonly at?: Date | undefined; readonly acknowledged: boolean };

/** Carries out a confirmed proposal; one for each kind of proposal, in one registry (queue/appliers.server.ts). */
export type Applier = {
  readonly kind: string;
  /** In one sentence, for the inbox: what would hold. */
  readonly summary: (proposal: Proposal) => string;
  /** The page on which it can be looked at. */
  readonly page: (proposal: Proposal) => string;
  /** Which admins confirm it, besides those who may everything; nobody else where it does not say. */
  readonly decidedBy?: (proposal: Proposal) => AdminRole;
  /** What holds at present, read once for all proposals of this kind. */
  readonly holding?: (db: Database) => Promise<unknown>;
  /** What is and what would be, as the audit log keeps it. */
  readonly change: (proposal: Proposal, holding: unknown) => { before?: unknown; after: unknown };
  /** Makes it hold; refuses whoever wanted it, and what waits no longer. Answers the state of what it is about. */
  readonly confirm: (call: Caller, proposal: Proposal, said: Confirming) => Promise<{ subject: string; state: string }>;
  /** What the audit log says where it is taken back or refused. */
  readonly droppedAs: (proposal: Proposal) => { action: string; applyId?: string };
  /** Whether this is the id of something that holds already, and what is said to who would confirm it. */
  readonly holds?: (db: Database, id: string) => Promise<boolean>;
  readonly notWaiting: Refusal;
};

type Wish = {
  kind: string;
  subject: string;
  payload: object;
  reason?: string | undefined;
  by: bigint;
  prefix?: Prefix;
};

const columns = `p.id, p.public_id as "publicId", p.kind, p.subject, p.payload, p.reason, p.state, p.proposed_by as by,
  p.by_name as "byName", p.by_email as "byEmail", p.at,
  (select who.admin_role from people who where who.id = p.proposed_by and who.disabled_at is null) as "byRole"`;

/** Saves a proposal, replacing one that waits about the same subject. The caller holds the lock of the subject. */
export async function propose(
  tx: Database,
  { kind, subject, payload, reason, by, prefix = 'PR' }: Wish,
): Promise<Proposal> {
  await end(tx, { kind, subject }, 'Replaced', by);
  const [made] = await tx.query<Proposal>(
    'proposals.insert',
    `insert into proposals as p (public_id, kind, subject, payload, reason, proposed_by, by_name, by_email)
     select $1, $2, $3, $4::jsonb, $5, person.id, person.name, person.email from people person where person.id = $6
     returning ${columns}`,
    [newId(prefix), kind, subject, jsonText(payload), reason ?? null, by],
  );
  return made!;
}

/** What waits about this, or undefined. */
export async function waitingProposal(
  db: Database,
  { kind, subject }: { kind: string; subject: string },
): Promise<Proposal | undefined> {
  const [found] = await db.query<Proposal>(
    'proposals.waiting',
    `select ${columns} from proposals p where p.kind = $1 and p.subject = $2 and p.state = 'Pending'`,
    [kind, subject],
  );
  return found;
}

/** All that waits, oldest first. */
export function waitingProposals(db: Database, limit: number): Promise<Proposal[]> {
  return db.query<Proposal>(
    'proposals.all_waiting',
    `select ${columns} from proposals p where p.state = 'Pending' order by p.id limit $1`,
    [limit],
  );
}

/** The proposal of this id, whatever became of it; or what waits about the thing of this id. */
export async function proposalNamed(db: Database, id: string): Promise<Proposal | undefined> {
  const [found] = await db.query<Proposal>(
    'proposals.named',
    `select ${columns} from proposals p where p.public_id = $1 or (p.subject = $1 and p.state = 'Pending')
     order by p.id desc limit 1`,
    [id],
  );
  return found;
}

/** The proposals of these ids, and what waits about the things of these ids: only what can no longer change. */
export function proposalsNamed(db: Database, ids: readonly string[]): Promise<object[]> {
  return db.query(
    'proposals.many_named',
    `select p.public_id as "publicId", p.kind, p.subject, p.payload, p.reason, p.by_email as "byEmail", p.at
     from proposals p
     where p.public_id = any ($1::text[]) or (p.subject = any ($1::text[]) and p.state = 'Pending') order by p.id`,
    [ids],
  );
}

/**
 * Takes this proposal, and none that took its place, to be applied: of two admins who confirm at once, one. Refuses its
 * author, and what waits no longer. `role` is what its author needs.
 */
export async function takeProposal(
  tx: Database,
  { publicId, ...about }: Pick<Proposal, 'kind' | 'subject' | 'publicId'>,
  by: bigint,
  notWaiting: Refusal,
  role: AdminRole = 'Admin',
): Promise<Proposal> {
  const proposal = await waitingProposal(tx, about);
  if (proposal?.publicId !== publicId) return refuse(notWaiting);
  if (proposal.by === by) return refuse(ownProposal);
  if (proposal.byRole !== 'Admin' && proposal.byRole !== role) return refuse(authorGone);
  if (!(await endOne(tx, proposal, 'Confirmed', by))) return refuse(notWaiting);
  return proposal;
}

/** Takes a waiting proposal back; false where it no longer waits. */
export function discardProposal(tx: Database, about: { kind: string; subject: string }, by: bigint): Promise<boolean> {
  return end(tx, about, 'Discarded', by);
}

/** Takes back this proposal and no other that took its place; false where it no longer waits. */
export function dropOne(tx: Database, proposal: Proposal, by: bigint): Promise<boolean> {
  return endOne(tx, proposal, 'Discarded', by);
}

async function endOne(
  tx: Database,
  { id }: Pick<Proposal, 'id'>,
  state: Exclude<ProposalState, 'Pending'>,
  by: bigint,
): Promise<boolean> {
  const ended = await tx.query(
    'proposals.end_one',
    `update proposals set state = $2, decided_at = now(), decided_by = $3 where id = $1 and state = 'Pending'
     returning id`,
    [id, state, by],
  );
  return ended.length > 0;
}

async function end(
  tx: Database,
  { kind, subject }: { kind: string; subject: string },
  state: Exclude<ProposalState, 'Pending'>,
  by: bigint,
): Promise<boolean> {
  const ended = await tx.query(
    'proposals.end',
    `update proposals set state = $3, decided_at = now(), decided_by = $4
     where kind = $1 and subject = $2 and state = 'Pending' returning id`,
    [kind, subject, state, by],
  );
  return ended.length > 0;
}
