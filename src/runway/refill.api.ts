/** The calls about refills by rule. */
import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import { count, enteredPassword, idOf, money, moneyFromZero, moneyIn, textOrEmpty, time } from '#kernel/fields.ts';
import { mostRefillDays } from './refill.ts';

const rule = z.nullable(
  z.object({
    belowDays: z.number(),
    put: money,
    mostPerDay: money,
    leave: money,
    setBy: z.string(),
    setAt: time,
    stoppedAt: z.nullable(time),
    /** Empty where one of the client's people stopped it. */
    stoppedWhy: z.string(),
  }),
);

export const getRefillRule = endpoint({
  method: 'GET',
  path: '/kimi/get-refill-rule',
  access: 'signed in',
  summary: 'The rule that refills an ad account, and what it did on the last ten days that it acted.',
  query: z.object({ id: idOf('ad account') }),
  output: z.object({
    message: z.string(),
    rule,
    /** Newest first; `refusal` is empty where a deposit was asked for. */
    refills: z.array(z.object({ day: z.string(), applyId: z.nullable(z.string()), refusal: z.string() })),
  }),
  trips: 4,
  refusals: ['not_found'],
});

export const setRefillRule = endpoint({
  method: 'PUT',
  path: '/kimi/set-refill-rule',
  access: { client: 'Owner' },
  summary:
    'Refills an ad account by itself: below so many days left it asks an ordinary deposit, once a day. Needs what a withdrawal needs: the password, a verified e-mail address, and the second factor where there is one.',
  query: z.object({ id: idOf('ad account') }),
  body: z.object({
    belowDays: count(1, mostRefillDays),
    put: moneyIn,
    /** What all your refills together may put on the day that this one acts. */
    mostPerDay: moneyIn,
    /** What stays in the wallet. */
    leave: moneyFromZero,
    password: enteredPassword,
    otp: textOrEmpty(40),
  }),
  output: z.object({ message: z.string(), rule }),
  trips: 25,
  refusals: [
    'not_found',
    'refill.email_unverified',
    'user.wrong_password',
    'auth.otp_required',
    'auth.wrong_otp',
    'limit.reached',
  ],
  example: { belowDays: 3, put: 100, mostPerDay: 300, leave: 50, password: 'a long secret' },
});

export const stopRefillRule = endpoint({
  method: 'PUT',
  path: '/kimi/stop-refill-rule',
  access: { client: 'Finance' },
  summary: 'Stops the rule that refills an ad account.',
  query: z.object({ id: idOf('ad account') }),
  output: z.object({ message: z.string(), rule }),
  trips: 7,
  refusals: ['not_found'],
});
