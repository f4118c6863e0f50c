/**
 * A thread is what a client and the agency say to each other about one request or one ad account. It is named by what
 * people call its subject, and there is one for each subject, from the first message on.
 */
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { accountText, adAccountText, type Platform } from '#platforms/platforms.ts';

export type Side = 'client' | 'agency';

export const longestMessage = 4_000;
/** What follows within these minutes is in the same mail. */
export const gatherMinutes = 2;

/** What a call names: a request by its Apply ID, or an ad account by its id. */
export type Named = { readonly applyId: string; readonly id: string };

export function refusalToName({ applyId, id }: Named): Refusal | undefined {
  if ((applyId === '') !== (id === '')) return undefined;
  return invalid(applyId === '' ? 'applyId' : 'id', 'Please name one request or one ad account.');
}

export const closedClient: Refusal = {
  code: 'thread.closed',
  message: 'This client has closed the account: nobody reads what is written here.',
  status: 409,
};

export const nothingWaits: Refusal = {
  code: 'thread.answered',
  message: 'Nobody waits for an answer here.',
  status: 409,
};

export const writtenSince: Refusal = {
  code: 'thread.newer',
  message: 'Something newer was written here. Please read it first.',
  status: 409,
};

export function isOfAccount(subject: string): boolean {
  return subject.startsWith('AA-');
}

/** `TU-7K3Q-X2MF` as a query or a body names it. */
export function namedAs(subject: string): { applyId: string } | { id: string } {
  return isOfAccount(subject) ? { id: subject } : { applyId: subject };
}

/** What a thread is about. A request is called by its Apply ID; the id of an ad account is the portal's own. */
export type About = {
  readonly subject: string;
  readonly platform: Platform | null;
  /** Both null of a request. */
  readonly adsId: string | null;
  readonly nickname: string | null;
};

export function nameOf({ subject, platform, adsId, nickname }: About): string {
  return platform && adsId !== null ? accountText({ platform, adsId, nickname: nickname ?? '' }) : subject;
}

/** In a subject that admins read: a client's name for an account may hold any sentence, an Ads ID can't. */
export function plainNameOf({ subject, platform, adsId }: About): string {
  return adsId === null ? subject : adAccountText({ platform, adsId });
}

/** The page of one thread, for both sides. */
export function threadPageOf(subject: string): string {
  return `/messages/${subject}`;
}

/** What is pasted into a chat: the agency's answer, what it is about, and where to answer. */
export function replyForChat(text: string, of: { _id: string; name: string }, origin: string): string {
  return `${text}\n\n${of.name}: ${origin}${threadPageOf(of._id)}`;
}
