/**
 * Before a top-up is credited: where the chain says something else than that this amount arrived, the admin has to say
 * that it was paid all the same. The page asks by the same rule, but of what it has heard.
 */
import { mayCall } from '#kernel/access.ts';
import { refuse } from '#kernel/refusal.ts';
import type { Cents } from '#kernel/money.ts';
import { evidenceOf } from '#chain/evidence.server.ts';
import { againstIt, claimedBy, words } from '#chain/evidence.words.ts';
import { topup } from '#kinds/topup.ts';
import type { Caller } from '#server/handle.server.ts';
import { databaseNow } from '#server/now.server.ts';

type Asked = { readonly kind: string; readonly applyId: string; readonly amountCents: Cents; readonly createdAt: Date };
/** `receivedCents` is the amount that is credited where it is named, another one than was announced. */
type Said = { readonly receivedCents: Cents | null | undefined; readonly acknowledged: boolean };

export async function insistOnArrival(
  { app, session }: Caller,
  { kind, applyId, amountCents, createdAt }: Asked,
  { receivedCents, acknowledged }: Said,
): Promise<void> {
  if (kind !== topup.name || acknowledged || !mayCall({ admin: topup.decidedBy }, session)) return;
  const evidence = (await evidenceOf(app.db, [applyId])).get(applyId);
  if (!evidence) return;
  const claimed = claimedBy({ amount: amountCents, createdAt });
  const against = againstIt(evidence, claimed, await databaseNow(app.db), receivedCents ?? null);
  if (against !== undefined) refuse({ code: 'topup.unproven', message: words.arrivalAsks(against), status: 409 });
}
