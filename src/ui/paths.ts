/** Reads and writes a form's values by path: `adsDetails.0.gmail`. Writing copies what it changes. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (value === null || value === undefined ? undefined : (value as Record<string, unknown>)[key]),
      values,
    );
}

export function withValueAt<V>(values: V, path: string, next: unknown): V {
  const [key, ...rest] = path.split('.') as [string, ...string[]];
  const copy = (Array.isArray(values) ? [...values] : { ...(values as object) }) as Record<string, unknown>;
  copy[key] = rest.length === 0 ? next : withValueAt(copy[key] ?? {}, rest.join('.'), next);
  return copy as V;
}

/**
 * What is said of fields once a row was taken out of a list: nothing of that row, and what was said of the rows behind
 * it goes on being said of them, at their new places.
 */
export function withoutRow<Said extends { field?: string | undefined }>(
  said: readonly Said[],
  list: string,
  row: number,
): Said[] {
  return said.flatMap((each) => {
    if (!each.field?.startsWith(`${list}.`)) return [each];
    const [place = '', ...rest] = each.field.slice(list.length + 1).split('.');
    if (Number(place) === row) return [];
    return Number(place) > row ? [{ ...each, field: [list, Number(place) - 1, ...rest].join('.') }] : [each];
  });
}
