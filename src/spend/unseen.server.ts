/**
 * Before money leaves an ad account, back to its client or into another one: where spend is imported, but of this
 * account nobody knows it or knows it too long, the admin has to say that the platform was looked at. What is known
 * decides under the lock, whatever was said.
 */
import { mayCall } from '#kernel/access.ts';
import { insist } from '#kernel/refusal.ts';
import { setsAside } from '#kinds/facts.ts';
import { kindNamed, kindsWhere } from '#kinds/kinds.ts';
import type { Caller } from '#server/handle.server.ts';
import { seenOfRequest } from './spend.server.ts';
import { refusalUnseen } from './unseen.ts';

type Said = { readonly applyId: string; readonly acknowledged: boolean };

export async function insistOnSpend(
  { app, session }: Caller,
  { applyId, acknowledged }: Said,
  kinds = kindsWhere(setsAside),
): Promise<void> {
  if (acknowledged) return;
  const seen = await seenOfRequest(app.db, applyId, kinds);
  if (!seen || !mayCall({ admin: kindNamed(seen.kind).decidedBy }, session)) return;
  insist(refusalUnseen(seen, seen.now));
}
