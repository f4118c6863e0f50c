/**
 * USDT that leaves one of our addresses without a withdrawal is a stolen key, or a payout that nobody wrote down. What
 * can't be read may be either.
 */
import type { App } from '#server/app.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import { addressOn, networkCalled } from './networks.ts';
import { markOfOwed, markOfSent } from './payout.ts';
import { alarm, openWithdrawals, unknownOut, type Stray } from './transfers.store.server.ts';
import { newlyUnusable } from './watching.store.server.ts';

const mostNamed = 10;

/** Tells every admin once of what left and belongs to no withdrawal; whether there was any. */
export async function tellOfUnknown(app: App): Promise<boolean> {
  const strays = await unknownOut(app.db);
  if (strays.length === 0) return false;
  const unknown = unexpectedAmong(strays, (await openWithdrawals(app.db)).map(markOfOwed));
  if (unknown.length === 0) return false;
  return app.db.transaction(async (tx) => {
    const fresh = await alarm(
      tx,
      unknown.map(({ id }) => id),
    );
    const told = unknown.filter(({ id }) => fresh.has(id));
    if (told.length === 0) return false;
    const button = {
      label: 'Look at the transfers',
      url: `${app.config.publicUrl}/admin/transfers?direction=Out&nobodys=true`,
    };
    await mailAdmins(tx, (to) => ({
      to,
      urgent: true,
      subject: 'Money left our address, and no withdrawal says why',
      lines: [
        ...told.slice(0, mostNamed).map(sentenceOf),
        ...(told.length > mostNamed ? [`And ${told.length - mostNamed} more.`] : []),
        'If this was a payout, name its hash in the withdrawal. If nobody knows of it, somebody else has the key of this address: move what is left, and show clients another address.',
      ],
      button,
    }));
    return true;
  });
}

/** Of those that fit an open withdrawal one is waited for, the oldest: nobody has asked for a second one. */
function unexpectedAmong(strays: readonly Stray[], owed: readonly string[]): Stray[] {
  const waiting = new Map<string, number>();
  for (const mark of owed) waiting.set(mark, (waiting.get(mark) ?? 0) + 1);
  return strays.filter((stray) => {
    const mark = markOfSent(stray);
    const left = waiting.get(mark) ?? 0;
    waiting.set(mark, left - 1);
    return left <= 0 || stray.isOverdue;
  });
}

/** Tells every admin once of transactions that nodes name and nobody can read; whether there was any. */
export async function tellOfUnreadable(app: App): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const unusable = await newlyUnusable(tx);
    if (unusable.length === 0) return false;
    const named = unusable.slice(0, mostNamed).map(({ network, hash }) => `On ${network}, transaction ${hash}.`);
    const more = unusable.length > mostNamed ? [`And ${unusable.length - mostNamed} more.`] : [];
    const url = `${app.config.publicUrl}/admin/transfers`;
    await mailAdmins(tx, (to) => ({
      to,
      urgent: true,
      subject: 'A transaction at our address can’t be read',
      lines: [
        ...named,
        ...more,
        'The nodes contradict each other about it, or answer more than the portal reads. Money may have come or left in it: look it up on an explorer, and look at the nodes.',
      ],
      button: { label: 'Look at the transfers', url },
    }));
    return true;
  });
}

function sentenceOf({ amount, network, recipient, hash, reversed }: Stray): string {
  const known = networkCalled(network);
  const paid =
    reversed === null ? '' : ` It paid ${reversed}, whose approval was taken back: its client has the money, too.`;
  return `${amount} USDT went to ${known ? addressOn(known, recipient) : recipient} on ${network}, transaction ${hash}.${paid}`;
}
