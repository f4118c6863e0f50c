/**
 * The audit log: who did what, when, from where, and what it was before and after. Rows are written in the transaction
 * of the thing itself and can never be changed.
 */
import { inJson } from '#kernel/json.ts';
import type { Database } from '#server/database.server.ts';

type AuditEntry = {
  /** `topup.approved`, `auth.signed_in`, `network.changed`. */
  action: string;
  /** Internal number of the person who did it; undefined for a visitor or the portal itself. */
  actor?: bigint | undefined;
  from?: { address: string; agent: string } | undefined;
  /** Internal number of the person it concerns. */
  subject?: bigint | undefined;
  applyId?: string | undefined;
  before?: unknown;
  after?: unknown;
};

/** Writes entries in the caller's transaction; one round trip however many. Never put a secret into before or after. */
export async function record(tx: Database, ...entries: AuditEntry[]): Promise<void> {
  await tx.query(
    'audit.record',
    `insert into audit_log (action, actor, address, agent, subject, request_apply_id, before, after)
     select action, actor, coalesce(address, ''), coalesce(agent, ''), subject, apply_id, before, after
     from jsonb_to_recordset($1::jsonb) as e (action text, actor bigint, address text, agent text,
       subject bigint, apply_id text, before jsonb, after jsonb)`,
    [JSON.stringify(entries.map(asRow))],
  );
}

function asRow(entry: AuditEntry) {
  return {
    action: entry.action,
    actor: entry.actor?.toString(),
    address: entry.from?.address,
    agent: entry.from?.agent,
    subject: entry.subject?.toString(),
    apply_id: entry.applyId,
    before: inJson(entry.before),
    after: inJson(entry.after),
  };
}
