/**
 * An admin begins the refund of an ad account: of one that is lost or suspended, the money of a client who does not ask
 * would stay in it. It is the refund that its client asks for, with the same price and the same look under the lock.
 */
import { insist, notFound, Refused, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { priceRefund, refund, refusalToRefund } from '#kinds/refund.ts';
import { refundableOf } from '#ledger/spending.ts';
import { tellClient } from '#notices/tell.server.ts';
import { askFor, refuseAnew } from '#requests/calls.server.ts';
import { clientPageOf } from '#requests/messages.ts';
import { shownState } from '#requests/requests.ts';
import type { Asked } from '#requests/requests.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Call } from '#server/handle.server.ts';
import { pricesFor } from '#settings/settings.server.ts';
import type { beginRefund } from './accounts.api.ts';
import { findAccount, type AccountRow } from './accounts.store.server.ts';
import { refundMail, refundNotice } from './telling.ts';

type Asking = Call<typeof beginRefund>;

const unknown = { ...notFound, field: 'id' };

export async function beginRefundAs(call: Asking) {
  const { app, body } = call;
  const account = (await findAccount(app.db, body.id, undefined)) ?? refuse(unknown);
  // The request names the Ads ID, and another account may have that by now.
  await refuseAnew(call, account.closedAt === null ? undefined : unknown);
  const { platform, adsId, client } = account;
  const { refundsReturnFee } = await pricesFor(app.db, client);
  const price = priceRefund(body.amount, refundsReturnFee);
  const asked = await askFor(call, {
    client,
    kind: refund,
    content: body,
    rows: [{ platform, adsId, price, clientRemarks: body.reason }],
    also: (tx, [made]) => tellOf(tx, call, account, made!),
  }).catch((error: unknown) => explain(error, call));
  const { applyId, amountCents, ...request } = asked.requests[0]!;
  return { applyId, adsId, amount: amountCents, state: shownState(request) };
}

/** Says at which field it went wrong, and how much there is. */
async function explain(error: unknown, { app, body }: Asking): Promise<never> {
  if (!(error instanceof Refused) || error.refusal.code !== 'refund.short') throw error;
  const account = await findAccount(app.db, body.id, undefined);
  insist(account && refusalToRefund(body.amount, refundableOf(account)));
  throw error;
}

/** What an admin begins is written down, and its client told. */
async function tellOf(
  tx: Database,
  { session, from, app, body: { reason } }: Asking,
  account: AccountRow,
  made: Asked['requests'][number],
): Promise<void> {
  const { client, publicId } = account;
  const { applyId, amountCents } = made;
  await record(tx, {
    action: 'refund.begun',
    actor: session.person,
    subject: client,
    from,
    applyId,
    after: { account: publicId, reason, amountCents },
  });
  const link = clientPageOf(made, app.features.now());
  const notice = { client, topic: 'accounts' as const, text: refundNotice(account, amountCents), link, applyId };
  const button = { label: 'Open it in the portal', url: link };
  await tellClient(tx, notice, (name) => ({ button, applyId, ...refundMail(account, amountCents, { name, reason }) }));
}
