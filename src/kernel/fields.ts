/**
 * The types of a field on the wire. Each limits range and length, so that other values never reach a handler. Where
 * wire and portal use different units (dollars and cents) they are codecs, so that one schema serves both directions.
 */
import * as z from 'zod/mini';
import { dayPattern } from './days.ts';
import { isMailAddress } from './mailaddress.ts';
import { centsOf, dollarsText, fromDollars, isTooFine, toDollars, tooFine, type Cents } from './money.ts';

/** What the API's description says about a field beside its type; `id` gives the shape a name of its own. */
type Told = {
  id?: string;
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
};

export function documented<S extends z.core.$ZodType>(field: S, facts: Told): S {
  z.globalRegistry.add(field, facts);
  return field;
}

/** A shape that several answers hold, under a name of its own. */
export function shape<Fields extends z.core.$ZodLooseShape>(id: string, fields: Fields) {
  return documented(z.object(fields), { id });
}

const unsafe = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export function clean(value: string): boolean {
  return value.isWellFormed() && !unsafe.test(value);
}

const cleanText = z.refine<string>(clean, {
  error: 'This text has characters that cannot be stored. Please remove them.',
});

/**
 * Text of 1 to `max` characters, trimmed. A longer one is refused before the patterns of other checks run, because they
 * may take long on it.
 */
export function text(max: number, error = 'Please fill in this field.') {
  return z
    .string({ error })
    .check(
      z.trim(),
      z.minLength(1, { error }),
      z.maxLength(max, { error: `Please use at most ${max} characters.`, abort: true }),
      cleanText,
    );
}

/**
 * Invisible characters: some change the direction of text, and would reorder the sentence around a name; others let it
 * look like another. Those that join letters stay, as Persian and Indian scripts write names with them.
 */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

const inOneLine = z.overwrite<string>((value) =>
  value
    .replaceAll(invisible, '')
    .replaceAll(/[\r\n\u0085\u2028\u2029]+/g, ' ')
    .trim(),
);

/** A name: one line, without such characters. */
export function nameLine(max: number, error: string) {
  return text(max, error).check(inOneLine, z.minLength(1, { error }));
}

/** Text that may be missing or empty; arrives as '' then. */
export function textOrEmpty(max: number) {
  const plain = z
    .string({ error: 'This must be text.' })
    .check(z.trim(), z.maxLength(max, { error: `Please use at most ${max} characters.`, abort: true }), cleanText);
  return z._default(
    z.pipe(
      z.transform((value: string | null | undefined) => (value === null ? '' : value)),
      plain,
    ),
    '',
  );
}

/** A name that may be missing or empty. */
export function nameOrEmpty(max: number) {
  return z.pipe(textOrEmpty(max), z.string().check(inOneLine));
}

/** A password as typed: never trimmed. Its length is checked where a password is chosen, not at sign-in. */
export const enteredPassword = z
  .string({ error: 'Please enter your password.' })
  .check(
    z.minLength(1, { error: 'Please enter your password.' }),
    z.maxLength(256, { error: 'Please use at most 256 characters.' }),
  );

/** Typed again unless this session signed in within the last ten minutes. */
export const currentPassword = z._default(z.string({ error: 'This must be text.' }).check(z.maxLength(256)), '');

export const chosenPassword = z.string({ error: 'Please choose a password.' }).check(
  z.minLength(8, { error: 'Please use at least 8 characters.' }),
  z.maxLength(256, { error: 'Please use at most 256 characters.' }),
  z.refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
    error: 'This password cannot be used. Please choose another one.',
  }),
);

/**
 * Any e-mail address that a mail server could take; 254 characters at most. `missing` is said where nothing was typed:
 * who mistyped an address is not told to enter one.
 */
export function email(error = 'Please enter a valid e-mail address.', missing = error) {
  const address = z.string({ error: missing }).check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.maxLength(1_000, { error, abort: true }),
    // Two ways to write é look the same, as would two accounts. What is long is composed in the square of its length.
    z.normalize('NFC'),
    z.maxLength(254, { error, abort: true }),
    z.refine<string>((value) => clean(value) && isMailAddress(value), { error }),
  );
  return names('outside', documented(address, { format: 'email' }));
}

function wireCents(value: number | string): Cents | undefined {
  return centsOf(String(value));
}

/** The message is `missing` where nothing was typed, and where `isMissing` finds that the amount counts as nothing. */
function moneyWithin(
  least: Cents,
  most: Cents,
  error: string,
  missing = error,
  isMissing = (_value: number | string) => false,
) {
  const blank = (value: number | string) => (typeof value === 'string' && value.trim() === '') || isMissing(value);
  const written = documented(z.string({ error: missing }).check(z.maxLength(32, { error })), {
    pattern: String.raw`^\d{1,7}(\.\d{1,2})?$`,
  });
  const amount = z.union([z.number({ error: missing }), written], { error: missing }).check(
    z.refine((value) => !blank(value), { error: missing, abort: true }),
    z.refine(
      (value) => {
        const cents = wireCents(value);
        return cents !== undefined && cents >= least && cents <= most;
      },
      { error: ({ input }) => (isTooFine(String(input)) ? tooFine : error) },
    ),
  );
  const wire = documented(amount, { description: `US dollars, ${dollarsText(least)} to ${dollarsText(most)}` });
  return z.codec(wire, z.bigint(), { decode: (value) => wireCents(value)!, encode: (cents) => toDollars(cents) });
}

const million = 100_000_000n;

/** 0.01 to 1,000,000.00 dollars as a number or a string, to cents. */
export const moneyIn = moneyWithin(1n, million, 'Please enter an amount from 0.01 to 1,000,000.00.');

