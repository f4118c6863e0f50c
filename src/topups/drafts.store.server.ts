/** SQL of the table topup_drafts. Private to topups/. */
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { sortedJson } from '#requests/sortedjson.ts';
import type { Database } from '#server/database.server.ts';
import type { TopupDraft } from './drafts.api.ts';

/** A person may be one of several clients' people, and types for one of them. */
type Whose = { readonly person: PersonId; readonly client: ClientId };

/** What was not sent for a week is not offered any more, and is not kept either. */
const isFresh = "kept_at > now() - interval '7 days'";

export async function findDraft(db: Database, { person, client }: Whose): Promise<TopupDraft | undefined> {
  const rows = await db.query<{ typed: TopupDraft }>(
    'drafts.find',
    `select typed from topup_drafts
     where person = $1 and client = $2 and ${isFresh}`,
    [person, client],
  );
  return rows[0]?.typed;
}

export async function keepDraft(db: Database, { person, client }: Whose, typed: TopupDraft): Promise<void> {
  await db.query(
    'drafts.keep',
    `insert into topup_drafts (person, client, typed) values ($1, $2, $3)
     on conflict (person, client) do update set typed = excluded.typed, kept_at = clock_timestamp()`,
    [person, client, sortedJson(typed)],
  );
}

export async function dropDraft(db: Database, { person, client }: Whose): Promise<void> {
  await db.query('drafts.drop', 'delete from topup_drafts where person = $1 and client = $2', [person, client]);
}

export async function sweepDrafts(db: Database): Promise<void> {
  await db.query('drafts.sweep', `delete from topup_drafts where not (${isFresh})`);
}
