/** Which rows a list shows that somebody points at: nothing leaves, and nothing comes in above what is there. */
export type Steady<Row> = {
  readonly rows: readonly Row[];
  /** Rows that are no longer in the list as it is now: decided, or taken back. */
  readonly gone: ReadonlySet<string>;
  /** How many new ones wait to be shown, as they would move others. */
  readonly fresh: number;
};

export function steadyOf<Row>(rows: readonly Row[], latest: readonly Row[], idOf: (row: Row) => string): Steady<Row> {
  const [shown, now] = [new Set(rows.map(idOf)), new Set(latest.map(idOf))];
  return {
    rows,
    gone: new Set([...shown].filter((id) => !now.has(id))),
    fresh: latest.filter((row) => !shown.has(idOf(row))).length,
  };
}

/** Every row in its place, as it is now; what is new and stands behind the last of them is added there. */
export function keptInPlace<Row>(
  rows: readonly Row[],
  latest: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const now = new Map(latest.map((row) => [idOf(row), row]));
  const shown = new Set(rows.map(idOf));
  const lastKept = latest.findLastIndex((row) => shown.has(idOf(row)));
  return [...rows.map((row) => now.get(idOf(row)) ?? row), ...latest.slice(lastKept + 1)];
}
