/** What a kind of request has to say about itself. The kinds stand one a file beside this one, their list in kinds.ts. */
import type { Prefix } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { Event } from './life.ts';
import type { Platform } from './platform.ts';
import type { Portion, Posting } from './postings.ts';

export type KindOf<Name extends string = string> = {
  readonly name: Name;
  /** What its ids begin with. */
  readonly prefix: Prefix | Readonly<Record<Platform, Prefix>>;
  readonly postings: readonly Posting[];
  /** What an admin has to give when approving. */
  readonly approvalNeeds: 'nothing' | 'adsIds' | 'transactionId';
  /** What may exist once among the living, from which event on, and which event frees it. */
  readonly claim?: {
    readonly what: 'transactionId' | 'adsIds';
    readonly at: 'ask' | 'approve';
    readonly freedBy: Event;
  };
  /** For a kind that opens ad accounts: what each of the Ads IDs typed gets, or why they can't be given. */
  readonly opens?: (request: Opening, adsId: string) => readonly Portion[] | Refusal;
  /** Sentences of its own where the shared ones do not fit. */
  readonly says?: Partial<Record<'decided' | 'short' | 'taken' | 'missing', string>>;
};

/** What an opening kind has to know of its request. */
export type Opening = {
  readonly platform: Platform | null;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly details: Readonly<Record<string, unknown>>;
};

/** What an admin gives with a verdict. */
export type Fill = {
  readonly transactionId?: string | undefined;
  readonly adsId?: string | undefined;
  readonly receivedCents?: Cents | undefined;
  readonly remarks?: string | undefined;
};
