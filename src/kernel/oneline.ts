/**
 * What somebody else wrote, as one line of at most so many characters, for a header or a cell: without what no database
 * keeps, half a character at the end too, and without what turns the text around it.
 */
export function oneLine(said: string, most: number): string {
  const line = said.slice(0, 10 * most).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.trim().slice(0, most).toWellFormed();
}
