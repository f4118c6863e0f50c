/** Entries of the audit log as a person reads them: what was done in words, and what changed with its unit. */
import { percent, usd } from '#kernel/money.ts';
import { words } from './entries.words.ts';

type Change = { label: string; was: string | undefined; is: string | undefined };

/**
 * What changed, field by field; what stayed empty, or as it was, is left out. Amounts are in dollars, however they were
 * written down.
 */
export function changesOf(before: unknown, after: unknown): Change[] {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const [from, to] = [textOf(was[name], name), textOf(is[name], name)];
    if (from === to) return [];
    return [{ label: labelOf(name), was: from === '' ? undefined : from, is: to === '' ? undefined : to }];
  });
}

/** `deposit.approve.proposed` as "Deposit: approval proposed"; what is not known yet is still words. */
export function actionText(action: string): string {
  const known = words.actions[action];
  if (known !== undefined) return known;
  const [thing = '', ...done] = action.split('.');
  const noun = words.things[thing] ?? capital(spaced(thing));
  const verb = done.join('.');
  return `${noun} ${words.verbs[verb] ?? spaced(verb)}`.trim();
}

function fieldsOf(value: unknown, prefix = ''): Record<string, unknown> {
  if (value === null || typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each !== null && typeof each === 'object' && !Array.isArray(each)
        ? Object.entries(fieldsOf(each, `${prefix}${name}.`))
        : [[`${prefix}${name}`, each] as const],
    ),
  );
}

/** Whole numbers, in quotes as the log keeps them, are cents where the field is an amount. */
function isCents(name: string, value: unknown): value is string | bigint {
  const own = name.split('.').at(-1)!;
  const whole = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value));
  return whole && (own.endsWith('Cents') || own === 'money' || own === 'amount');
}

function textOf(value: unknown, name: string): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((each) => textOf(each, name)).join(', ');
  if (isCents(name, value)) return usd(BigInt(value));
  if (name.endsWith('BasisPoints')) return percent(Number(value));
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return String(value);
}

function labelOf(name: string): string {
  const known = words.fields[name];
  if (known !== undefined) return known;
  return name
    .split('.')
    .map((part) => words.fields[part] ?? capital(spaced(part.replace(/(Cents|BasisPoints)$/, ''))))
    .join(', ');
}

function spaced(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]/g, ' ')
    .toLowerCase();
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
