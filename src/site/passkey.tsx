/** Signing in with a passkey; fetched when somebody does. */
import { signWithKey } from '#ui/passkey.tsx';

/** What the device signed; undefined where nothing came of it. `start` is the call that says what to sign. */
export async function signedIn(start: string) {
  try {
    const headers = { 'content-type': 'application/json' };
    const asked = await fetch(start, { method: 'POST', headers, body: '{}' });
    return asked.ok
      ? await signWithKey(((await asked.json()) as { options: Record<string, unknown> }).options)
      : undefined;
  } catch {
    return undefined;
  }
}
