/** One line of a file of values that commas separate. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

/**
 * A field is always quoted, and an apostrophe is put before what a spreadsheet would run as a formula (some also take
 * the wide signs of Chinese keyboards). Where a spreadsheet expects another separator than the comma (Excel in most of
 * Europe takes `;`), a cell can begin inside of our field, and our quotes do not protect it: so every such place in the
 * text gets an apostrophe.
 */
function csvField(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const plain = text
    .replace(/^[\t\r\n]/, "'$&")
    .replaceAll(beginnings, (_, separator, blanks, sign) =>
      sign === '' ? separator + blanks : `${separator}${blanks}'${sign}`,
    );
  return `"${(isNumber ? text : plain).replaceAll('"', '""')}"`;
}

/** It takes what stands there even without a sign, so that no text is read twice, however many places it has. */
const beginnings = /([;,|:\t\r\n]|^)([\s"']*)([=+\-@＝＋－＠]?)/g;

/** Whether a text has more lines than these. A reader of tables would make a row of each before anybody counts them. */
export function hasMoreLines(text: string, most: number): boolean {
  return ['\n', '\r'].some((lineBreak) => {
    let at = -1;
    for (let count = 0; count <= most; count++) {
      at = text.indexOf(lineBreak, at + 1);
      if (at === -1) return false;
    }
    return true;
  });
}

const mostInLine = 256;
const mostCells = 2_000_000;
export const tooManyCells = 'Please send a table of at most 256 columns and 2,000,000 cells.';

/** Whether a text has more cells than that; quoted separators count, too. A reader of tables would keep them all. */
export function hasTooManyCells(text: string, separator: string): boolean {
  const between = separator.charCodeAt(0);
  let [inLine, inAll] = [1, 1];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) inLine = 1;
    if (code !== between) continue;
    inLine++;
    inAll++;
    if (inLine > mostInLine || inAll > mostCells) return true;
  }
  return false;
}
