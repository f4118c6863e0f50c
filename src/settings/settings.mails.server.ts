/** What every admin is mailed when something changes that stands between one admin and the money. */
import { changesOf } from '#audit/entries.ts';
import type { Mail } from '#server/mail.server.ts';
import { guardsOf, type Settings } from './settings.ts';

/** Undefined where nothing of this changes. `waits`: nothing has changed yet. */
export function guardsMail(
  who: string,
  before: Settings,
  after: Settings,
  waits: boolean,
): ((to: string) => Mail) | undefined {
  const changes = changesOf(guardsOf(before), guardsOf(after));
  if (changes.length === 0) return undefined;
  return (to) => ({
    to,
    urgent: true,
    subject: waits ? 'Settings that guard the money wait to be changed' : 'Settings that guard the money were changed',
    lines: [
      `${who} ${waits ? 'wants to change' : 'changed'} settings that guard the money:`,
      ...changes.map(({ label, was = 'nothing', is = 'nothing' }) => `${label}: ${is}, instead of ${was}.`),
      ...(waits ? ['Nothing changes until another admin confirms it in the settings.'] : []),
      'If nobody told you of it, ask them, and look at the audit log.',
    ],
  });
}
