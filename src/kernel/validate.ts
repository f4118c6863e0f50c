/** Input through its schema: the decoded value, or a refusal that names the field in a sentence. */
import * as z from 'zod/mini';
import { insist, type Refusal } from './refusal.ts';

/** What is wrong with a value, or undefined. Only the first fault, because people correct one at a time. */
export function refusalOfInput(schema: z.core.$ZodType, value: unknown): Refusal | undefined {
  const read = z.safeDecode(schema, value as never);
  return read.success ? undefined : asRefusal(read.error);
}

/** The decoded value. Throws a 400 that names the field. */
export function validate<S extends z.core.$ZodType>(schema: S, value: unknown): z.core.output<S> {
  const read = z.safeDecode(schema, value as never);
  if (!read.success) insist(asRefusal(read.error));
  return read.data as z.core.output<S>;
}

function asRefusal(error: z.core.$ZodError): Refusal {
  const issue = error.issues[0];
  const field = (issue?.path ?? []).map(String).join('.');
  const message = issue && issue.message !== 'Invalid input' ? issue.message : 'Please check this field.';
  return { code: 'input.invalid', message, status: 400, ...(field ? { field } : {}) };
}
