/**
 * A refusal is the expected answer when a rule forbids what was asked; its message is shown to the person. Every other
 * error is a bug. The same rule disables a button in the browser and throws on the server, so that it is written once.
 */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503;

export type Refusal = {
  /** Stable for programs: `deposit.already_decided`. */
  readonly code: string;
  /** One whole sentence for the person. */
  readonly message: string;
  readonly status: RefusalStatus;
  /** The input field at fault, where there is one. */
  readonly field?: string;
  /** What else the answer carries, e.g. `state`, `decidedBy`, `retryAfter` (seconds). */
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** Thrown by the server to answer with a refusal. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'Refused';
    this.refusal = refusal;
  }
}

/** Throws where a rule refuses; the browser reads the same rule's message instead. */
export function insist(refusal: Refusal | undefined): void {
  if (refusal) throw new Refused(refusal);
}

export function refuse(refusal: Refusal): never {
  throw new Refused(refusal);
}

/** The refusals that every endpoint shares. */
export const notSignedIn: Refusal = {
  code: 'auth.required',
  message: 'User is not authenticated. Please log in.',
  status: 401,
};
export const wrongRole: Refusal = { code: 'auth.forbidden', message: 'You are not allowed to do this.', status: 403 };
/** The page that this comes from was drawn for another person than the one who is signed in by now. */
export const otherPerson: Refusal = {
  code: 'auth.other_person',
  message: 'Somebody else has signed in since this page was opened. Nothing was done.',
  status: 403,
};
export const readOnly: Refusal = {
  code: 'auth.read_only',
  message: 'You are looking at this account as its client. Stop the visit to change anything.',
  status: 403,
};
export const twoFactorMissing: Refusal = {
  code: 'auth.two_factor_missing',
  message: 'Your agency asks every admin for two-factor sign-in. Please set it up in your settings first.',
  status: 403,
};
/** Another attempt has this key already. */
export const keyReused: Refusal = {
  code: 'idempotency.key_reused',
  message: 'This Idempotency-Key was already used for something else.',
  status: 422,
};
export const notFound: Refusal = { code: 'not_found', message: 'This was not found.', status: 404 };

/** A part of the portal that is switched off answers as if it did not exist. */
export function refusalOfFeature(on: ReadonlySet<string>, feature: string | undefined): Refusal | undefined {
  return feature === undefined || on.has(feature) ? undefined : notFound;
}
export const databaseAway: Refusal = {
  code: 'server.unavailable',
  message: 'The service is briefly unavailable. Please try again in a moment.',
  status: 503,
  extra: { retryAfter: 2 },
};

export function invalid(field: string, message: string): Refusal {
  return { code: 'input.invalid', message, status: 400, field };
}
