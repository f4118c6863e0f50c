/**
 * Asking for another ad account in place of one that its platform has taken away. Everything in the old one moves, so
 * that what is asked for is what is in it; under the lock that is compared again.
 */
import { notFound, Refused, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { replacement, priceReplacement } from '#kinds/replacement.ts';
import { refusalToReplace } from '#ledger/accountlife.ts';
import { notify } from '#notices/notices.server.ts';
import { askFor, refuseAnew } from '#requests/calls.server.ts';
import { refusalOf } from '#requests/outcomes.server.ts';
import { shownState } from '#requests/requests.ts';
import type { Asked } from '#requests/requests.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Call } from '#server/handle.server.ts';
import type { applyReplacement } from './accounts.api.ts';
import { findAccount, type AccountRow } from './accounts.store.server.ts';
import { replacementNotice } from './telling.ts';

type Asking = Call<typeof applyReplacement>;

export async function askForReplacement(call: Asking, tries = 3) {
  const { session, app, body } = call;
  const account = (await findAccount(app.db, body.id, session.client)) ?? refuse({ ...notFound, field: 'id' });
  // An attempt that was made is answered again, whatever became of the account since.
  await refuseAnew(call, refusalToReplace(account.state));
  try {
    const asked = await askFor(call, {
      client: account.client,
      kind: replacement,
      content: body,
      rows: [
        {
          platform: account.platform,
          adsId: account.adsId,
          price: priceReplacement(account.balanceCents),
          clientRemarks: body.reason,
        },
      ],
      // Alone in its transaction, too: of two that share a round trip the second would not see the first.
      also: (tx, [made]) => notifyOf(tx, call, account, made!),
    });
    const { applyId, amountCents, ...request } = asked.requests[0]!;
    return { applyId, adsId: account.adsId, amount: amountCents, state: shownState(request) };
  } catch (error) {
    // Money came back into the account between the look and the lock.
    if (!(error instanceof Refused) || error.refusal.code !== 'replacement.short') throw error;
    if (tries > 1) return askForReplacement(call, tries - 1);
    // Whoever loses that often asks while others move money in this account.
    refuse(refusalOf(replacement, { outcome: 'busy', blamed: null }));
  }
}

/** What an admin begins is written down, and its client told; a client knows. */
async function notifyOf(
  tx: Database,
  { session, from }: Asking,
  account: AccountRow,
  made: Asked['requests'][number],
): Promise<void> {
  if (session.client !== undefined) return;
  const { publicId, client } = account;
  const { applyId, clientRemarks, amountCents } = made;
  await record(tx, {
    action: 'replacement.begun',
    actor: session.person,
    subject: client,
    from,
    applyId,
    after: { account: publicId, reason: clientRemarks, amountCents },
  });
  const text = replacementNotice(account);
  await notify(tx, { client, topic: 'accounts', text, link: `/accounts/${publicId}`, applyId });
}
