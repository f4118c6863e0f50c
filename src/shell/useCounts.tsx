import { getQueueCounts } from '#queue/counts.api.ts';
// Most pages of admins need what this brings: they share it here, and none of them grows too heavy by it.
import '#withdrawals/withdrawals.api.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { useMay } from '#ui/session.tsx';
import type { CountName } from './menu.ts';

export type Counts = Partial<Record<CountName, number>>;

type Answer = Pick<OutputOf<typeof getQueueCounts>, 'queues' | 'proposals'> & {
  total: { mine: number };
  toPay?: number;
  unanswered?: number;
};

/** What this admin can decide, as the menu names it: of each kind, of each kind and platform, and as a second admin. */
export function countsOf({ total, queues, proposals, toPay = 0, unanswered = 0 }: Answer): Counts {
  const counts: Counts = { all: total.mine, second: proposals.mine, 'to pay': toPay, unanswered };
  for (const { kind, adType, mine } of queues) {
    const names: CountName[] = adType === null ? [kind] : [kind, `${adType} ${kind}`];
    for (const name of names) counts[name] = (counts[name] ?? 0) + mine;
  }
  return counts;
}

/** How many requests of each kind wait for this admin's decision, kept live. */
export function useCounts(isAdmin: boolean): Counts | undefined {
  const { data } = useCall(getQueueCounts, {}, { enabled: isAdmin, on: ['request', 'notice'] });
  const pays = useMay({ access: { admin: withdrawal.decidedBy } });
  return data && countsOf(pays ? data : { ...data, toPay: 0 });
}
