/** What the order form of a platform asks for, under the names that stand there. */
import { words as form } from '#adaccounts/adaccounts.words.ts';
import type { Spec } from '#platforms/platforms.ts';

type Asked = { readonly name: string; readonly label: string; readonly mayBeEmpty: boolean };

const ofLicense = (['license', 'pages', 'target', 'paymentMode'] as const).map((name) => ({
  name,
  label: form.license[name],
  mayBeEmpty: false,
}));

export function asksOf({ order }: Pick<Spec, 'order'>): readonly Asked[] {
  if (order.form === 'license') return ofLicense;
  return order.fields.map(({ name, label, blank }) => ({ name, label, mayBeEmpty: blank !== undefined }));
}
