/** The kinds of request as SQL that other statements are made of, written from what each kind says about itself. */
import { namesAccount, replacesAccount, settlesSpend } from '#kinds/facts.ts';
import { kindsWhere, type Kind } from '#kinds/kinds.ts';

/** Inside of `kind in (…)`: those of which this is true. */
export function kindsInSql(is: (kind: Kind) => boolean): string {
  return kindsWhere(is)
    .map((name) => `'${name}'`)
    .join(', ');
}

/** Those whose approval opens what was ordered; those that name one ad account; those that replace one; and
 * those that settle what one spent. */
export const ordering = kindsInSql((kind) => kind.opens !== undefined && !namesAccount(kind));
export const naming = kindsInSql(namesAccount);
export const replacing = kindsInSql(replacesAccount);
export const settling = kindsInSql(settlesSpend);

/**
 * Whether a request makes its client an active one: approved in the last 30 x 24 hours and not reversed, and of a kind
 * that counts. `r` names the requests with its dot, or is empty.
 */
export function makesActive(r: '' | 'r.'): string {
  const kinds = kindsInSql(({ countsAsActive }) => countsAsActive);
  return `${r}state = 'Approved' and ${r}kind in (${kinds}) and ${r}decided_at > now() - interval '720 hours'`;
}
