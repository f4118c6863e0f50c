import * as z from 'zod/mini';
import { endpoint } from '#kernel/endpoint.ts';
import {
  chosenPassword,
  currentPassword,
  documented,
  email,
  nameLine,
  orBlank,
  text,
  tickOrNone,
} from '#kernel/fields.ts';
import { chosenTopics, topicNames } from '#kinds/topics.ts';
import { businessChoices, contactMethods, countries, platformChoices } from './users.ts';

/** 5 to 20 of digits, spaces and +. */
const phone = documented(
  z.string({ error: 'Please enter a phone number.' }).check(
    z.trim(),
    z.refine<string>((value) => /^[0-9+ ]{5,20}$/.test(value) && /\d/.test(value), {
      error: 'Please enter a phone number of 5 to 20 digits, spaces and +.',
    }),
  ),
  { description: '5 to 20 of digits, spaces and +' },
);

const roleOf = z.enum(['User', 'Admin']);

/** Empty, or what the visitor ticked; plain forms send the lists as repeated fields. */
const listOf = <const T extends readonly string[]>(choices: T) =>
  z._default(
    z.pipe(
      z.transform((value: unknown) =>
        Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value],
      ),
      z.array(z.enum(choices, { error: 'Please choose from the list.' })).check(z.maxLength(choices.length)),
    ),
    [],
  );

const agencyAds = z._default(
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {},
    ),
    z.object({ platform: listOf(platformChoices), business: listOf(businessChoices) }),
  ),
  { platform: [], business: [] },
);

export const createAccount = endpoint({
  method: 'POST',
  path: '/create-account',
  access: 'public',
  form: true,
  summary: 'Registers a client and mails a code that proves the address.',
  body: z.object({
    username: nameLine(80, 'Please enter your name.'),
    emailId: email(),
    country: z.enum(countries, { error: 'Please choose a country from the list.' }),
    contactMethod: orBlank(z.enum(contactMethods), 'Please choose a contact method.'),
    contact1: phone,
    pincode: text(20, 'Please enter your PIN code.'),
    password: chosenPassword,
    confirmPassword: z.string({ error: 'Please enter the password again.' }).check(z.maxLength(256)),
    agencyAds,
    // A plain HTML form cannot nest; these two carry the same ticks.
    platform: listOf(platformChoices),
    business: listOf(businessChoices),
  }),
  output: z.object({ message: z.string(), _id: z.string() }),
  trips: 7,
  refusals: ['user.email_taken', 'user.passwords_differ', 'limit.reached'],
  example: {
    username: 'Ana',
    emailId: 'ana@example.com',
    country: 'DE',
    contactMethod: 'telegram',
    contact1: '+49 170 123456',
    pincode: '10115',
    password: 'a long secret',
    confirmPassword: 'a long secret',
  },
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/kimi/update-profile',
  access: 'signed in',
  summary: 'Changes the mobile number.',
  body: z.object({ mobile: phone }),
  output: z.object({
    message: z.string(),
    user: z.object({
      _id: z.string(),
      username: z.string(),
      emailId: z.string(),
      mobile: z.string(),
      contact1: z.string(),
      typeOfUser: roleOf,
    }),
  }),
  trips: 5,
  example: { mobile: '+49 170 123456' },
});

/** `null` where nobody is told of it this way; `fixed` where both ways are always taken. */
const noticeChoices = z.array(
  z.object({
    topic: z.enum(topicNames),
    portal: z.nullable(z.boolean()),
    mail: z.nullable(z.boolean()),
    telegram: z.nullable(z.boolean()),
    fixed: z.boolean(),
  }),
);

export const getNoticeChoices = endpoint({
  method: 'GET',
  path: '/kimi/get-notice-choices',
  access: 'signed in',
  whileUnsecured: true,
  summary:
    'Of what one is told in the portal, by mail and by Telegram. What concerns the safety of the account is always told.',
  output: z.object({ message: z.string(), choices: noticeChoices }),
  trips: 1,
});

export const updateNoticeChoices = endpoint({
  method: 'PUT',
  path: '/kimi/update-notice-choices',
  access: 'signed in',
  summary: 'Switches the ways of one topic on or off: notices, mails, Telegram.',
  body: z.object({
    topic: z.enum(chosenTopics, { error: 'Please choose from the list.' }),
    portal: tickOrNone,
    mail: tickOrNone,
    telegram: tickOrNone,
  }),
  output: z.object({ message: z.string(), choices: noticeChoices }),
  trips: 4,
  example: { topic: 'wallet', mail: false },
});

export const emailChange = endpoint({
  method: 'POST',
  path: '/email-change',
  access: 'signed in',
  summary:
    "Mails a code to a new address; with one's own address, sends the verification code again. A new one needs the password, unless this session signed in within the last ten minutes.",
  body: z.object({
    newEmail: email('Please enter a valid e-mail address.', 'Please enter your email.'),
    currentPassword,
  }),
  output: z.object({ message: z.string() }),
  trips: 11,
  refusals: ['user.email_taken', 'user.wrong_password', 'limit.reached'],
  example: { newEmail: 'new@example.com', currentPassword: 'a long secret' },
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/verify-email',
  access: 'signed in',
  summary: 'Proves an address with the code that was mailed to it.',
  body: z.object({ otp: text(20, 'Please enter the OTP.') }),
  output: z.object({ message: z.string(), emailId: z.string() }),
  trips: 11,
  refusals: ['user.wrong_code', 'user.email_taken', 'limit.reached'],
  example: { otp: '123456' },
});
