import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { enteredPassword, money, textOrEmpty } from '#kernel/fields.ts';

export const exportMyData = endpoint({
  method: 'GET',
  path: '/kimi/export-my-data',
  access: { client: 'Owner', admin: 'Support' },
  summary: 'What the caller told the portal and what it keeps of them, as one JSON file.',
  media: ['application/json'],
  trips: 4,
  refusals: ['limit.reached'],
});

export const getClosing = endpoint({
  method: 'GET',
  path: '/kimi/get-closing',
  access: { client: 'Viewer' },
  summary: 'What is left to settle before the account can be closed; `refusal` is empty when nothing is.',
  output: z.object({
    message: z.string(),
    wallet: money,
    held: money,
    adAccounts: money,
    openRequests: z.number(),
    refusal: z.string(),
  }),
  trips: 6,
});

export const closeAccount = endpoint({
  method: 'PUT',
  path: '/kimi/close-account',
  access: { client: 'Owner' },
  summary: 'Closes the account and ends every session. Refused while money or open requests remain.',
  body: z.object({ password: enteredPassword, otp: textOrEmpty(40) }),
  output: z.object({ message: z.string() }),
  // And one for each pay link that is still open.
  trips: 30,
  refusals: ['client.not_empty', 'user.wrong_password', 'auth.otp_required', 'auth.wrong_otp', 'limit.reached'],
  example: { password: 'a long secret' },
});
