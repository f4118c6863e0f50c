/**
 * A withdrawal counts as paid when money went to its client. Where a node can be asked, the transfer that an admin
 * names is looked at first: one that paid somebody else is refused, one that is not seen yet or of another amount asks
 * the admin once more, and so does an id that is no hash, with which nobody can be asked.
 */
import { mayCall } from '#kernel/access.ts';
import { refuse, type Refusal } from '#kernel/refusal.ts';
import { hashOf, readTransferId } from '#network/transferids.ts';
import { chainsOf } from '#chain/chains.server.ts';
import { words } from '#chain/evidence.words.ts';
import {
  creditedAs,
  creditedWith,
  linesPaid,
  lockTransfer,
  lookAtPayout,
  lookLater,
  paidWith,
} from '#chain/payouts.server.ts';
import { standingOfPayout } from '#chain/payout.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import type { Hook } from '#requests/hooks.server.ts';
import { findRequest } from '#requests/list.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { keepPayoutId, paidWithId } from './payouts.server.ts';
import { payoutLine, unprovenCode } from './sent.ts';

type Said = { readonly applyId: string; readonly transactionId: string; readonly acknowledged: boolean };

export async function insistOnPayout({ app, session }: Caller, { applyId, transactionId, acknowledged }: Said) {
  if (transactionId === '' || !mayCall({ admin: withdrawal.decidedBy }, session)) return;
  const found = await findRequest(app.db, { applyId, kinds: [withdrawal.name] });
  if (!found || (found.state !== 'Pending' && found.state !== 'To pay')) return;
  const { networkName = '', networkAddress = '' } = found.details as Record<string, string>;
  const id = readTransferId(transactionId);
  if ('other' in id) await refuseIdPaidBefore(app.db, found.id, transactionId);
  if ('other' in id && !acknowledged && chainsOf(app).called(networkName) !== undefined)
    refuse({ ...unproven, message: words.payoutUnread(networkName) });
  const sent = {
    request: found.id,
    networkName,
    networkAddress,
    amount: found.amountCents,
    askedAt: found.createdAt,
  };
  const evidence = await lookAtPayout(app, sent, transactionId);
  if (!evidence) return;
  const standing = standingOfPayout(evidence.verdict);
  const line = payoutLine(evidence, found.amountCents);
  if (standing === 'refused') refuse({ ...notPaid, message: words.payoutRefused(line) });
  if (standing === 'asks' && !acknowledged) refuse({ ...unproven, message: words.payoutAsks(line) });
}

/**
 * One transfer pays one withdrawal of a recipient. Where it holds several lines to them, each pays another one; a line
 * that no node could name might be any. The look before was made without the lock, so that this has the last word.
 */
export const refuseWhatPaidBefore: Hook = async (tx, { id, applyId, transactionId, details }) => {
  if (transactionId === null || transactionId === '') return;
  const hash = hashOf(transactionId);
  await lockTransfer(tx, transactionId);
  const credited = await (hash === undefined ? creditedAs(tx, transactionId) : creditedWith(tx, hash, applyId));
  // A batch may pay us and a client of ours. Where no node could say which line is whose, two people may each believe
  // that it is theirs.
  if (credited !== undefined) refuse({ ...notPaid, message: words.creditedBefore(credited) });
  if (hash === undefined) {
    await refuseIdPaidBefore(tx, id, transactionId);
    return keepPayoutId(tx, id, transactionId);
  }
  const networkAddress = String(details['networkAddress'] ?? '');
  const others = await paidWith(tx, hash, { id, networkAddress });
  if (others.length > 0) {
    const lines = await linesPaid(tx, hash, [applyId, ...others]);
    if (lines.size <= others.length || new Set(lines.values()).size < lines.size)
      refuse({ ...notPaid, message: words.paidBefore(others[0]!) });
  }
  // The look before may have been hours ago, where two had to agree, or nobody answered.
  await lookLater(tx, id, hash);
};

async function refuseIdPaidBefore(db: Database, request: bigint, transactionId: string): Promise<void> {
  const other = await paidWithId(db, request, transactionId);
  if (other !== undefined) refuse({ ...notPaid, message: words.paidBefore(other) });
}

const notPaid: Omit<Refusal, 'message'> = { code: 'withdrawal.not_paid', status: 409, field: 'transactionId' };
const unproven: Omit<Refusal, 'message'> = { code: unprovenCode, status: 409 };
