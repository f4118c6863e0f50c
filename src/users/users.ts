/**
 * A person is whoever signs in: of a client's people, whose wallet it is, or an admin, who decides. One e-mail address
 * is one person, whatever its case.
 */
import type { AdminRole } from '#kernel/access.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { waysOf, type Channel, type Topic } from '#kinds/topics.ts';
import { atRegistration } from '#platforms/platforms.ts';

type Role = 'User' | 'Admin';

/** What each role of the agency's admins does, said where somebody is given one. */
export const rightsOf: Readonly<Record<AdminRole, string>> = {
  Admin: 'do everything, also change settings, the payment network, prices and other admins',
  Finance: 'decide top-ups, refunds, withdrawals and corrections, see revenue, and export',
  Operations: 'decide applications and deposits, and change the states of ad accounts',
  Support: 'see what waits, clients, accounts and logs, and look at the portal as a client, but decide nothing',
};

/** Nobody can choose what they are never told of, nor switch off what concerns their safety. */
export function refusalOfChoice(role: Role, topic: Topic, channel: Channel): Refusal | undefined {
  const way = waysOf(topic, role)[channel];
  return way === 'on' || way === 'off' ? undefined : invalid('topic', 'This cannot be chosen.');
}

/**
 * Who registered with an address that may be another's adds no factor: its owner, who takes the account over by a
 * mailed link, is asked for no stranger's code, so that the link takes off whatever was added.
 */
export function refusalToAddFactor(who: { typeOfUser: Role; emailVerified: boolean }): Refusal | undefined {
  return who.typeOfUser === 'User' && !who.emailVerified ? addressFirst : undefined;
}

const addressFirst: Refusal = {
  code: 'auth.email_unverified',
  message: 'Please confirm your e-mail address first. A second factor needs a confirmed address.',
  status: 403,
};

/** The countries offered at registration, in the order shown. */
export const countries = ['India', 'US', 'UK', 'CA', 'AU', 'DE'] as const;
export const contactMethods = ['whatsapp', 'skype', 'telegram'] as const;
export const platformChoices: readonly string[] = [...atRegistration.map(({ name }) => name), 'Others'];
export const businessChoices = [
  'Affiliate',
  'E-Com(Clean)',
  'E-Com(BH)',
  'APP',
  'Work At Home',
  'Gambling/Casino/Gaming/Betting',
  'Whatsapp/Telegram Channel',
  'Others',
] as const;

export const emailTaken: Refusal = {
  code: 'user.email_taken',
  message: 'This e-mail address is already registered. Please sign in instead.',
  status: 409,
  field: 'emailId',
};

/** Admins find clients by their addresses: no part of a name is the address of somebody else. */
export function refusalOfName(username: string, emailId: string): Refusal | undefined {
  const key = (text: string) => text.normalize('NFKC').toLowerCase();
  const addresses = key(username.replaceAll(/\p{Cf}/gu, '')).match(/\S+@\S+/g) ?? [];
  if (addresses.every((address) => address === key(emailId))) return undefined;
  return invalid('username', 'Please enter your name, or the e-mail address that you register.');
}

export const wrongCode: Refusal = {
  code: 'user.wrong_code',
  message: 'OTP verification failed.',
  status: 400,
  field: 'otp',
};

export const passwordsDiffer: Refusal = {
  code: 'user.passwords_differ',
  message: 'Passwords do not match',
  status: 400,
  field: 'confirmPassword',
};

export const wrongPassword: Refusal = {
  code: 'user.wrong_password',
  message: 'This is not your current password.',
  status: 400,
  field: 'currentPassword',
};

/** The same refusal for whoever has typed none. */
export const missingPassword: Refusal = { ...wrongPassword, message: 'Please enter your current password.' };
