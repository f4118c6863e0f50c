/**
 * The browser's own window for passkeys. Fetched when somebody uses one, so that no page is heavier for it. Answers
 * undefined where nothing came of it: closed by the person, no such key, no device.
 */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Options = Record<string, unknown>;

/** A new key; `options` as the portal gave them. */
export async function makeKey(options: Options) {
  return startRegistration({ optionsJSON: options as never }).catch(() => undefined);
}

/** A signature with a key that this portal has the public half of; `inField`: picked where the address is typed. */
export async function signWithKey(options: Options, inField = false) {
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: inField }).catch(() => undefined);
}
