/**
 * Signals are facts that make whoever decides look twice. Each says why in a sentence and refuses nothing; but nothing
 * that carries one is credited without an admin.
 */
import { usd, type Cents } from '#kernel/money.ts';

export const signalCodes = [
  'disabled',
  'sender',
  'older',
  'amount',
  'oldAddress',
  'picture',
  'claimed',
  'declared',
  'unsent',
  'quick',
  'device',
  'network',
  'password',
  'email',
  'rejections',
  'below',
  'newAddress',
  'sharedAddress',
  'ownAddress',
  'lookAlike',
  'sent',
] as const;
export type Signal = { readonly code: (typeof signalCodes)[number]; readonly text: string };

/** Those about where money is sent. */
export const signalsOfAddress: readonly Signal['code'][] = [
  'newAddress',
  'sharedAddress',
  'ownAddress',
  'lookAlike',
  'sent',
];

/** Of an address at which clients pay us: the same is said to whoever agrees to pay it. */
export const paidToUs = 'This is an address of ours. Nobody is paid there: reject it.';

/** Those that stand beside the address, where it is shown: about it, and why it waits. */
export const besideAddress: readonly Signal['code'][] = [...signalsOfAddress, 'password', 'email'];

/** What is known of the address that a withdrawal goes to. */
export type PaidAt = {
  /** One of the agency's own, today's or an earlier one. */
  readonly own: boolean;
  readonly ofAnotherClient: boolean;
  /** An address that is known here, and begins and ends as this one without being it. */
  readonly looksLike: string | null;
  /**
   * The hash of a transfer of exactly this amount that left to it since the request was made, and that none names: who
   * paid it has not said so yet, or said so before a backup was restored.
   */
  readonly sentWith: string | null;
  /** How often this client was paid there. */
  readonly paidBefore: number;
  /** Since when the client has asked for it, and since when it is in the client's book. */
  readonly askedSince: Date;
  readonly addedAt: Date | null;
};

/** What is known of one request that waits. */
export type Known = {
  readonly paysOut: boolean;
  /** Whether its client's sign-in is disabled by now. */
  readonly disabled: boolean;
  readonly createdAt: Date;
  readonly amountCents: Cents;
  /** How many other clients were credited with transfers of the same sender. */
  readonly sendersClients: number;
  /** When its transfer was made. */
  readonly sentAt: Date | null;
  readonly differs: boolean;
  /** Whether it went to an address that clients were shown once, and are no longer: others may have its key. */
  readonly toOldAddress: boolean;
  /** Whether its picture was sent with another request. */
  readonly pictureSeen: boolean;
  /** Whether another request counts with its transaction, or one of another client's ever named it. */
  readonly alsoClaimed: boolean;
  readonly declaredByAnother: boolean;
  /**
   * Of a declared amount: how many others its client declared within eight days, and did not send; of a client who
   * was credited as much before, only those within $10.
   */
  readonly unsent: number;
  readonly firstCreditAt: Date | null;
  readonly passwordChangedAt: Date | null;
  readonly emailChangedAt: Date | null;
  readonly rejections: number;
  /** Where its person signed in within 72 hours before it, and where before that. */
  readonly recent: readonly SignedIn[];
  readonly earlier: readonly SignedIn[];
  readonly paidAt?: PaidAt | undefined;
};
export type SignedIn = { readonly device: string; readonly network: string };

const hourMs = 3_600_000;
const recentMs = 72 * hourMs;
/** A sender of so many clients is an exchange. */
const exchangeClients = 3;
const manyRejections = 3;
/** Who waits for what others send declares many amounts, and sends none of them. */
const manyUnsent = 3;

/** `limits`: amounts above which more is asked for. */
export function signalsOf(known: Known, limits: readonly Cents[]): Signal[] {
  const { createdAt, sentAt, recent, earlier } = known;
  const isRecent = (at: Date | null) => at !== null && createdAt.getTime() - at.getTime() < recentMs && at <= createdAt;
  const isNew = (part: keyof SignedIn) =>
    earlier.length > 0 && recent.some((one) => !earlier.some((other) => other[part] === one[part]));
  const { paidAt: to } = known;
  const limit = limits.find((most) => known.amountCents <= most && known.amountCents * 100n >= most * 95n);
  const all: [boolean, Signal['code'], string][] = [
    [known.disabled, 'disabled', 'Sign-in is disabled for this client.'],
    [
      known.sendersClients > 0 && known.sendersClients < exchangeClients,
      'sender',
      'The same sender has paid for another client.',
    ],
    [
      sentAt !== null && createdAt.getTime() - sentAt.getTime() > 24 * hourMs,
      'older',
      'The transfer is more than a day older than the claim.',
    ],
    [known.differs, 'amount', 'Another amount arrived than was announced.'],
    [
      known.toOldAddress,
      'oldAddress',
      'It went to an address that is no longer shown. See whether the money is still there.',
    ],
    [known.pictureSeen, 'picture', 'The same picture was sent before.'],
    [known.alsoClaimed, 'claimed', 'Another request has named the same transaction.'],
    [known.declaredByAnother, 'declared', 'Another client declared the same amount within eight days.'],
    [
      known.unsent >= manyUnsent,
      'unsent',
      `${known.unsent} other amounts were declared within eight days and not sent.`,
    ],
    [known.paysOut && isRecent(known.firstCreditAt), 'quick', 'The first money came in less than 72 hours before.'],
    [isNew('device'), 'device', 'Signed in from a new device within 72 hours before.'],
    [isNew('network'), 'network', 'Signed in from a new network within 72 hours before.'],
    [isRecent(known.passwordChangedAt), 'password', 'The password was changed within 72 hours before.'],
    [isRecent(known.emailChangedAt), 'email', 'The e-mail address was changed within 72 hours before.'],
    [known.rejections >= manyRejections, 'rejections', `${known.rejections} requests were rejected within 30 days.`],
    [limit !== undefined, 'below', `Just below ${usd(limit ?? 0n)}, above which more is asked for.`],
    [to !== undefined && isNewAddress(to, createdAt), 'newAddress', 'A new address, at which they were never paid.'],
    [to?.ofAnotherClient === true, 'sharedAddress', 'Another client uses this address too.'],
    [to?.own === true, 'ownAddress', paidToUs],
    [
      typeof to?.looksLike === 'string',
      'lookAlike',
      `It only looks like ${to?.looksLike ?? ''}, which is known here, and is another one.`,
    ],
    [
      typeof to?.sentWith === 'string',
      'sent',
      `This amount went there already, with ${shortHash(to?.sentWith ?? '')}. Name that, and do not send it again.`,
    ],
  ];
  return all.filter(([holds]) => holds).map(([, code, text]) => ({ code, text }));
}

function shortHash(hash: string): string {
  return `${hash.slice(0, 6)}…${hash.slice(-4)}`;
}

/** Removed and added again, it is new again. */
function isNewAddress({ paidBefore, addedAt, askedSince }: PaidAt, createdAt: Date): boolean {
  return paidBefore === 0 && createdAt.getTime() - (addedAt ?? askedSince).getTime() < recentMs;
}
