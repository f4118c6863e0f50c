/**
 * What a client fills in to get ad accounts of a platform. There are two forms of it: rows of the same few fields,
 * here, and the questions about licence, pages and what is advertised (`license.ts`). A platform names its form and its
 * fields; calls, pages and lists are made from that.
 */
import * as z from 'zod/mini';
import { count, money, moneyInOrZero } from '#kernel/fields.ts';
import type { Cents } from '#kernel/money.ts';
import type { LicenseOrder } from './license.ts';

/** Ad accounts in one order, and Ads IDs for a monthly one. */
export const mostAccounts = 10;

export type Details = Readonly<Record<string, unknown>>;

/** What is kept of an order: each row's first deposit, the rows as they are shown, and what else was told. */
export type Settled = {
  readonly deposits: readonly Cents[];
  readonly rows: readonly object[];
  readonly told?: object;
  readonly clientRemarks?: string;
};

/** What both forms of an order have. */
export type OrderForm = {
  /** The body of the call that orders. */
  readonly body: z.core.$ZodType;
  /** What is kept of that body once it was read. */
  readonly settle: (body: never) => Settled;
  readonly example: object;
};

export type Order = RowsOrder | LicenseOrder;

/** A field of a row beside its deposit. */
export type Field = {
  readonly name: string;
  /** What stands over it where it is typed, and over its column. */
  readonly label: string;
  readonly header?: string;
  readonly type?: 'email';
  /** Kept where every platform keeps the time zone of an account. */
  readonly isTimeZone?: true;
  readonly placeholder?: string;
  /** What can be chosen; the form itself begins with nothing. */
  readonly options?: () => readonly { readonly value: string; readonly label: string }[];
  /** The choice that a pasted text means, however it is written; undefined where it means none. */
  readonly meant?: (text: string) => string | undefined;
  /** What is shown where nothing was chosen, for a field that `read` takes empty, and for no other. */
  readonly blank?: string;
  /** How it is read when it comes in. */
  readonly read: z.core.$ZodType;
  /** Below the field before it, where both are shown in one place. */
  readonly beside?: boolean;
};

/** The place of the deposit among the fields of a row; its options are the agency's. */
export const depositField = { name: 'deposit', label: 'Deposit', read: moneyInOrZero } as const satisfies Field;

/** A row on the wire: its deposit, and a text for each field. */
export type Row = { readonly deposit: Cents } & Readonly<Record<string, string | Cents>>;

const rowOnWire = z.object({ deposit: money });
export const rowsOnWire = { adsDetails: z.array(rowOnWire as unknown as z.ZodMiniType<Row, object>) };

export type RowsOrder = OrderForm & {
  readonly form: 'rows';
  readonly fields: readonly Field[];
  /** The fields that its answer adds to an application. */
  readonly wire: typeof rowsOnWire;
  readonly shown: (details: Details) => { adsDetails: Row[] };
};

/** An order of 1 to 10 rows with deposits from the agency's options. `example` is a row of it. */
export function rowsOrder(fields: readonly Field[], example: object): RowsOrder {
  const each = (schemaOf: (field: Field) => z.core.$ZodType) =>
    Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)]));
  const row = z.object(each(({ read }) => read)) as unknown as z.ZodMiniType<Row, object>;
  const answered = z.object(each(({ name }) => (name === depositField.name ? money : z.string())));
  return {
    form: 'rows',
    fields,
    body: bodyOf(row),
    settle: ({ adsDetails }: { adsDetails: readonly Row[] }) => ({
      deposits: adsDetails.map(({ deposit }) => deposit),
      rows: adsDetails.map(({ deposit: _, ...rest }) => rest),
    }),
    example: { adNum: 1, adsDetails: [example] },
    wire: { adsDetails: z.array(answered as unknown as z.ZodMiniType<Row, object>) },
    shown: (details) => ({ adsDetails: rowsIn(details) as Row[] }),
  };
}

/** `adNum` and its list have to agree. */
function bodyOf(row: z.ZodMiniType<Row, object>) {
  const error = `Please fill in 1 to ${mostAccounts} ads.`;
  const adNum = count(1, mostAccounts, `Please choose 1 to ${mostAccounts} ads.`);
  const adsDetails = z.array(row, { error }).check(z.minLength(1, { error }), z.maxLength(mostAccounts, { error }));
  return z.object({ adNum, adsDetails }).check(({ value, issues }) => {
    const fault = faultOfCount(value.adNum, value.adsDetails.length);
    if (fault) issues.push({ code: 'custom', path: ['adNum'], message: fault, input: value.adNum });
  });
}

/** The count beside a list says how long the list is; a client that sends both has to mean one thing. */
export function faultOfCount(given: number, rows: number): string | undefined {
  return given === rows ? undefined : `The number says ${given}, but the list has ${rows}.`;
}

/**
 * The rows of a stored order with their deposits. Stored are the deposits in row order, as the ledger reads them, and
 * the rows as they are shown; JSON gives cents back as numbers.
 */
export function rowsIn(details: Details): ({ deposit: Cents } & Record<string, unknown>)[] {
  const deposits = (details['deposits'] ?? []) as number[];
  return ((details['rows'] ?? []) as object[]).map((row, place) => ({ ...row, deposit: BigInt(deposits[place] ?? 0) }));
}
