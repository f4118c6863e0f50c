/** One line of a file of values that commas separate. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

/**
 * Quoted always; what a spreadsheet would run as a formula begins with an apostrophe. Some take the wide signs of
 * Chinese keyboards too. Where the list separator is another than the comma (Excel in most of Europe takes `;`), a cell
 * begins inside of a field, in front of which the quotes are no more than signs.
 */
function csvField(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const plain = text.replace(/^[\t\r\n]/, "'$&").replaceAll(/(^|[;,|:\t\r\n])([\s"']*)([=+\-@＝＋－＠])/g, "$1$2'$3");
  return `"${(isNumber ? text : plain).replaceAll('"', '""')}"`;
}
