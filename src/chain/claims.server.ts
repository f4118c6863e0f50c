/** Claims of transactions in SQL, written as `claimOfHash` (network/transferids.ts) writes them. */

/** The claim of one line, from the columns of a row. */
export const claimOfLine = (row: 't' | 'e') => `'usdt:' || ${row}.hash || '#' || ${row}.network || ':' || ${row}.line`;

/** Whether a claim `c` is one of all of a transaction or of a line: in the order of bytes "$" comes right after "#". */
export const isClaimOf = (hash: string) => `c.key >= 'usdt:' || ${hash} and c.key < 'usdt:' || ${hash} || '$'`;
