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
  /** What its apply ids begin with. */
  readonly prefix: Prefix | Readonly<Record<Platform, Prefix>>;
  /** Whether each is about one platform; the others are about none. */
  readonly hasPlatform: boolean;
  /**
   * Who asks for it. Corrections are asked for by admins, in the admin's own name; some kinds can be asked for by
   * either side.
   */
  readonly askedBy: 'client' | 'admin' | 'either';
  /** Which admins decide it, besides those who may do everything. */
  readonly decidedBy: 'Finance' | 'Operations';
  /** The topic under which its client chooses how to be told of a decision (topics.ts). */
  readonly topic: 'wallet' | 'accounts';

  readonly postings: readonly Posting[];
  /** What an admin has to give when approving. */
  readonly approvalNeeds: 'nothing' | 'adsId' | 'transactionId';
  /** What only one request may have at a time (a transaction id, an Ads ID): taken at which event, freed at which. */
  readonly claim?: {
    readonly what: 'transactionId' | 'adsIds';
    readonly at: 'ask' | 'approve';
    readonly freedBy: Event;
  };
  /**
   * For a kind that opens ad accounts: reads the Ads IDs that were typed for so many lines, or says why they can't be
   * given.
   */
  readonly opens?: (adsId: string, lines: number) => readonly string[] | Refusal;
  /** Whether its client may send a picture as proof. */
  readonly hasProof?: true;
  /** Whether it is sent to an address on a chain, which whoever approves it has to check. */
  readonly hasDestination?: true;
  /** What in the settings makes a second admin necessary: a switch, an amount above which it is, or nothing. */
  readonly secondAdmin: readonly ('corrections' | AmountAbove)[];
  /** After how long it is late. That is shown and never enforced. */
  readonly late: { readonly hours: number } | { readonly workingDays: number };
  /** Whether an approved one counts its client as active for a while. */
  readonly countsAsActive: boolean;
  /** What else happens in the transaction of a verdict, by names that src/hooks.server.ts maps to functions. */
  readonly hooks?: Partial<Record<Exclude<Event, 'ask'>, HookName>>;

  /** The page of the client area that lists it. */
  readonly page: (platform: Platform | null) => string;
  /** The state of an approved one on the wire, where that is not `Approved`. */
  readonly approvedState?: (platform: Platform | null) => string;
  readonly words: Words;
  /** Sentences of its own where the shared ones do not fit. */
  readonly says?: Partial<Record<'decided' | 'short' | 'taken' | 'missing' | 'crowded', string>>;
};

/** Amounts of the settings; each is compared with what the kinds that name it move together in 24 hours. */
export type AmountAbove = 'refundsAboveCents' | 'withdrawalsAboveCents' | 'moneyInAboveCents';

export type HookName = 'refuseWhatWasPaidOut' | 'refuseWhatPaidBefore' | 'refuseOwnAddress';

type Words = {
  /** At the head of a chapter or a line of the audit log: `Ad application`. */
  readonly title: string;
  /** On the screens, after the platform's name where it has one: `Google ad application`. */
  readonly label: string;
  /** The same for its client, where clients use another word. */
  readonly ownLabel?: string;
  /** The plural, for its client and for admins. */
  readonly many: { readonly client: string; readonly admin: string };
  /** What was decided, as a part of a sentence: `deposit of $50.00 into your Google ad account`. */
  readonly summary: (request: Summed) => string;
  /**
   * What whoever approves it has to do outside of the portal, as an instruction: `Load $50.00 into 123-456-7890 for Ana
   * Lima`.
   */
  readonly deed: (request: Deed) => string;
  /** What the portal does with it then, where it only writes down that it was done. */
  readonly recorded?: (request: Deed) => string;
  /** What its client can do once it is approved, or what it meant; said in the mail about it. */
  readonly next: string;
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

/** What `deed`, the instruction to an admin, may name. */
export type Deed = {
  readonly client: string;
  readonly amountCents: Cents;
  /** The amount with what moves beside it: fees, or a refund's share of them. */
  readonly totalCents: Cents;
  readonly receivedCents: Cents | null;
  /** Of the amount, what its ad account is known to have spent already. */
  readonly spentCents?: Cents | undefined;
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
  /** An admin's reason to send money that should still wait. */
  readonly letPass?: string | undefined;
};
