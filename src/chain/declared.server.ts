/**
 * Lines of a batch that somebody else has declared to the cent. Who names the hash of a batch before the declarer's
 * top-up is made would otherwise get the line that is nearest to what they say.
 */
import type { Cents } from '#kernel/money.ts';
import { accountOf } from '#network/addresses.ts';
import type { Database } from '#server/database.server.ts';
import { isClaimOf } from './claims.server.ts';
import { networkCalled } from './networks.ts';

type Batch = { readonly network: string; readonly hash: string; readonly at: Date; readonly client: bigint };
/** Without a recipient, the line is known to pay us. What is no whole cent was never declared. */
type BatchLine = { readonly line: number; readonly cents: Cents | undefined; readonly recipient?: string };

/**
 * SQL: whether whoever made a declaration `d` has named this transaction themselves, or through the same pay link. What
 * the portal made of another amount that they declared says nothing of this one.
 */
export const declarerNamed = (hash: string) => `exists (
  select from claims c join requests r on r.id = c.request
  where ${isClaimOf(hash)} and r.client = d.client and not r.details ? 'declaration'
    and r.details ->> 'paylink' is not distinct from (select l.public_id from paylinks l where l.id = d.paylink))`;

export async function declaredByOthers(
  db: Database,
  { network, hash, at, client }: Batch,
  lines: readonly BatchLine[],
): Promise<Set<number>> {
  // The only line of a transaction becomes its declarer's, whoever names the hash.
  if (lines.length < 2) return new Set();
  const rows = await db.query<{ cents: bigint; networkName: string; networkAddress: string }>(
    'chain.declared',
    // Whoever named the hash themselves has what that top-up gets, and no top-up is made of what they declared.
    `select cents, network_name as "networkName", network_address as "networkAddress" from declarations d
     where cents = any ($1::bigint[]) and request is null and client <> $2 and created_at < $3
       and least(coalesce(ended_at, expires_at), expires_at) >= $3
       and not ${declarerNamed('$4')}`,
    [lines.flatMap(({ cents }) => cents ?? []), client, at, hash],
  );
  const isDeclared = ({ cents, recipient }: BatchLine) =>
    rows.some(
      (row) =>
        row.cents === cents &&
        networkCalled(row.networkName)?.name === network &&
        (recipient === undefined || accountOf(row.networkAddress) === recipient),
    );
  return new Set(lines.filter(isDeclared).map(({ line }) => line));
}
