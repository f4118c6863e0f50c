/** How an ad application looks on the wire: one base, and what the order of its platform adds to it. */
import * as z from 'zod/mini';
import { money, shape } from '#kernel/fields.ts';
import type { Cents } from '#kernel/money.ts';
import type { licenseOnWire } from '#platforms/license.ts';
import { rowsIn, type rowsOnWire } from '#platforms/order.ts';
import { forEachPlatform, specOf, type Spec } from '#platforms/platforms.ts';
import type { Line, OrderLine } from '#requests/requests.ts';
import { asPersonOnWire, asRequestOnWire, personOnWire, requestOnWire, type Listed } from '#requests/wire.ts';
import { signalsInLists } from '#signals/listed.api.ts';

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
  signals: signalsInLists,
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
  readonly lines: readonly Line[];
};

/** The field of a row that is kept in a column of its own; all others are only shown. */
function columnsOf({ order }: Spec): { email: string | undefined; timeZone: string | undefined } {
  const fields = order.form === 'rows' ? order.fields : [];
  return {
    email: fields.find(({ type }) => type === 'email')?.name,
    timeZone: fields.find(({ isTimeZone }) => isTimeZone)?.name,
  };
}

/** A row of an order form as a line of its request. */
export function asLine(spec: Spec, row: object, depositCents: Cents): OrderLine {
  const { email = '', timeZone = '' } = columnsOf(spec);
  const { [email]: mail = '', [timeZone]: zone = '', ...details } = row as Record<string, string>;
  return { depositCents, email: mail, timeZone: zone, details };
}

function asRow(spec: Spec, line: Line): Record<string, unknown> {
  const { email, timeZone } = columnsOf(spec);
  const row: Record<string, unknown> = { ...line.details };
  if (email) row[email] = line.email;
  if (timeZone) row[timeZone] = line.timeZone;
  return row;
}

/** An order's details with its rows and their deposits. The lines of a monthly order are made when it is approved. */
export function orderOf({ platform, details, lines }: Pick<ListedApplication, 'platform' | 'details' | 'lines'>) {
  const ordered = details['paymentMode'] === 'monthly' || platform === null ? [] : lines;
  return {
    ...details,
    deposits: ordered.map(({ amountCents }) => amountCents),
    rows: ordered.map((line) => asRow(specOf(platform!), line)),
  };
}

/** An application of this platform as the wire has it. */
export function asAd({ order }: Spec, listed: ListedApplication, now: Date, reader: 'client' | 'admin'): AnyAd {
  const details = orderOf(listed);
  return {
    ...asRequestOnWire(listed, now, reader),
    adsId: listed.adsId ?? '',
    adsIds: listed.adsId ? listed.adsId.split(', ') : [],
    adNum: rowsIn(details).length,
    accountOpenFee: listed.openingFeeCents,
    totalDeposit: listed.amountCents,
    topUpFee: listed.feeCents,
    totalCost: listed.totalCents,
    userId: asPersonOnWire(listed),
    ...order.shown(details),
  };
}
