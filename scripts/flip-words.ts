/** The types of flips, shared by the files that make them and the one that tries them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** A test, or a whole file where `name` is missing. Names are joined as vitest joins them. */
export type Test = { readonly file: string; readonly name?: string };

/** The test that `of` names: a file without `src/` and `.ts`, and where the file takes long, one of its tests. */
export function testOf(of: string): Test {
  const [file, ...name] = of.split(' > ');
  return { file: `src/${file}.ts`, ...(name.length > 0 ? { name: name.join(' > ') } : {}) };
}

export type Flip = {
  readonly group: Group;
  /** What the flip makes wrong, in one line. */
  readonly what: string;
  readonly file: string;
  readonly change: (source: string) => string;
  /** The tests that should fail, cheapest first. */
  readonly tests: readonly Test[];
  /**
   * A text in the name or the message of each test that fails because of this flip. Flips with different signs can be
   * tried in one run, because the sign tells which flip made a test fail.
   */
  readonly sign?: string;
  /** The code of the refusal that is no longer answered; the tests that get this refusal are the ones to run. */
  readonly refusal?: string;
};

export const groups = ['postings', 'life', 'access', 'rounding', 'lock', 'rules', 'guards', 'refusals'] as const;
export type Group = (typeof groups)[number];

export const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Replaces the one occurrence of a text. A text that is not found is an error: the flip would test nothing. */
export function swap(from: string, to: string): Flip['change'] {
  return (source) => {
    if (source.split(from).length !== 2) throw new Error(`This is not there once: ${from}`);
    return source.replace(from, () => to);
  };
}
