/**
 * What another machine says, as one line of at most so many characters: without what no database keeps, and without
 * what turns the text around it. Whoever has an account there chose its name.
 */
export function oneLine(said: string, most: number): string {
  const line = said.slice(0, 10 * most).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.trim().slice(0, most).toWellFormed();
}
