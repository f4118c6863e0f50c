/** A text for LIKE and ILIKE that means itself: what people type may contain their wildcards. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** Adds a value to a statement and answers its placeholder, `$1`. */
export type Write = (value: unknown) => string;

/** A name that more people share is common: a scan of the list soon finds a page of rows of these people. */
export const commonName = 1_000;
/** Above this number of people, looking up the rows of each takes longer than checking the owner of every row. */
export const veryCommonName = 50_000;

/**
 * SQL for "one of these columns contains the text". `found` is in the form that the trigram index can use; `walked` is
 * the comparison for rows that are scanned in the order of a list.
 */
export type Holding = { found: string; walked: string };

/**
 * The trigram index knows every three letters or digits of ASCII in a row, with the space around a word. It reads every
 * row that has one of those it is asked for: `com`, or the beginning of phone numbers, is in a million rows. So it is
 * asked only for the words, of an e-mail address only for those before the @, and what it finds is compared with the
 * whole text. One or two letters are looked for at the beginning of a word, which the index knows as well. Texts
 * without such a word, and all with a letter beyond ASCII, are found by another index, of single signs (`signs_of`).
 */
export function holding(columns: readonly string[], q: string, write: Write): Holding {
  const like = (patterns: readonly string[]) =>
    `(${columns.flatMap((column) => patterns.map((pattern) => `${column} ilike ${pattern}`)).join(' or ')})`;
  const walked = comparing(columns, q, write);
  const sort = sortOf(q);
  const found =
    sort === 'signs'
      ? `signs_of(name, email, phone) @> signs_of(${write(q)})`
      : like(
          sort === 'letters'
            ? [`${q}%`, `% ${q}%`].map(write)
            : [write(`%${tellingWords(q).flatMap(piecesOf).join('%')}%`)],
        );
  return { found: `(${found} and ${walked})`, walked };
}

/**
 * `walked` alone. All columns are compared as one text, which is made small once, with a sign between them that nobody
 * types; that takes a quarter of the time of `ilike` for each. No index has this text, nor this collation, with which É
 * and é are equal in every database.
 */
export function comparing(columns: readonly string[], q: string, write: Write): string {
  const small = (text: string) => `lower((${text}) collate "pg_c_utf8")`;
  const [between, pattern] = sortOf(q) === 'letters' ? [`' '`, `% ${q}%`] : [`e'\\x1f'`, `%${escapeLike(q)}%`];
  const text = [`''`, ...columns].join(` || ${between} || `);
  return `${small(text)} like (select ${small(`${write(pattern)}::text`)})`;
}

/** The kind of index search that a text needs; texts of one kind give the same SQL statement. */
export function sortOf(q: string): 'words' | 'letters' | 'signs' {
  if (/^[a-z\d]{1,2}$/i.test(q)) return 'letters';
  return /^[\0-\x7f]*$/.test(q) && tellingWords(q).length > 0 ? 'words' : 'signs';
}

/**
 * `okafor` is looked for as `oka` and `for`: the index reads less than for every three letters in a row, and what it
 * finds is compared anyway.
 */
function piecesOf(word: string): string[] {
  return word.match(/.{3}(?:.{1,2}$)?/g) ?? [];
}

function tellingWords(q: string): string[] {
  const wordsOf = (text: string) => text.match(/[a-z\d]{3,}/gi) ?? [];
  const before = wordsOf(q.split('@', 1)[0]!);
  return before.length > 0 ? before : wordsOf(q);
}
