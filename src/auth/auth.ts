/** Signing in, and what is said when it fails: never whether the address is known. */
import type { Refusal } from '#kernel/refusal.ts';

export const wrongCredentials: Refusal = {
  code: 'auth.wrong',
  message: 'Login failed. Please check your credentials.',
  status: 401,
};
export const otpRequired: Refusal = {
  code: 'auth.otp_required',
  message: 'Please enter the code from your authenticator app.',
  status: 401,
  field: 'otp',
};
export const wrongOtp: Refusal = {
  code: 'auth.wrong_otp',
  message: 'This code is not right. Please enter the current one.',
  status: 401,
  field: 'otp',
};
/** Said to an admin only, and only once the password was right. */
export const passkeyRequired: Refusal = {
  code: 'auth.passkey_required',
  message: 'Please sign in with your passkey: the password alone is not enough here.',
  status: 401,
};
export const linkSpent: Refusal = {
  code: 'auth.link_spent',
  message: 'This link was used already or is too old. Please ask for a new one.',
  status: 400,
  field: 'token',
};

/** How long a sign-in lasts, in seconds. */
export const sessionSeconds = { short: 12 * 3600, remembered: 30 * 24 * 3600, actingAsClient: 30 * 60 };
