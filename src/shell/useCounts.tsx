import { getQueueCounts } from '#queue/queue.api.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import type { CountName } from './menu.ts';

export type Counts = Partial<Record<CountName, number>>;

type Queues = OutputOf<typeof getQueueCounts>['queues'];

/** The queue's figures as the menu names them: of each kind, and of each kind and platform. */
export function countsOf(total: number, queues: Queues): Counts {
  const counts: Counts = { all: total };
  for (const { kind, adType, pending } of queues) {
    const names: CountName[] = adType === null ? [kind] : [kind, `${adType} ${kind}`];
    for (const name of names) counts[name] = (counts[name] ?? 0) + pending;
  }
  return counts;
}

/** How many requests of each kind wait for a decision, kept live. */
export function useCounts(isAdmin: boolean): Counts | undefined {
  const { data } = useCall(getQueueCounts, {}, { enabled: isAdmin, on: ['request'] });
  return data && countsOf(data.total.pending, data.queues);
}
