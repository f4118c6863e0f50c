import { getQueueCounts } from '#queue/queue.api.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import type { CountName } from './menu.ts';

export type Counts = Partial<Record<CountName, number>>;

type Queues = OutputOf<typeof getQueueCounts>['queues'];

function nameOf({ kind, adType }: Queues[number]): CountName | undefined {
  if (kind === 'topup') return 'topups';
  if (kind === 'refund') return 'refunds';
  if (kind === 'withdrawal') return 'withdrawals';
  return adType !== null && (kind === 'application' || kind === 'deposit') ? `${adType} ${kind}` : undefined;
}

/** The queue's figures as the menu names them; refunds of all platforms are one. */
export function countsOf(total: number, queues: Queues): Counts {
  const counts: Counts = { all: total };
  for (const queue of queues) {
    const name = nameOf(queue);
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + queue.pending;
  }
  return counts;
}

/** How many requests of each kind wait for a decision, kept live. */
export function useCounts(isAdmin: boolean): Counts | undefined {
  const { data } = useCall(getQueueCounts, {}, { enabled: isAdmin, on: ['request'] });
  return data && countsOf(data.total.pending, data.queues);
}
