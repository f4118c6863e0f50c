/**
 * Which requests are the work of the admin at the screen; the server asks the same of the role
 * (inbox.counts.server.ts).
 */
import { kindNamed } from '#kinds/kinds.ts';
import { useMayCall } from '#ui/session.tsx';
import type { QueuedRequest } from './verdicts.ts';

export function useMayDecide(): (row: Pick<QueuedRequest, 'kind'>) => boolean {
  const may = useMayCall();
  return ({ kind }) => may({ access: { admin: kindNamed(kind).decidedBy } });
}
