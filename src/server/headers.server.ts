/** What a call says in headers of its own, beside query and body. */
import type { IncomingHttpHeaders } from 'node:http';
import { centsOf, type Cents } from '#kernel/money.ts';
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
  return centsOf(String(text), 12) ?? refuse(invalid('Expected-Total', 'Please write dollars, such as 115.00.'));
}
