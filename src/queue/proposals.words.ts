/** Every sentence of the inbox of what waits for a second admin. */
import { grouped } from '#kernel/money.ts';

export const words = {
  title: 'Needs a Second Admin',
  text: 'What one admin proposed and another has to confirm. None of it is in force yet.',
  first: (shown: number, total: number) =>
    `These are the oldest ${grouped(shown)} of ${grouped(total)}. The others follow as these are decided.`,
  empty: 'Nothing waits for a second admin.',
  yours: 'For you to decide',
  noneForYou: 'Nothing waits for your word.',
  others: 'For colleagues with another role',
  own: 'Yours, waiting for a colleague',
  ownText: 'You asked for these, so that another admin has to confirm them.',
  asked: (by: string, email: string) => `${by} (${email}) asked for it`,
  ownAsked: 'You asked for it',
  why: (reason: string) => `Reason: ${reason}`,
  noReason: 'No reason was given.',
  decidedBy: (role: string) => `An admin of ${role} confirms it.`,
  look: 'Look at it',
} as const;
