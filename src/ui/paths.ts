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
