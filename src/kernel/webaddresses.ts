/** Domains and web addresses, as fields of the wire. */
import * as z from 'zod/mini';
import { clean } from './fields.ts';

const domainPattern = /^(?=.{4,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/** A domain by its syntax. */
export const domain = z.string({ error: 'Please enter a domain such as example.com.' }).check(
  z.trim(),
  z.refine<string>((value) => domainPattern.test(value), { error: 'Please enter a domain such as example.com.' }),
);

/** An http(s) address. */
export const webAddress = z.string({ error: 'Please enter a web address.' }).check(
  z.trim(),
  z.maxLength(2000, { error: 'Please use at most 2000 characters.', abort: true }),
  // Two separate patterns, because one combined pattern would take quadratic time on long texts.
  z.refine<string>((value) => clean(value) && !/\s/.test(value) && /^https?:\/\/[^/?#]+\../i.test(value), {
    error: 'Please enter a web address that begins with https://.',
  }),
);
