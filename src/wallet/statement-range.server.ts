/** Whose statement is asked for, and of which days. */
import { endOfDay, refusalOfSpan, startOfDay } from '#kernel/days.ts';
import { insist, invalid, notFound, refuse } from '#kernel/refusal.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { StatementRange } from '#requests/statement.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Session } from '#server/session.server.ts';
import { clientByPublicId } from '#users/clients.server.ts';

export type Asked = {
  from?: string | undefined;
  to?: string | undefined;
  kind?: KindName | '' | undefined;
  userId: string;
};
export type Range = Omit<StatementRange, 'limit'>;

/**
 * Whose statement, and from when to when. An admin has to name the client. For a client `userId` is ignored: they
 * always get their own.
 */
export async function rangeOf({ from, to, kind, userId }: Asked, session: Session, app: App): Promise<Range> {
  insist(refusalOfSpan(from, to));
  const zone = app.config.businessTz;
  return {
    client: session.client === undefined ? await clientNamed(app.db, userId) : session.client,
    from: from ? startOfDay(from, zone) : undefined,
    to: to ? endOfDay(to, zone) : undefined,
    kinds: kind ? [kind] : undefined,
  };
}

async function clientNamed(db: Database, publicId: string): Promise<bigint> {
  if (publicId === '') refuse(invalid('userId', 'Please say whose statement.'));
  const client = await clientByPublicId(db, publicId);
  return client?.id ?? refuse({ ...notFound, message: 'This client was not found.' });
}
