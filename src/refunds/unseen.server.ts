/**
 * Before a refund is approved: where spend is imported, but of this account nobody knows it or knows it too long, the
 * admin has to say that the platform was looked at. What is known decides under the lock, whatever was said.
 */
import { mayCall } from '#kernel/access.ts';
import { insist } from '#kernel/refusal.ts';
import { refund } from '#kinds/refund.ts';
import { seenOfRequest } from '#spend/spend.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { refusalUnseen } from './refunds.ts';

type Said = { readonly applyId: string; readonly acknowledged: boolean };

export async function insistOnSpend({ app, session }: Caller, { applyId, acknowledged }: Said): Promise<void> {
  if (acknowledged || !mayCall({ admin: refund.decidedBy }, session)) return;
  const seen = await seenOfRequest(app.db, applyId, refund.name);
  insist(seen && refusalUnseen(seen, new Date()));
}
