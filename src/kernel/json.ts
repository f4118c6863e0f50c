/** JSON of values with cents in them: it has no integers of that size, so they are written as text. */

export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
}

/** The same as a value, for a column or an answer that is JSON already. */
export function inJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(jsonText(value));
}
