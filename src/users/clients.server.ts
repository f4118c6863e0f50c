/** Clients as rows, for every slice that has to know whose something is. */
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { choiceKey, type MailTopic } from '#kinds/topics.ts';
import type { Database } from '#server/database.server.ts';
import { queueMail, type Mail } from '#server/mail.server.ts';

export type ClientRow = {
  id: ClientId;
  publicId: string;
  name: string;
  /** Its Owner's. */
  email: string;
  closedAt: Date | null;
};

const columns = 'id, public_id as "publicId", name, email, closed_at as "closedAt"';

export async function clientById(db: Database, id: bigint): Promise<ClientRow | undefined> {
  const rows = await db.query<ClientRow>('clients.by_id', `select ${columns} from clients where id = $1`, [id]);
  return rows[0];
}

export async function clientByPublicId(db: Database, publicId: string): Promise<ClientRow | undefined> {
  const rows = await db.query<ClientRow>(
    'clients.by_public_id',
    `select ${columns} from clients where public_id = $1`,
    [publicId],
  );
  return rows[0];
}

/** Everybody who acts for the client of a statement; SQL. */
export const itsPeople = 'array(select person from members where client = clients.id order by person) as people';

/** Nobody of the client's people, whom it answers, can sign in any more. */
export async function closeClient(tx: Database, id: ClientId): Promise<PersonId[]> {
  const rows = await tx.query<{ people: PersonId[] }>(
    'clients.close',
    `update clients set closed_at = now() where id = $1 and closed_at is null returning ${itsPeople}`,
    [id],
  );
  return rows[0]?.people ?? [];
}

/**
 * Those of a client's people who want such mails, and whether their address was proved; of one who has left, nobody, as
 * nothing could be switched off.
 */
export function whoWants(
  db: Database,
  client: bigint,
  topic: MailTopic,
): Promise<{ name: string; email: string; isProved: boolean }[]> {
  return db.query(
    'clients.who_wants',
    `select p.name, p.email, p.email_verified_at is not null as "isProved"
     from members m join people p on p.id = m.person
     join clients c on c.id = m.client and c.closed_at is null
     where m.client = $1 and p.disabled_at is null and p.notice_choices -> $2 is distinct from 'false'::jsonb
       order by p.id`,
    [client, choiceKey(topic, 'mail')],
  );
}

/** Mails the owners of a client whose address was proved: any other may be a stranger's. */
export async function mailOwners(tx: Database, client: bigint, mail: (to: string) => Mail): Promise<void> {
  const owners = await tx.query<{ email: string }>(
    'clients.owners',
    `select p.email from members m join people p on p.id = m.person
     where m.client = $1 and m.role = 'Owner' and p.disabled_at is null and p.email_verified_at is not null
     order by p.id`,
    [client],
  );
  if (owners.length > 0) await queueMail(tx, ...owners.map(({ email }) => mail(email)));
}