/**
 * As `moneyIn`, with the form's own sentence where nothing was typed; `zeroToo` where an amount that is not above 0 is
 * nothing as well.
 */
export function moneyInOr(missing: string, zeroToo = false) {
  return moneyWithin(
    1n,
    million,
    'Please enter an amount from 0.01 to 1,000,000.00.',
    missing,
    (value) => zeroToo && Number(value) <= 0,
  );
}

/** As `moneyIn`, or 0. */
export const moneyFromZero = moneyWithin(0n, million, 'Please enter an amount from 0 to 1,000,000.00.');

/** What a field of an amount may hold on its way to the server, cents being no JSON. */
export type MoneyTyped = number | string | null | undefined;

/** As `moneyFromZero`; an empty or missing one counts as 0. */
export const moneyInOrZero = z._default(
  z.pipe(
    z.transform((value: MoneyTyped) => (value === '' || value === null ? 0 : value)),
    moneyFromZero,
  ),
  0n,
);

/** Money in an answer: a number of dollars on the wire, cents in the portal. May be negative. */
export const money = z.codec(documented(z.number(), { description: 'US dollars' }), z.bigint(), {
  decode: fromDollars,
  encode: (cents) => toDollars(cents),
});

/** A time in an answer: ISO 8601 UTC on the wire, a Date in the portal. */
export const time = z.codec(documented(z.string(), { format: 'date-time' }), z.date(), {
  decode: (iso) => new Date(iso),
  encode: (at) => at.toISOString(),
});

/** A whole number as an integer or a string of digits. */
export function count(least: number, most: number, error = `Please enter a whole number from ${least} to ${most}.`) {
  const wire = documented(
    z.union([z.number({ error }), z.string({ error })], { error }).check(
      z.refine(
        (value) => {
          const number = typeof value === 'number' ? value : /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
          return Number.isInteger(number) && number >= least && number <= most;
        },
        { error },
      ),
    ),
    { description: `A whole number from ${least} to ${most}`, minimum: least, maximum: most },
  );
  return z.codec(wire, z.number(), { decode: (value) => Number(value), encode: (value) => value });
}

/** Words in any case of letters. Another word is a slip, and no quiet no. */
function yesOrNo(error = 'This must be yes or no.', no = ['false', 'off', '0']) {
  const yes = ['true', 'on', '1'];
  const word = (value: boolean | number | string) => String(value).trim().toLowerCase();
  const known = z.refine<boolean | number | string>((value) => [...yes, ...no].includes(word(value)), { error });
  const wire = z.union([z.boolean(), z.number(), z.string()], { error }).check(known);
  return z.codec(wire, z.boolean(), { decode: (value) => yes.includes(word(value)), encode: (value) => value });
}

/** A tick box: true, 'true', 'on', '1'. Missing or empty, as a plain form may send it, is false. */
export const tick = z._default(yesOrNo(undefined, ['false', 'off', '0', '']), false);

/** A choice that may be left as it is: missing is no answer, and an empty one is refused. */
export const tickOrNone = z.optional(yesOrNo());

/** Whether a call only shows what it would do. It has to be said, so that nothing is done by leaving it out. */
export const dryRun = yesOrNo('Please say whether this is a dry run: true or false.');

/** A calendar day `YYYY-MM-DD` that exists. */
export const day = documented(
  z.string({ error: 'Please enter a date as YYYY-MM-DD.' }).check(
    z.refine<string>(
      (value) => {
        if (!dayPattern.test(value) || value < '1900' || value > '2999') return false;
        const at = new Date(`${value}T00:00:00Z`);
        return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value;
      },
      { error: 'Please enter a date as YYYY-MM-DD.' },
    ),
  ),
  { format: 'date' },
);

/** A choice that may be left open: '' then, whether it was sent empty or not at all. */
export function orBlank<S extends z.core.$ZodType>(field: S, error?: string) {
  return z._default(z.union([z.literal(''), field], error === undefined ? {} : { error }), '');
}

/** What a field of an input refers to: a thing in the portal, which belongs to somebody, or one outside of it. */
export type Named =
  | 'request'
  /** By the id that the portal gave it, `AA-…`. */
  | 'ad account'
  /** What a platform calls an ad account. */
  | 'Ads ID'
  | 'user'
  | 'session'
  | 'passkey'
  | 'paylink'
  | 'declaration'
  | 'notice'
  | 'withdrawal address'
  | 'transfer'
  | 'row'
  | 'outside';

const naming = z.registry<{ names: Named }>();

/**
 * Declares what a field refers to. Tests try every such field with the id of another client's thing, and the API's
 * description shows it.
 */
export function names<S extends z.core.$ZodType>(what: Named, field: S): S {
  naming.add(field, { names: what });
  return what === 'outside' || what === 'row'
    ? field
    : documented(field, { description: `Names ${/^a/i.test(what) ? 'an' : 'a'} ${what}` });
}

/** What this field was declared to refer to, also where the field is optional. */
export function namedBy(field: z.core.$ZodType): Named | undefined {
  const def = field._zod.def as Partial<Record<'innerType' | 'in' | 'out', z.core.$ZodType>>;
  const inner = [def.innerType, def.in, def.out].flatMap((each) => (each ? [namedBy(each)] : []));
  return naming.get(field)?.names ?? inner.find((each) => each !== undefined);
}

/** A public id: `US-…`, `GA-…`; anything else is simply not found, so only the length is judged here. */
export function idOf(what: Named) {
  return names(what, text(64, 'Please name what this is about.'));
}
