/**
 * What only admins ask for is none of the client's business until it was approved: whoever reads of a penalty that
 * still waits for a second admin empties the wallet before it is taken.
 */
import { kindsWhere } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { ListedRequest } from './list.server.ts';

export const hiddenKinds = kindsWhere(({ askedBy }) => askedBy === 'admin');
export const shownOnceApproved: readonly State[] = ['Approved', 'Reversed'];

export function isShownToClient({ kind, state }: Pick<ListedRequest, 'kind' | 'state'>): boolean {
  return !hiddenKinds.includes(kind) || shownOnceApproved.includes(state);
}
