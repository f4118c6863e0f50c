/**
 * A page of a list: how every list of the portal is asked for and how it answers. `page` reaches the first 10 000
 * rows; deeper ones are reached by `after`, the `_id` of the last row seen.
 */
import * as z from 'zod/mini';
import { count, names, textOrEmpty, documented } from './fields.ts';
import { invalid, type Refusal } from './refusal.ts';

export const deepest = 10_000;

/** The query of a list; `sorts` is its allow-list, the first its default. A leading `-` means descending. */
export function pageQuery<const Sorts extends readonly [string, ...string[]]>(sorts: Sorts, limit = 50) {
  const allowed = sorts.flatMap((name) => [name.replace(/^-/, ''), `-${name.replace(/^-/, '')}`]);
  return {
    page: z._default(count(1, deepest), 1),
    limit: z._default(count(1, 200), limit),
    q: textOrEmpty(200),
    state: textOrEmpty(40),
    sort: z._default(
      documented(
        z.string().check(
          z.refine<string>((value) => value === '' || allowed.includes(value), {
            error: `This list can be sorted by ${sorts.map((s) => s.replace(/^-/, '')).join(', ')}.`,
          }),
        ),
        { description: allowed.join(', ') },
      ),
      sorts[0],
    ),
    after: names('row', textOrEmpty(64)),
  };
}

/** Checked for every query with these fields, before anything is counted or read. */
export function refusalOfReach(query: { page?: unknown; limit?: unknown; after?: unknown }): Refusal | undefined {
  const { page, limit, after } = query;
  if (typeof page !== 'number' || typeof limit !== 'number' || (after !== undefined && after !== '')) return undefined;
  return page * limit > deepest ? beyondReach : undefined;
}

const beyondReach = invalid('page', 'Pages reach the first 10,000 rows; name the last row in "after" for deeper ones.');

/** What a list answers beside its rows. `more` is true where there are more than `total`. */
export const pageAnswer = {
  total: z.number(),
  more: z.optional(z.boolean()),
  page: z.number(),
  limit: z.number(),
};

/** The total of a list whose rows were counted to one more than pages can reach. */
export function reached(counted: number): { total: number; more?: true } {
  return counted > deepest ? { total: deepest, more: true } : { total: counted };
}

/** How many rows there are, where a page that is not full says so. */
export function totalOf(
  shown: number,
  {
    page = 1,
    limit = 50,
    after,
  }: { page?: number | undefined; limit?: number | undefined; after?: string | undefined },
): number | undefined {
  if (after || shown >= limit || (shown === 0 && page > 1)) return undefined;
  return (page - 1) * limit + shown;
}
