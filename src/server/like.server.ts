/** Text for LIKE and ILIKE that stands for itself: what people type may hold their wildcards. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** Writes a value of a statement and answers its place, `$1`. */
export type Write = (value: unknown) => string;

/** A name that more people share is common: a scan of the list soon finds a page of rows of these people. */
export const commonName = 1_000;
/** Above this number of people, looking up the rows of each takes longer than checking the owner of every row. */
export const veryCommonName = 50_000;

/**
 * SQL for "one of these columns contains the text": `found` in the form that the trigram index can use, `walked` as it
 * is compared while rows are scanned in the order of a list.
 */
export type Holding = { found: string; walked: string };

/**
 * The index of parts knows every three letters or digits of ASCII, those around a space too, and meets each that it is
 * asked for: `com`, or the beginning of phone numbers, stands in a million rows. So it is asked for the words alone, of
 * an address for those before the @, and what it found is compared with the whole text. One or two letters are looked
 * for where a word begins, which the index knows as well. Signs without such a word, and anything with a letter beyond
 * ASCII, are found by the index of signs (`signs_of`).
 */
export function holding(columns: readonly string[], q: string, write: Write): Holding {
  const like = (patterns: readonly string[], end: string) =>
    `(${columns.flatMap((column) => patterns.map((pattern) => `${column}${end} ilike ${pattern}`)).join(' or ')})`;
  // Not the collation of the index, so that PostgreSQL does not use the index here. This one matches É and é
  // in every database.
  const compared = ' collate "pg_c_utf8"';
  const sort = sortOf(q);
  if (sort === 'letters') {
    const begins = [`${q}%`, `% ${q}%`].map(write);
    return { found: like(begins, ''), walked: like(begins, compared) };
  }
  const walked = like([write(`%${escapeLike(q)}%`)], compared);
  const found =
    sort === 'signs'
      ? `signs_of(name, email, phone) @> signs_of(${write(q)})`
      : like([write(`%${tellingWords(q).flatMap(piecesOf).join('%')}%`)], '');
  return { found: `(${found} and ${walked})`, walked };
}

/** The kind of index search that a text needs; texts of one kind give the same SQL statement. */
export function sortOf(q: string): 'words' | 'letters' | 'signs' {
  if (/^[a-z\d]{1,2}$/i.test(q)) return 'letters';
  return /^[\0-\x7f]*$/.test(q) && tellingWords(q).length > 0 ? 'words' : 'signs';
}

/**
 * `okafor` as `oka` and `for`: half as much is met as for each three in a row, and what is found is compared anyway.
 */
function piecesOf(word: string): string[] {
  return word.match(/.{3}(?:.{1,2}$)?/g) ?? [];
}

function tellingWords(q: string): string[] {
  const wordsOf = (text: string) => text.match(/[a-z\d]{3,}/gi) ?? [];
  const before = wordsOf(q.split('@', 1)[0]!);
  return before.length > 0 ? before : wordsOf(q);
}
