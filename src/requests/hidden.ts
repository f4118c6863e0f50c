/**
 * What only admins ask for is none of the client's business while it waits: whoever reads of a penalty that still waits
 * for a second admin empties the wallet before it is taken. Of what was decided, a refusal too, a notice told them.
 */
import { kindsWhere, type KindName } from '#kinds/kinds.ts';
import { waitingStates } from '#kinds/life.ts';

export const kindsOfAdmins = kindsWhere(({ askedBy }) => askedBy === 'admin');
/** What clients ask for, or an admin in their name. */
export const kindsOfClients = kindsWhere(({ askedBy }) => askedBy !== 'admin');

export function isShownToClient({ kind, state }: { kind: KindName; state: string }): boolean {
  return !kindsOfAdmins.includes(kind) || !waitingStates.some((waiting) => waiting === state);
}
