/** What a call says in headers of its own, beside query and body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '#kernel/money.ts';
import { invalid, refuse } from '#kernel/refusal.ts';

export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(key))
    refuse(invalid('Idempotency-Key', 'Please use 1 to 64 visible characters.'));
  return key;
}

export function expectedTotal(headers: IncomingHttpHeaders): Cents | undefined {
  const text = headers['expected-total'];
  if (text === undefined) return undefined;
  // A whole order may come to more than one field takes.
  const [, dollars, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(text)) ?? [];
  if (dollars === undefined) return refuse(invalid('Expected-Total', 'Please write dollars, such as 115.00.'));
  return BigInt(dollars) * 100n + BigInt(cents.padEnd(2, '0'));
}
