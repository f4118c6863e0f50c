/** What people are mailed about the second factor of their account. */
import type { Mail } from '#server/mail.server.ts';

const texts = {
  on: ['Two-factor sign-in was switched on', 'From now on signing in asks for a code of your authenticator app.'],
  off: ['Two-factor sign-in was switched off', 'From now on your password alone signs in.'],
  reset: [
    'Two-factor sign-in was taken off your account',
    'The agency took it off because somebody asked for it, and every session was ended. Set it up again after signing in.',
  ],
  renewed: [
    'New recovery codes were made',
    'Ten new recovery codes were made for your account. The old ones no longer work.',
  ],
  guessed: [
    'Somebody knows your password',
    'Somebody entered your password rightly and then many wrong codes, so they were stopped. Without a code nobody gets in.',
  ],
  recovery: [
    'A recovery code was used',
    'Somebody signed in to your account with one of your recovery codes. It no longer works.',
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
