/**
 * Fills a rendered page for browsers without the script: the refusal of a form, the values that were typed, and the
 * token of a mailed link. Only marked places of the page are filled, and every value is escaped.
 */
import { escaped, unescaped } from '#kernel/markup.ts';
import { otpRequired } from '#auth/auth.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { passwordsDiffer } from '#users/users.ts';
import type { Prices } from '#settings/settings.ts';
import { chosenIn, costOf, type Cost } from './cost.ts';

type Typed = Readonly<Record<string, unknown>>;

const place = '<!--form-problem-->';
/** Never written back into a page. */
const secret = /password|otp/i;

/** Writes into the page what it would need a script to read from its address; undefined where there is nothing. */
export function fillPage(address: string, query: Typed, html: string, prices: Prices): string | undefined {
  if (address === '/homepage') return pageWithCost(query, html, prices);
  // The token of a mailed link, so that the form can send it on.
  const { token } = query;
  if (!['/reset-password', '/stop-weekly'].includes(address) || typeof token !== 'string' || token.length > 200)
    return undefined;
  return fillIn(html, { token });
}

/** The home page with the sum of the order that a visitor chose. */
function pageWithCost(query: Typed, html: string, prices: Prices): string | undefined {
  const choice = chosenIn(query, prices);
  const cost = choice && costOf(prices, choice);
  if (!cost) return undefined;
  return fillIn(html, choice).replaceAll(
    /(\sdata-show="(\w+)"[^>]*>)[^<]*/g,
    (_, tag: string, name: keyof Cost) => tag + cost[name],
  );
}

/** The page with the refusal's message in it and the fields as they were typed. */
export function refusedPage(page: string, refusal: Refusal, typed: Typed): string {
  const asksForCode = refusal.code.includes('otp');
  // Asked for the first time, the code is the next step and no mistake.
  const isCalm = refusal.code === otpRequired.code;
  const field = isCalm ? undefined : (refusal.field ?? (asksForCode ? 'otp' : undefined));
  const id = field === undefined ? undefined : idOfField(page, field);
  const message = escaped(sentenceOf(page, refusal));
  const said = id === undefined ? message : `<a href="#${id}">${labelOf(page, id)}${message}</a>`;
  const filled = fillIn(asksForCode ? withCode(page) : page, typed, field);
  return filled
    .replace(new RegExp(`<p\\b[^>]*\\sid="${id}-problem"[^>]*>`), (tag) => tag + message)
    .replace(place, () => {
      const kind = isCalm ? 'class="calm" role="status"' : 'role="alert"';
      return `<p id="form-problem" ${kind} tabindex="-1" autofocus>${said}</p>`;
    });
}

/** As the script says it: a registration that failed says its printed sentence first, and then what to do about it. */
function sentenceOf(page: string, { code, message }: Refusal): string {
  const [form = ''] = /<form\b[^>]*>/.exec(page) ?? [];
  if (attribute(form, 'data-form') !== 'register' || code === passwordsDiffer.code) return message;
  return `${unescaped(attribute(form, 'data-broken') ?? '')} ${message}`;
}

function labelOf(page: string, id: string): string {
  const label = new RegExp(`<label for="${id}">([^<]*)<`).exec(page)?.[1];
  return label ? `${label}: ` : '';
}

/** The page with `values` in its fields; `fault` is marked as the field that the message is about. */
export function fillIn(page: string, values: Typed, fault?: string): string {
  let selectName = '';
  return page.replaceAll(/<(input|select|option)\b([^>]*)>/g, (tag, element: string, attributes: string) => {
    if (element === 'option') return withOption(tag, attributes, values[selectName]);
    const name = attribute(attributes, 'name');
    if (element === 'select') selectName = name ?? '';
    if (name === undefined) return tag;
    const canBeWrong = !['hidden', 'radio', 'checkbox'].includes(attribute(attributes, 'type') ?? '');
    const marked = name === fault && canBeWrong ? add(tag, 'aria-invalid="true"') : tag;
    return element === 'input' ? withValue(marked, attributes, name, values[name]) : marked;
  });
}

function withValue(tag: string, attributes: string, name: string, typed: unknown): string {
  if (typed === undefined || secret.test(name)) return tag;
  const type = attribute(attributes, 'type');
  if (type === 'checkbox' || type === 'radio') {
    const chosen = (Array.isArray(typed) ? typed : [typed]).map(String);
    return chosen.includes(unescaped(attribute(attributes, 'value') ?? 'on')) ? add(tag, 'checked=""') : tag;
  }
  return typeof typed === 'string' ? add(tag.replace(/ value="[^"]*"/, ''), `value="${escaped(typed)}"`) : tag;
}

function withOption(tag: string, attributes: string, typed: unknown): string {
  const plain = tag.replace(/ selected=""/, '');
  if (typeof typed !== 'string') return tag;
  return unescaped(attribute(attributes, 'value') ?? '') === typed ? add(plain, 'selected=""') : plain;
}

/** The field for the one-time code, which is hidden until the server asks for it. */
function withCode(page: string): string {
  return page
    .replace(/<div\b[^>]*\bdata-code=""[^>]*>/, (tag) => tag.replace(' hidden=""', ''))
    .replace(/<input\b[^>]*\bname="otp"[^>]*>/, (tag) => tag.replace(' disabled=""', ''));
}

function idOfField(page: string, field: string): string | undefined {
  for (const [tag] of page.matchAll(/<(?:input|select)\b[^>]*>/g)) {
    if (attribute(tag, 'name') === field) return attribute(tag, 'id');
  }
  return undefined;
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}

function add(tag: string, attributes: string): string {
  return tag.replace(/\s*\/?>$/, (end) => ` ${attributes}${end.trim()}`);
}
