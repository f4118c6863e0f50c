/** One verdict of many at once: what is asked of it before, and what it answers. */
import type { BodyOf } from '#kernel/endpoint.ts';
import { Refused } from '#kernel/refusal.ts';
import { kinds } from '#kinds/kinds.ts';
import { takesAnother } from '#proposals/proposals.ts';
import { decideAs } from '#requests/calls.server.ts';
import { shownState } from '#requests/requests.ts';
import { insistOnSpend } from '#spend/unseen.server.ts';
import type { Caller } from '#server/handle.server.ts';
import { insistOnArrival } from '#topups/arrived.server.ts';
import { refuseOwnAddress } from '#withdrawals/destinations.server.ts';
import { insistOnPayout } from '#withdrawals/sent.server.ts';
import type { decideRequests } from './queue.api.ts';

type Said = BodyOf<typeof decideRequests>;

/** A refusal is its result, so that the others are decided. */
export async function decideOne(call: Caller, verdict: Said['action'], item: Said['items'][number]) {
  const { applyId, receivedMoney, acknowledged, ...fill } = item;
  const receivedCents = receivedMoney ?? undefined;
  try {
    const { request, waits } = await decideAs(call, {
      kinds,
      applyId,
      verdict,
      fill: { ...fill, receivedCents },
      asks: async (request) => {
        if (verdict === 'reject') return;
        await insistOnArrival(call, request, { receivedCents, acknowledged });
        await refuseOwnAddress(call.app.db, request);
        await insistOnPayout(call, { ...fill, applyId, acknowledged });
        await insistOnSpend(call, 'approve', { applyId, acknowledged });
      },
    });
    const said = waits ? takesAnother : verdict === 'approve' ? 'Approved.' : 'Rejected.';
    return { applyId, done: !waits, waits, state: shownState(request), message: said, code: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { message, code, extra } = error.refusal;
    return {
      applyId,
      done: false,
      waits: false,
      state: typeof extra?.['state'] === 'string' ? extra['state'] : null,
      message,
      code,
    };
  }
}
