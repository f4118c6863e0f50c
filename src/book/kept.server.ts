/** Compares seals that somebody kept outside of the portal with the chains as they are now. */
import type pg from 'pg';

type KnownSeal = { of: 'book' | 'audit log' | 'statements'; upto: string; at: Date };

/** The seal with this head. Undefined means that the chain was rewritten, or that the head is of another portal. */
export async function sealWithHead(client: pg.ClientBase, head: string): Promise<KnownSeal | undefined> {
  if (!/^[0-9a-f]{64}$/i.test(head.trim())) return undefined;
  const { rows } = await client.query<KnownSeal>(
    `select 'book' as of, last_movement::text as upto, at from seals where head = decode($1, 'hex')
     union all select 'audit log', last_entry::text, at from audit_seals where head = decode($1, 'hex')
     union all select 'statements', last_movement::text, at from statement_seals where head = decode($1, 'hex')`,
    [head.trim()],
  );
  return rows[0];
}

/** The newest seal of each chain, for somebody to keep outside of the portal. */
export async function newestSeals(client: pg.ClientBase): Promise<(KnownSeal & { head: string })[]> {
  const { rows } = await client.query<KnownSeal & { head: string }>(
    `(select 'book' as of, last_movement::text as upto, at, encode(head, 'hex') as head
     from seals order by id desc limit 1)
     union all (select 'audit log', last_entry::text, at, encode(head, 'hex') from audit_seals order by id desc limit 1)
     union all (select 'statements', last_movement::text, at, encode(head, 'hex') from statement_seals
       order by last_movement desc limit 1)`,
  );
  return rows;
}
