/** Every sentence of the inbox of what waits for a second admin. */
import { grouped } from '#kernel/money.ts';

export const words = {
  title: 'Needs a Second Admin',
  text: 'What one admin proposed and another has to confirm. None of it is in force yet.',
  failed: 'Failed to fetch data.',
  failedToDecide: 'Failed to update data.',
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
  confirm: 'Confirm',
  confirmTitle: 'Confirm this as the second admin?',
  confirmText: (summary: string, by: string) => `${summary} It holds at once, in the name of ${by} and yours.`,
  refuse: 'Refuse',
  refuseTitle: 'Refuse what was proposed?',
  refuseReason: 'Why',
  refuseMissing: 'Please say why. The admin who proposed it reads this.',
  takeBack: 'Take back',
  takeBackTitle: 'Take back what you proposed?',
} as const;
