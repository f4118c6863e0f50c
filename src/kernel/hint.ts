/** What changed, so that a browser fetches again what it shows of it. */
export type Hint = 'wallet' | 'request' | 'notice';
