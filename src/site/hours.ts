/**
 * Minutes after midnight UTC when support opens and closes; undefined where the brand says its hours in other words.
 */
export function utcOf(hours: string): [from: number, to: number] | undefined {
  const [, from, fromMinute, to, toMinute, offset] =
    /^(\d{1,2}):(\d\d)–(\d{1,2}):(\d\d) \(UTC([+-]\d{1,2})\)$/.exec(hours) ?? [];
  if (offset === undefined) return undefined;
  const shift = Number(offset) * 60;
  return [Number(from) * 60 + Number(fromMinute) - shift, Number(to) * 60 + Number(toMinute) - shift];
}
