/**
 * Whoever holds the address that an ad account is ordered for gets the account, and the money in it. A client knows an
 * address once an order for it was approved, or an account was shared with it. As it is written: to the database some
 * letters are the same, to mailboxes they are not. Only the latest count, so that a busy client's orders wait for no
 * long list; what was not used for so long is new again.
 */
import type { ClientId } from '#kernel/ids.ts';
import type { Platform } from '#platforms/platforms.ts';
import { reading } from '#requests/listkeys.server.ts';
import { ttlCache } from '#server/cache.server.ts';
import type { Database } from '#server/database.server.ts';
import { latestShares } from '#shares/shares.server.ts';

type Asked = { client: ClientId; platform: Platform; emails: readonly string[] };

/** Those that are new to the client. One round trip, or none where this node knows all of them. */
export async function newAddresses(db: Database, { client, platform, emails }: Asked): Promise<string[]> {
  const wanted = [...new Set(emails)];
  if (wanted.length === 0) return [];
  const known = db.once('adaccounts.known', () => ttlCache<string, true>({ ttlMs: 3_600_000, most: 10_000 }));
  const key = JSON.stringify([client.toString(), platform, wanted]);
  if (known.get(key)) return [];
  const rows = await db.query<{ email: string }>('adaccounts.new_addresses', text, [client, platform, wanted]);
  if (rows.length === 0) known.set(key, true);
  return rows.map(({ email }) => email);
}

const latest = 1_000;
const approved = reading(`list_key_of('application', $2, 'Approved')`, { client: '$1', up: false });
const text = `select e.email from unnest($3::text[]) with ordinality e (email, n)
  where not exists (select from (${latestShares('$1', latest)}) s where s.email = e.email)
    and not exists (
      select from (select id from requests where ${approved.where} ${approved.order} limit ${latest}) r
      join request_lines l on l.request = r.id where l.email = e.email)
  order by e.n`;
