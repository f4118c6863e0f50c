/**
 * Everything that a kind of request declares. Each kind has one file (`deposit.ts`); all other code iterates the
 * registry (`kinds.ts`) and never checks the name of a kind.
 */
import type { Prefix } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { Event } from './life.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Posting } from './postings.ts';

export type KindOf<Name extends string = string> = {
  readonly name: Name;
  /** What its ids begin with. */
  readonly prefix: Prefix | Readonly<Record<Platform, Prefix>>;
  /** Whether each is about one platform; the others are about none. */
  readonly hasPlatform: boolean;
  /** An admin asks for corrections; they are in an admin's name from the first moment on. Some begin on either side. */
  readonly askedBy: 'client' | 'admin' | 'either';
  /** Which admins it is the work of, besides those who may do everything. */
  readonly decidedBy: 'Finance' | 'Operations';
  /** Under what its client chooses how to be told of a decision. */
  readonly topic: 'wallet' | 'accounts';

  readonly postings: readonly Posting[];
  /** What an admin has to give when approving. */
  readonly approvalNeeds: 'nothing' | 'adsIds' | 'transactionId';
  /** What only one request may have at a time (a transaction id, an Ads ID): taken at which event, freed at which. */
  readonly claim?: {
    readonly what: 'transactionId' | 'adsIds';
    readonly at: 'ask' | 'approve';
    readonly freedBy: Event;
  };
  /** For a kind that opens ad accounts: the Ads IDs typed for so many lines, or why they can't be given. */
  readonly opens?: (adsId: string, lines: number) => readonly string[] | Refusal;
  /** Whether its client may send a picture that proves it. */
  readonly hasProof?: true;
  /** Whether it is sent to an address on a chain, which has to be looked at. */
  readonly hasDestination?: true;
  /** Where the settings ask for a second admin: the switch that says so, and the amount above which. */
  readonly secondAdmin?: readonly ('corrections' | AmountAbove)[];
  /** From when on it is late; shown, never enforced. */
  readonly late: { readonly hours: number } | { readonly workingDays: number };
  /** Whether approving one makes its client an active one for a while. */
  readonly countsAsActive: boolean;
  /** What else happens in the transaction of a verdict, by the names that hooks.server.ts resolves. */
  readonly hooks?: Partial<Record<Exclude<Event, 'ask'>, HookName>>;

  /** The list of the client area that shows it. */
  readonly page: (platform: Platform | null) => string;
  /** What the wire calls an approved one, where that is another word. */
  readonly approvedState?: (platform: Platform | null) => string;
  readonly words: Words;
  /** Sentences of its own where the shared ones do not fit. */
  readonly says?: Partial<Record<'decided' | 'short' | 'taken' | 'missing' | 'crowded', string>>;
};

/** Of what such kinds move together in 24 hours. */
export type AmountAbove = 'refundsAboveCents' | 'withdrawalsAboveCents' | 'moneyInAboveCents';

export type HookName = 'refuseWhatWasPaidOut' | 'refuseWhatPaidBefore';

type Words = {
  /** At the head of a chapter or a line of the audit log: `Ad application`. */
  readonly title: string;
  /** On the screens, behind the platform where there is one: `Google ad application`. */
  readonly label: string;
  /** The same to its client, who may use another word. */
  readonly ownLabel?: string;
  /** Many of them, as its client and as admins call them. */
  readonly many: { readonly client: string; readonly admin: string };
  /** What was decided, inside of a sentence: `deposit of $50.00 into your Google ad account`. */
  readonly summary: (request: Summed) => string;
  /** What whoever approves it does in the world, as an order: `Load $50.00 into 123-456-7890 for Ana Lima`. */
  readonly deed: (request: Deed) => string;
  /** What its client can do once it was approved, in the mail about it. */
  readonly next?: string;
  /** On the statement. */
  readonly line: (request: { readonly platform: Platform | null; readonly adsId?: string | null }) => string;
  /** Ready sentences for whoever rejects one. */
  readonly reasons: readonly string[];
};

type Summed = {
  readonly platform: Platform | null;
  readonly amountCents: Cents;
  readonly receivedCents: Cents | null;
};

/** What an order to an admin names. */
export type Deed = {
  readonly client: string;
  readonly amountCents: Cents;
  /** With what comes or goes beside it: fees, or their share of a refund. */
  readonly totalCents: Cents;
  readonly receivedCents: Cents | null;
  readonly adsId: string;
  /** How many ad accounts it is about. */
  readonly accounts: number;
};

/** What an admin gives with a verdict. */
export type Fill = {
  readonly transactionId?: string | undefined;
  readonly adsId?: string | undefined;
  readonly receivedCents?: Cents | undefined;
  readonly remarks?: string | undefined;
  /** Why money is sent out although it should still wait. */
  readonly letPass?: string | undefined;
};
