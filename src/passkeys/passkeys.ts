/**
 * Passkeys: keys that a person's device keeps and gives to nobody. Signing with one, after the device has asked for a
 * finger, a face or its PIN, signs the person in or confirms what an admin decides. The portal knows the public halves
 * only, so that a copy of the database opens nothing, and a page of another origin gets no signature.
 */
import type { Refusal } from '#kernel/refusal.ts';

/** Enough for every device of a person, few enough to look through. */
export const mostPasskeys = 10;

/** One sentence for whatever is wrong with a signature: who tries learns nothing from it. */
export const refused: Refusal = {
  code: 'passkey.refused',
  message: 'This passkey was not accepted. Please try again.',
  status: 401,
};
/**
 * The answer to a call that a passkey has to confirm; `options` says what is to be signed, `about` the same in a
 * sentence.
 */
export const asked: Refusal = {
  code: 'auth.passkey_asked',
  message: 'Please confirm this with your passkey.',
  status: 401,
};
export const notAdded: Refusal = { ...refused, code: 'passkey.not_added', status: 400 };
export const known: Refusal = {
  code: 'passkey.known',
  message: 'This passkey is already in use. Please choose another one.',
  status: 409,
};
export const tooMany: Refusal = {
  code: 'passkey.too_many',
  message: `You have ${mostPasskeys} passkeys already. Please remove one first.`,
  status: 409,
};
export const lastFactor: Refusal = {
  code: 'passkey.last_factor',
  message: 'Every admin needs a second factor here. Please set up two-factor sign-in or another passkey first.',
  status: 409,
};
