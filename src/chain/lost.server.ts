/**
 * A transfer that counted before it was final, and that a fork took back: money that was credited and is not there, or
 * was said to be sent and was not. Every admin hears of it, and it stays in sight until one of them has seen to it.
 */
import { record } from '#audit/audit.server.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import type { App } from '#server/app.server.ts';
import { handle } from '#server/handle.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import { acknowledgeLost, keepLost, untoldLost, type Lost } from './lost.store.server.ts';
import { acknowledgeTransfer } from './transfers.api.ts';

export { countLost, lostSince } from './lost.store.server.ts';

/** Tells every admin once of each; whether there was any. */
export async function tellOfLost(app: App): Promise<boolean> {
  const lost = await untoldLost(app.db);
  if (lost.length === 0) return false;
  return app.db.transaction(async (tx) => {
    const fresh = await keepLost(
      tx,
      lost.map(({ id }) => id),
    );
    const told = lost.filter(({ id }) => fresh.has(id));
    for (const each of told)
      await mailAdmins(tx, (to) => ({
        to,
        urgent: true,
        subject: `A fork took back the transfer of ${each.applyId}`,
        applyId: each.applyId,
        lines: [sentenceOf(each), nextStep[each.direction]],
        button: { label: 'Look at the request', url: `${app.config.publicUrl}/admin/requests/${each.applyId}` },
      }));
    return told.length > 0;
  });
}

function sentenceOf({ amount, network, hash, applyId }: Lost): string {
  return `${applyId} was approved with ${amount} USDT on ${network} before the transfer was final. Now the chain does not have it any more. Transaction ${hash}.`;
}

const nextStep = {
  In: 'Often it comes again within minutes. If it does not, the client was credited with money that never arrived: reverse the approval.',
  Out: 'Often it comes again within minutes. If it does not, the client was not paid: reverse the approval, or send the money again and name the new transfer.',
} as const;

export const lostHandlers = [
  handle(acknowledgeTransfer, async ({ query, session, app, from }) => {
    await app.db.transaction(async (tx) => {
      const seen = await acknowledgeLost(tx, query.id);
      if (!seen) return refuse(notFound);
      const { hash, applyId, client } = seen;
      await record(tx, {
        action: 'transfer.acknowledged',
        actor: session.person,
        subject: client,
        from,
        applyId,
        after: { transactionId: hash },
      });
    });
    app.events.hint('admins', 'request');
    return { message: 'Noted that you have seen to it.' };
  }),
];
