/** The mails to admins about the book: its seal every day, and a warning when an audit finds something. */
import { grouped } from '#kernel/money.ts';
import type { Head } from '#ledger/statements.server.ts';
import type { Config } from '#server/config.server.ts';
import type { Mail } from '#server/mail.server.ts';
import type { Audit, Chains, Proved } from './audits.store.server.ts';

type Sealed = { day: string; chains: Chains; statements: Head | undefined; audit: Audit | null };

const headline = {
  clean: 'the book is clean',
  wrong: 'the book is NOT in order',
  failed: 'the book could not be proved',
  unproved: 'the book has not been proved yet',
} as const;

export function sealMail(to: string, { day, chains, statements, audit }: Sealed, config: Config): Mail {
  return {
    to,
    subject: `Seal of ${longDay(day)}: ${headline[audit?.outcome ?? 'unproved']}`,
    lines: [
      `These seals cover everything up to the end of ${longDay(day)}, and every day before it.`,
      chains.movement === null
        ? 'No money has moved yet.'
        : `The book, up to movement ${grouped(chains.movement)}: ${chains.movementHead}`,
      chains.entry === null
        ? 'Nothing is in the audit log yet.'
        : `The audit log, up to entry ${grouped(chains.entry)}: ${chains.entryHead}`,
      ...(statements
        ? [`The statements of all clients, up to movement ${grouped(statements.lastMovement)}: ${statements.head}`]
        : []),
      proofText(audit, config),
      'Keep this mail outside of the portal. "npm run audit -- " followed by one of these seals says whether the portal still has it; when it does and the audit finds nothing, nothing before it was changed since, by anybody.',
    ],
    button: { label: 'Open the dashboard', url: `${config.publicUrl}/admin/dashboard` },
  };
}

function proofText(audit: Audit | null, { businessTz }: Config): string {
  if (audit === null) return 'The whole book has not been proved by the portal itself yet.';
  const at = timeText(audit.at, businessTz);
  if (audit.outcome === 'clean')
    return `The whole book was proved last at ${at}: nothing was found, as since ${timeText(audit.since, businessTz)}.`;
  if (audit.outcome === 'failed') return `The last proof, at ${at}, could not look: ${audit.trouble}`;
  return `The last proof, at ${at}, found ${findingsText(audit.checks)}. It has been so since ${timeText(audit.since, businessTz)}.${brokeOff(audit.trouble)}`;
}

export function wrongBookMail(
  to: string,
  proved: Pick<Proved, 'begunAt' | 'checks' | 'trouble'>,
  config: Config,
): Mail {
  return {
    to,
    subject: 'The book is not in order',
    lines: [
      `The proof of ${timeText(proved.begunAt, config.businessTz)} found ${findingsText(proved.checks)}.${brokeOff(proved.trouble)}`,
      ...proved.checks.flatMap((check) => check.shown.slice(0, 5)),
      'Stop deciding requests, keep a backup, and have "npm run audit" and "npm run explain" looked at. The dashboard shows everything that was found.',
    ],
    button: { label: 'Open the dashboard', url: `${config.publicUrl}/admin/dashboard` },
  };
}

function brokeOff(trouble: string): string {
  return trouble === '' ? '' : ` It broke off and may have missed more: ${trouble}`;
}

function findingsText(checks: readonly { check: string; findings: number }[]): string {
  return checks
    .filter((check) => check.findings > 0)
    .map((check) => `${check.findings} against “${check.check}”`)
    .join(', ');
}

function longDay(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

function timeText(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(at);
}
