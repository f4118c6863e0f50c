/** What an admin is about to decide, in the form that a passkey signs: only what can no longer change. */
import type { Cents } from '#kernel/money.ts';
import type { KindName } from '#kinds/kinds.ts';
import type { Database } from '#server/database.server.ts';
import { requestColumns, type Request } from './requests.store.server.ts';

type Named = {
  applyId: string;
  kind: KindName;
  platform: string | null;
  clientEmail: string;
  clientId: string;
  amountCents: Cents;
  feeCents: Cents;
  totalCents: Cents;
  /** What it says of each ad account, and what else was said: the destination of a withdrawal, the network shown. */
  lines: unknown;
  details: Record<string, unknown>;
  createdAt: Date;
};

/** The requests of these apply ids, in the order of the ids. */
export async function requestsNamed(db: Database, applyIds: readonly string[]): Promise<Named[]> {
  const rows = await db.query<Request & { clientEmail: string; clientId: string }>(
    'requests.named',
    `select ${requestColumns}, c.email as "clientEmail", c.public_id as "clientId"
     from requests r join clients c on c.id = r.client where r.apply_id = any ($1::text[]) order by r.apply_id`,
    [applyIds],
  );
  return rows.map(({ applyId, kind, platform, clientEmail, clientId, amountCents, feeCents, totalCents, ...row }) => ({
    applyId,
    kind,
    platform,
    clientEmail,
    clientId,
    amountCents,
    feeCents,
    totalCents,
    // Without Ads IDs, which only the approval gives.
    lines: row.lines.map(({ adsId: _, ...line }) => line),
    details: row.details,
    createdAt: row.createdAt,
  }));
}
