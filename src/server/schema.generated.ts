// Written by `npm run schema` from a freshly migrated database; never edited by hand.
// eslint-disable-next-line
export interface DB {}
