/** How an ad application looks on the wire: one base, and what the order of its platform adds to it. */
import * as z from 'zod/mini';
import { money, shape } from '#kernel/fields.ts';
import type { Cents } from '#kernel/money.ts';
import type { licenseOnWire } from '#platforms/license.ts';
import { rowsIn, type rowsOnWire } from '#platforms/order.ts';
import { forEachPlatform, type Spec } from '#platforms/platforms.ts';
import { asPersonOnWire, asRequestOnWire, personOnWire, requestOnWire, type Listed } from '#requests/wire.ts';

const application = {
  ...requestOnWire,
  /** Several are joined by `, `; empty until approved. */
  adsId: z.string(),
  adsIds: z.array(z.string()),
  /** How many accounts were ordered. */
  adNum: z.number(),
  accountOpenFee: money,
  totalDeposit: money,
  topUpFee: money,
  totalCost: money,
  userId: personOnWire,
};

type AdShape =
  | z.ZodMiniObject<typeof application & typeof rowsOnWire>
  | z.ZodMiniObject<typeof application & typeof licenseOnWire>;
export type AnyAd = z.output<AdShape>;

const shapes = forEachPlatform(
  ({ wire, order }) => shape(wire.shape, { ...application, ...order.wire }) as unknown as AdShape,
);

export function adOf({ name }: Spec): AdShape {
  return shapes[name];
}

/** What the mapper needs of a listed request; `ListedRequest` fits. */
export type ListedApplication = Listed & {
  readonly adsId: string | null;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly openingFeeCents: Cents;
  readonly totalCents: Cents;
  readonly details: Readonly<Record<string, unknown>>;
};

/** An application of this platform as the wire has it. */
export function asAd({ order }: Spec, listed: ListedApplication, now: Date, reader: 'client' | 'admin'): AnyAd {
  return {
    ...asRequestOnWire(listed, now, reader),
    adsId: listed.adsId ?? '',
    adsIds: listed.adsId ? listed.adsId.split(', ') : [],
    adNum: rowsIn(listed.details).length,
    accountOpenFee: listed.openingFeeCents,
    totalDeposit: listed.amountCents,
    topUpFee: listed.feeCents,
    totalCost: listed.totalCents,
    userId: asPersonOnWire(listed),
    ...order.shown(listed.details),
  };
}
