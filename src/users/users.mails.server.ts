/** What people are mailed about their own account. */
import type { AdminRole } from '#kernel/access.ts';
import type { Mail } from '#server/mail.server.ts';
import type { PersonRow } from './people.server.ts';
import { rightsOf } from './users.ts';

/**
 * Its link only opens the page with the code filled in: programs that look at mails open links, too, and confirm
 * nothing by it.
 */
export function codeMail(to: string, code: string, publicUrl: string): Mail {
  return {
    to,
    subject: 'Your verification code',
    lines: [
      'Type this code to confirm your e-mail address. It works for 10 minutes.',
      'Or open the link below: the code is already filled in, and you press one button.',
      'If you did not ask for it, you can ignore this.',
    ],
    code,
    button: { label: 'Confirm your address', url: `${publicUrl}/dashboard/user-profile?code=${code}` },
  };
}

/**
 * To the old address, so that a stolen session cannot move an account away in silence. One that was not proved may be a
 * stranger's, who is not told what somebody typed as the new one.
 */
export function changedMail({ email: to, emailVerifiedAt }: PersonRow, newEmail: string): Mail {
  const named = emailVerifiedAt === null ? 'another address' : newEmail;
  return {
    to,
    urgent: true,
    subject: 'Your e-mail address was changed',
    lines: [
      `Your account now uses ${named}. We no longer send e-mails to this address.`,
      'If this was not you, write to us at once and we will help you get your account back.',
    ],
  };
}

export function invitationMail(to: string, inviter: string, brand: string, role: AdminRole, url: string): Mail {
  return {
    to,
    subject: `You are invited to ${brand}`,
    lines: [
      `${inviter} invites you to help run ${brand}. Choose a password to begin. The link works once, for 7 days.`,
      `As ${role} you may ${rightsOf[role]}.`,
    ],
    button: { label: 'Choose a password', url },
  };
}

/** To every other admin: somebody new can do this much. `waits`: if one of them wants it, too. */
export function newAdminMail(
  to: string,
  inviter: string,
  { email, role }: { email: string; role: AdminRole },
  { waits = false } = {},
): Mail {
  return {
    to,
    urgent: true,
    subject: waits ? 'A further admin waits to be invited' : 'A further admin was invited',
    lines: [
      `${inviter} ${waits ? 'wants to invite' : 'invited'} ${email} to help run the portal, as ${role}, who may ${rightsOf[role]}.`,
      ...(waits ? ['Nothing happens until another admin confirms it in the settings.'] : []),
      'If nobody told you of it, ask them, and look at the list of admins under Settings.',
    ],
  };
}

/** To the admin whose role it is, and to every other one. `waits`: if one of them wants it, too. */
export function roleMail(
  to: string,
  by: string,
  { name, email, role }: { name: string; email: string; role: AdminRole },
  { waits = false } = {},
): Mail {
  const whose = to === email ? 'your role' : `the role of ${name} (${email})`;
  return {
    to,
    urgent: true,
    subject: waits ? 'The role of an admin waits to be changed' : 'The role of an admin was changed',
    lines: [
      `${by} ${waits ? 'wants to change' : 'changed'} ${whose} to ${role}, who may ${rightsOf[role]}.`,
      ...(waits ? ['Nothing changes until another admin confirms it.'] : []),
      'If nobody told you of it, ask them, and look at the list of admins under Settings.',
    ],
  };
}

/** To every other admin: one stolen session could remove them all. */
export function adminRemovedMail(to: string, by: string, { name, email }: { name: string; email: string }): Mail {
  return {
    to,
    urgent: true,
    subject: 'An admin was removed',
    lines: [
      `${by} removed ${name} (${email}) and ended their sessions.`,
      'If nobody told you of it, ask them, and look at the list of admins under Settings.',
    ],
  };
}

/** To whoever was removed. By whom, and why, is for admins' eyes. */
export function removedMail(to: string): Mail {
  return {
    to,
    urgent: true,
    subject: 'You are no longer an admin',
    lines: ['Your account was removed from the admins and every session was ended.', 'If nobody told you why, ask.'],
  };
}

export function resetMail(to: string, url: string): Mail {
  return {
    to,
    subject: 'Set a new password',
    lines: [
      'Somebody, probably you, asked for a new password. The link works once, for 30 minutes.',
      'If it was not you, you can ignore this.',
    ],
    button: { label: 'Set a new password', url },
  };
}

export function closedMail(to: string): Mail {
  return {
    to,
    urgent: true,
    subject: 'Your account was closed',
    lines: [
      'Your account is closed and every session was ended. Write to us if you want to come back.',
      'If this was not you, write to us at once.',
    ],
  };
}

/** To its owners. Why it was done is written for admins. */
export function disabledMail(to: string): Mail {
  return {
    to,
    urgent: true,
    subject: 'Your account was disabled',
    lines: [
      'We disabled your account and ended every session. Your money was not moved.',
      'For now nobody of you can sign in, and your paylinks take no payments.',
      'If nobody told you why, write to us.',
    ],
  };
}

export function enabledMail(to: string): Mail {
  return {
    to,
    urgent: true,
    subject: 'Your account was enabled',
    lines: ['You can sign in again, and your open paylinks take payments.'],
  };
}

/** `passkeys`: how many were taken off with it. */
export function passwordChangedMail(to: string, { passkeys }: { passkeys: number }): Mail {
  return {
    to,
    urgent: true,
    subject: 'Your password was changed',
    lines: [
      'The password of your account was changed and every session was ended.',
      ...(passkeys > 0 ? ['Its passkeys were removed. Please add yours again.'] : []),
      'If this was not you, write to us at once.',
    ],
  };
}
