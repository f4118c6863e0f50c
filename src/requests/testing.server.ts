/** Builders for tests that need people and money. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';
import { auditBook } from './book.server.ts';
import type { Kind } from './requests.ts';

/** A person who exists; answers the internal number. `owner` may write where the application's role may not. */
export async function person(owner: Database, role: 'User' | 'Admin' = 'User'): Promise<bigint> {
  const name = randomBytes(8).toString('hex');
  const [row] = await owner.query<{ id: bigint }>('testing.person', 'insert into users (public_id, role, username, email) values ($1, $2, $1, $3) returning id', [
    name,
    role,
    `${name}@example.com`,
  ]);
  return row!.id;
}

export async function balance(db: Database, account: string): Promise<Cents> {
  const [row] = await db.query<{ balance: Cents }>('testing.balance', 'select balance from balances where account = $1', [account]);
  return row?.balance ?? 0n;
}

/** What the audit says about the book of this database; empty when it is in order. */
export async function findings(url: string, kinds: readonly Kind[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const checked = await auditBook(client, kinds);
    return checked.flatMap((check) => check.shown);
  } finally {
    await client.end();
  }
}
