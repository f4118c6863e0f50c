/** The admins of the agency: who they are, and removing one. Inviting stands with registration in users/. */
import { record } from '#audit/audit.server.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { getAdmins, removeAdmin } from './admins.api.ts';
import { endAll } from './sessions.server.ts';

type Row = {
  publicId: string;
  username: string;
  emailId: string;
  twoFactor: boolean;
  invited: boolean;
  createdAt: Date;
  lastSignIn: Date | null;
};

export const adminsHandlers = [
  handle(getAdmins, async ({ session, app }) => {
    const admins = await listAdmins(app.db);
    return {
      message: 'Admins fetched successfully',
      admins: admins.map(({ publicId, ...admin }) => ({ ...admin, _id: publicId, you: publicId === session.publicId })),
    };
  }),

  handle(removeAdmin, async ({ body, session, app, from }) => {
    // Nobody removes themselves, so that there is always one left.
    if (body.userId === session.publicId) refuse({ code: 'admin.yourself', message: 'Another admin has to remove you.', status: 409 });
    const removed = await app.db.transaction(async (tx) => {
      // Two admins who remove each other at the same moment take turns here: the second is no admin any more.
      await tx.query('admins.lock', 'select pg_advisory_xact_lock(7202611012)');
      const rows = await tx.query<{ id: bigint }>(
        'admins.remove',
        `update users set disabled_at = now() where public_id = $1 and role = 'Admin' and disabled_at is null
           and exists (select from users self where self.id = $2 and self.disabled_at is null) returning id`,
        [body.userId, session.user],
      );
      if (!rows[0]) return undefined;
      const ended = await endAll(tx, rows[0].id);
      await record(tx, { action: 'admin.removed', actor: session.user, subject: rows[0].id, from, after: { sessionsEnded: ended } });
      return rows[0].id;
    });
    if (removed === undefined) return refuse(notFound);
    app.events.end(removed);
    return { message: 'The admin was removed and every session was ended.', _id: body.userId };
  }),
];

function listAdmins(db: Database): Promise<Row[]> {
  return db.query<Row>(
    'admins.list',
    `select public_id as "publicId", username, email as "emailId", totp_enabled_at is not null as "twoFactor", password_hash is null as invited,
       created_at as "createdAt", (select max(created_at) from sessions where user_id = users.id and acting_admin is null) as "lastSignIn"
     from users where role = 'Admin' and disabled_at is null and closed_at is null order by id limit 500`,
  );
}
