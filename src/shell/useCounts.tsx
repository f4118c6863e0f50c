import { getQueueCounts } from '#queue/counts.api.ts';
// Most pages of admins need what this brings: they share it here, and none of them grows too heavy by it.
import '#withdrawals/withdrawals.api.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { useMay } from '#ui/session.tsx';
import type { CountName } from './menu.ts';
import type { Waiting } from './shell.words.ts';

type Counts = Partial<Record<CountName, Waiting>>;

/** More of what waits. */
export function added(to: Waiting | undefined, more: Waiting | undefined): Waiting {
  return { mine: (to?.mine ?? 0) + (more?.mine ?? 0), all: (to?.all ?? 0) + (more?.all ?? 0) };
}

type Answer = Pick<OutputOf<typeof getQueueCounts>, 'queues' | 'proposals'> & {
  total: { mine: number; pending: number };
  toPay?: number;
  unanswered?: number;
};

/** What waits, as the menu names it: of each kind, of each kind and platform, and as a second admin. */
export function countsOf({ total, queues, proposals, toPay = 0, unanswered = 0 }: Answer): Counts {
  const counts: Counts = {
    all: { mine: total.mine, all: total.pending },
    // What others confirm and one's own stands apart on its page.
    second: alike(proposals.mine),
    'to pay': alike(toPay),
    unanswered: alike(unanswered),
  };
  for (const { kind, adType, mine, pending } of queues) {
    const names: CountName[] = adType === null ? [kind] : [kind, `${adType} ${kind}`];
    for (const name of names) counts[name] = added(counts[name], { mine, all: pending });
  }
  return counts;
}

const alike = (mine: number): Waiting => ({ mine, all: mine });

/** How many requests of each kind wait for this admin's decision, kept live. */
export function useCounts(isAdmin: boolean): Counts | undefined {
  const { data } = useCall(getQueueCounts, {}, { enabled: isAdmin, on: ['request', 'notice'] });
  const pays = useMay({ access: { admin: withdrawal.decidedBy } });
  return data && countsOf(pays ? data : { ...data, toPay: 0 });
}
