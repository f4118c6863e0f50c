/** Signing in with a passkey; fetched when somebody does. */
import { signWithKey } from '#ui/passkey.tsx';

/** What is to be signed is good for five minutes. */
const goodForMs = 240_000;

/** What the device signed; undefined where nothing came of it. `start` is the call that says what to sign. */
export async function signedIn(start: string) {
  const options = await optionsOf(start);
  return options && signWithKey(options);
}

/**
 * What the device signed once its owner picked a passkey in the field for the address, however long that takes;
 * undefined where somebody presses the button instead, which has the browser's one window from then on.
 */
export async function picked(start: string, isPressed: () => boolean) {
  for (;;) {
    const options = await optionsOf(start);
    if (!options || isPressed()) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooOld = new Promise<'too old'>((resolve) => (timer = setTimeout(() => resolve('too old'), goodForMs)));
    const credential = await Promise.race([signWithKey(options, true), tooOld]);
    clearTimeout(timer);
    if (credential !== 'too old') return credential;
  }
}

async function optionsOf(start: string): Promise<Record<string, unknown> | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const asked = await fetch(start, { method: 'POST', headers, body: '{}' });
    return asked.ok ? ((await asked.json()) as { options: Record<string, unknown> }).options : undefined;
  } catch {
    return undefined;
  }
}
