/** What people are mailed about the second factor of their account. */
import type { Mail } from '#server/mail.server.ts';

const texts = {
  on: [
    'Two-factor sign-in was switched on',
    'From now on, signing in also asks for a code from your authenticator app.',
  ],
  off: ['Two-factor sign-in was switched off', 'Signing in no longer asks for a code from your authenticator app.'],
  reset: [
    'Two-factor sign-in was taken off your account',
    'Your agency removed it because somebody asked for it, with every passkey that your account had, and ended every session. Set it up again after you sign in.',
  ],
  renewed: [
    'New recovery codes were made',
    'Ten new recovery codes were made for your account. The old ones no longer work.',
  ],
  guessed: [
    'Somebody knows your password',
    'Somebody entered your correct password and then many wrong codes, so we stopped them. Nobody gets in without a code.',
  ],
  tried: [
    'Many wrong codes were entered in your account',
    'Somebody who is signed in as you entered many wrong codes, so we stopped them. Look in your settings where you are signed in, and which passkeys there are.',
  ],
  recovery: [
    'A recovery code was used',
    'One of your recovery codes was used in your account, to sign in or to confirm something. It no longer works.',
  ],
} as const;

export function secondFactorMail(to: string, what: keyof typeof texts): Mail {
  const [subject, line] = texts[what];
  return {
    to,
    urgent: true,
    subject,
    lines: [line, 'If this was not you, change your password and write to us at once.'],
  };
}
