/** The first admin: made when the portal starts and there is none, so that an agency can begin without any ceremony. */
import { randomBytes } from 'node:crypto';
import { record } from '#audit/audit.server.ts';
import type { Config } from '#server/config.server.ts';
import type { Database } from '#server/database.server.ts';
import { locks } from '#server/locks.server.ts';
import { hashPassword } from './passwords.server.ts';
import { makeFirstAdmin } from './admins.server.ts';

/** What was made, with the password where it was made up here: to be printed once, it is stored nowhere. */
export async function ensureFirstAdmin(
  db: Database,
  config: Config,
): Promise<{ email: string; password?: string } | undefined> {
  const email = config.admin?.email ?? 'admin@portal.local';
  const password = config.admin?.password ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password, 'the first admin');
  return db.transaction(async (tx) => {
    // Two nodes may start together: the second waits here, then sees the first one's admin.
    await tx.query('firstadmin.lock', 'select pg_advisory_xact_lock($1)', [locks.firstAdmin]);
    const admins = await tx.query('firstadmin.any', 'select from people where admin_role is not null limit 1');
    if (admins.length > 0) return undefined;
    const admin = await makeFirstAdmin(tx, { name: 'Admin', email, passwordHash });
    if (!admin)
      throw new Error(`ADMIN_EMAIL ${email} belongs to a client already. Choose another address for the first admin.`);
    await record(tx, { action: 'admin.first_made', subject: admin.id, after: { emailId: email } });
    return config.admin ? { email } : { email, password };
  });
}
