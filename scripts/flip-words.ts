/** What a flip is, for those who make them and for those who try them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** A test, or a whole file of tests; names as vitest joins them. */
export type Test = { readonly file: string; readonly name?: string };

export type Flip = {
  readonly group: Group;
  /** What is wrong then, in one line. */
  readonly what: string;
  readonly file: string;
  readonly change: (source: string) => string;
  /** Where it should be seen, cheapest first. */
  readonly tests: readonly Test[];
  /**
   * What the name or the message of a test has in it that sees this flip; flips with different signs are made at once.
   */
  readonly sign?: string;
  /** The refusal that is no longer answered, by which the tests that meet it are known. */
  readonly refusal?: string;
};

export const groups = ['postings', 'life', 'access', 'rounding', 'refusals'] as const;
export type Group = (typeof groups)[number];

export const read = (file: string) => readFileSync(join(root, file), 'utf8');
