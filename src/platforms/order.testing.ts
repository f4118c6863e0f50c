/** Orders as tests send them. */
import type { Spec } from './platforms.ts';

/**
 * An order as the platform's own example is, with these deposits in dollars and, where they are given, remarks or
 * mails.
 */
export function orderBody({ order }: Spec, deposits: readonly number[], mail?: string): Record<string, unknown> {
  if (order.form === 'license') {
    const ads = deposits.map((deposit, n) => ({ accountName: `Ana ${n + 1}`, deposit }));
    return { ...order.example, remarks: mail ?? 'please hurry', ads };
  }
  const [row] = (order.example as { adsDetails: [object] }).adsDetails;
  const mails = order.fields.filter(({ type }) => type === 'email').map(({ name }) => [name, mail]);
  const own = mail === undefined ? {} : Object.fromEntries(mails);
  return { adNum: deposits.length, adsDetails: deposits.map((deposit) => ({ ...row, ...own, deposit })) };
}
