import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { tick } from '#kernel/fields.ts';
import { options, signature } from '#passkeys/passkeys.api.ts';
import { signedIn } from './auth.api.ts';

export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/kimi/start-passkey-sign-in',
  access: 'public',
  summary: 'What a browser needs to sign in with a passkey, within five minutes.',
  output: z.object({ message: z.string(), options }),
  trips: 3,
  refusals: ['limit.reached'],
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/kimi/sign-in-with-passkey',
  access: 'public',
  summary: 'Signs in with a passkey, instead of password and code. Takes the answer to start-passkey-sign-in.',
  body: z.object({ credential: signature, remember: tick }),
  output: signedIn,
  trips: 13,
  refusals: ['passkey.refused'],
  example: {
    remember: false,
    credential: {
      id: 'bXkga2V5',
      rawId: 'bXkga2V5',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'MEQ', userHandle: 'VVM' },
    },
  },
});
