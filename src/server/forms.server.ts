/**
 * A list's statement has another text for each way of asking, its form. Each form that has a name is kept, by this
 * process, by every connection and by PostgreSQL, so that nobody may fill their memory by asking in ever new ways: of
 * each statement the first forms are kept, and the others are planned anew each time.
 */
export const mostForms = 100;

/** The forms by the statement's own name, numbered as they came. */
const known = new Map<string, Map<string, number>>();

/** Under which name a statement is prepared; '' for not at all. What stands behind a space names its form. */
export function preparedAs(name: string): string {
  const space = name.indexOf(' ');
  if (space < 0) return name;
  return numberOf(name.slice(0, space), name.slice(space)) === undefined ? '' : name;
}

/** A short name for each text of a statement; '' where it is not prepared. Values are never part of a text. */
export function nameOfText(statement: string, text: string): string {
  const number = numberOf(statement, text);
  return number === undefined ? '' : `${statement}#${number}`;
}

function numberOf(statement: string, form: string): number | undefined {
  const forms = known.get(statement) ?? new Map<string, number>();
  known.set(statement, forms);
  if (!forms.has(form) && forms.size < mostForms) forms.set(form, forms.size + 1);
  return forms.get(form);
}
