/** The kinds of request as pieces of SQL for other statements, made from what each kind declares. */
import { namesAccount, replacesAccount, sendsMoney, setsAside, settlesSpend } from '#kinds/facts.ts';
import { kindsWhere, type Kind } from '#kinds/kinds.ts';

/** The kinds of which this is true, to be written into `kind in (…)`. */
export function kindsInSql(is: (kind: Kind) => boolean): string {
  return kindsWhere(is)
    .map((name) => `'${name}'`)
    .join(', ');
}

/**
 * Kinds that order ad accounts; kinds that name one ad account; kinds that replace one; kinds whose money leaves one as
 * soon as they are asked for; and kinds that settle what one spent.
 */
export const ordering = kindsInSql((kind) => kind.opens !== undefined && !namesAccount(kind));
export const naming = kindsInSql(namesAccount);
export const replacing = kindsInSql(replacesAccount);
export const settingAside = kindsInSql(setsAside);
export const settling = kindsInSql(settlesSpend);
/** Kinds with which the agency sends money. */
export const sending = kindsInSql(sendsMoney);

/**
 * SQL: whether a request makes its client an active one: its kind counts, and it was approved in the last 30 x 24 hours
 * and not reversed. `r` is the prefix of the requests' columns, or empty.
 */
export function makesActive(r: '' | 'r.'): string {
  const kinds = kindsInSql(({ countsAsActive }) => countsAsActive);
  return `${r}state = 'Approved' and ${r}kind in (${kinds}) and ${r}decided_at > now() - interval '720 hours'`;
}
