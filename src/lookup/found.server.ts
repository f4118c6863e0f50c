/** Requests as both finders answer them. */
import type { ListedRequest } from '#requests/list.server.ts';
import { shownState } from '#requests/requests.ts';

/** So many of each thing. */
export const mostFound = 8;

/** Each request once, in the order of `rows`; as many as are shown. */
export function foundOnce(rows: readonly ListedRequest[]): ListedRequest[] {
  return [...new Map(rows.map((row) => [row.applyId, row])).values()].slice(0, mostFound);
}

export function asFound(row: ListedRequest) {
  return {
    applyId: row.applyId,
    kind: row.kind,
    adType: row.platform,
    state: shownState(row),
    amount: row.receivedCents ?? row.amountCents,
    totalCost: row.receivedCents ?? row.totalCents,
    createdAt: row.createdAt,
  };
}
