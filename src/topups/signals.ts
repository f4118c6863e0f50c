/**
 * Signals are facts that make whoever decides look twice. Each says why in a sentence and refuses nothing; but nothing
 * that carries one is credited without an admin.
 */
import { usd, type Cents } from '#kernel/money.ts';

export const signalCodes = [
  'sender',
  'older',
  'amount',
  'picture',
  'claimed',
  'declared',
  'quick',
  'device',
  'network',
  'password',
  'email',
  'rejections',
  'below',
] as const;
export type Signal = { readonly code: (typeof signalCodes)[number]; readonly text: string };

/** What is known of one request that waits. */
export type Known = {
  readonly paysOut: boolean;
  readonly createdAt: Date;
  readonly amountCents: Cents;
  /** How many other clients were credited with transfers of the same sender. */
  readonly sendersClients: number;
  /** When its transfer was made. */
  readonly sentAt: Date | null;
  readonly differs: boolean;
  /** Whether its picture was sent with another request. */
  readonly pictureSeen: boolean;
  readonly alsoClaimed: boolean;
  readonly declaredByAnother: boolean;
  readonly firstCreditAt: Date | null;
  readonly passwordChangedAt: Date | null;
  readonly emailChangedAt: Date | null;
  readonly rejections: number;
  /** Where its person signed in within 72 hours before it, and where before that. */
  readonly recent: readonly SignedIn[];
  readonly earlier: readonly SignedIn[];
};
export type SignedIn = { readonly device: string; readonly network: string };

const hourMs = 3_600_000;
export const recentMs = 72 * hourMs;
/** A sender of so many clients is an exchange. */
const exchangeClients = 3;
const manyRejections = 3;

/** `limits`: amounts above which more is asked for. */
export function signalsOf(known: Known, limits: readonly Cents[]): Signal[] {
  const { createdAt, sentAt, recent, earlier } = known;
  const isRecent = (at: Date | null) => at !== null && createdAt.getTime() - at.getTime() < recentMs && at <= createdAt;
  const isNew = (part: keyof SignedIn) =>
    earlier.length > 0 && recent.some((one) => !earlier.some((other) => other[part] === one[part]));
  const limit = limits.find((most) => known.amountCents <= most && known.amountCents * 100n >= most * 95n);
  const all: [boolean, Signal['code'], string][] = [
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
    [known.pictureSeen, 'picture', 'The same picture was sent before.'],
    [known.alsoClaimed, 'claimed', 'Another request names the same transaction.'],
    [known.declaredByAnother, 'declared', 'Another client declared the same amount within eight days.'],
    [known.paysOut && isRecent(known.firstCreditAt), 'quick', 'The first money came in less than 72 hours before.'],
    [isNew('device'), 'device', 'Signed in from a new device within 72 hours before.'],
    [isNew('network'), 'network', 'Signed in from a new network within 72 hours before.'],
    [isRecent(known.passwordChangedAt), 'password', 'The password was changed within 72 hours before.'],
    [isRecent(known.emailChangedAt), 'email', 'The e-mail address was changed within 72 hours before.'],
    [known.rejections >= manyRejections, 'rejections', `${known.rejections} requests were rejected within 30 days.`],
    [limit !== undefined, 'below', `Just below ${usd(limit ?? 0n)}, above which more is asked for.`],
  ];
  return all.filter(([holds]) => holds).map(([, code, text]) => ({ code, text }));
}
