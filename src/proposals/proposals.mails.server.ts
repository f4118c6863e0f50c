import type { Mail } from '#server/mail.server.ts';

/** To whoever wanted it: another admin has said no. */
export function refusedMail(to: string, who: string, summary: string, reason: string): Mail {
  return {
    to,
    subject: 'What you proposed was refused',
    lines: [`${who} refused what you proposed: ${summary} Nothing was changed.`],
    quote: reason,
  };
}
