/**
 * Before money leaves an ad account, back to its client or into another one, by an approval or by undoing one: where
 * spend is imported, but of this account nobody knows it, not of each day, or not lately, the admin has to say that the
 * platform was looked at. What is known decides under the lock, whatever was said.
 */
import { mayCall } from '#kernel/access.ts';
import { spoken } from '#kernel/ids.ts';
import { insist } from '#kernel/refusal.ts';
import { setsAside, takesBackFromAccount } from '#kinds/facts.ts';
import { kindNamed, kindsWhere } from '#kinds/kinds.ts';
import { life } from '#kinds/life.ts';
import type { Caller } from '#server/handle.server.ts';
import { seenOf } from './spend.store.server.ts';
import { refusalUnseen } from './unseen.ts';

type Said = { readonly applyId: string; readonly acknowledged: boolean };

/** The kinds of which a verdict takes money out of an ad account. */
const leaving = { approve: kindsWhere(setsAside), reverse: kindsWhere(takesBackFromAccount) } as const;

export async function insistOnSpend(
  { app, session }: Caller,
  verdict: keyof typeof leaving,
  { applyId, acknowledged }: Said,
): Promise<void> {
  if (acknowledged) return;
  const accounts = await seenOf(app.db, spoken(applyId), leaving[verdict], life[verdict].from);
  for (const seen of accounts)
    if (mayCall({ admin: kindNamed(seen.kind).decidedBy }, session)) insist(refusalUnseen(seen, seen.now));
}
