import { kindsWhere } from '#kinds/kinds.ts';

/** What a client's file of own requests may hold: what clients ask for. */
export const ownKinds = kindsWhere(({ askedBy }) => askedBy !== 'admin');
