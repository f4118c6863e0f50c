/** Rows of a list of any length, for files and for whatever walks over all of them. */

/**
 * Reads batch after batch, so that no more than one is ever in memory. `read` answers at most `limit` rows: the first
 * ones, or those that follow `last`.
 */
export async function* inBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  limit = 1_000,
): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last, limit);
    yield* rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}
