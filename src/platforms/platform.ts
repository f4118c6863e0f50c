/**
 * What a platform says about itself. One file each (`google.ts`) holds all of it, with the irregularities of the
 * specification; everything else is made from these by walking the registry (`platforms.ts`) and asks for no name.
 */
import type { Order } from './order.ts';

/** All addresses of a page; the first is the one that links use. */
type At = readonly [string, ...string[]];

/** Columns that lists of applications have whatever the platform; the fields of its rows are columns besides. */
export type ColumnName =
  | 'applyId'
  | 'adsId'
  | 'userName'
  | 'userNameApart'
  | 'email'
  | 'adNumber'
  | 'deposit'
  | 'totalDeposit'
  | 'openFee'
  | 'totalCost'
  | 'state'
  | 'ownState'
  | 'reason'
  | 'wallet'
  | 'walletAmount'
  | 'created'
  | 'updated'
  | 'license'
  | 'licenseMode'
  | 'licenseName'
  | 'accountName'
  | 'pages'
  | 'target'
  | 'remarks'
  | 'decidedBy';

/** Which columns a list shows, in this order, and which of them stand below the one before to save width. */
type Columns<Name> = { readonly shown: readonly Name[]; readonly under: readonly Name[] };

/** The page between the list of accounts and the deposits: one's Gmail shares, or every application in full. */
type LogPage<Name> = { readonly at: At; readonly label: string } & (
  | { readonly draws: 'shares' }
  | { readonly draws: 'ads'; readonly title: string; readonly text: string; readonly columns: Columns<Name> }
);

export type PlatformSpec<Field extends string = string> = {
  /** As `adType` says it on the wire, and as screens show it. */
  readonly name: string;
  /** What the ids of its applications begin with: two letters, and no other thing's (`kernel/ids.ts`). */
  readonly prefix: `${string}A`;
  /** Whether it is sold before any admin has chosen what is (`settings.platforms`). */
  readonly onByDefault: boolean;
  readonly order: Order;

  readonly pages: {
    /** Where all of its client pages stand below. */
    readonly root: string;
    readonly list: At;
    readonly order: At;
    /** What its menu says of ordering, and which of the addresses it leads to. */
    readonly apply: { readonly label: string; readonly to: string };
    readonly log?: LogPage<ColumnName | Field>;
    readonly deposit: At;
    readonly deposits: At;
    readonly refund: At;
    readonly addMoney: At;
    readonly pendingAds: At;
    readonly approvedAds: At;
    readonly pendingDeposits: At;
    readonly completedDeposits: At;
    /** Where the dashboard's "Update Ad Account" leads, for everybody. */
    readonly fromDashboard?: string;
  };

  /** The paths of its calls, as printed. */
  readonly calls: {
    readonly create: string;
    readonly list: string;
    readonly pending: string;
    readonly approved: string;
    readonly judge: string;
    readonly createDeposit: string;
    readonly deposits: string;
    readonly exportDeposits: string;
    readonly pendingDeposits: string;
    readonly completedDeposits: string;
    /** Counts of what waits, shown as cards over the client's list. */
    readonly waiting?: string;
  };
  /** Whether its list of applications answers admins too, with everybody's. */
  readonly listForAdmins?: boolean;

  /** Its own words for how an ad account fares, where one of ours says the same. What is not here is asked about. */
  readonly stateWords: Readonly<Record<string, 'Active' | 'Suspended'>>;

  /** What it calls the columns of the reports that say what accounts spent, in whatever order and case. */
  readonly spend: {
    readonly adsId: readonly string[];
    readonly day: readonly string[];
    /** Where a row says from when to when it is; only rows of one day are read. */
    readonly lastDay?: readonly string[];
    /** Perhaps with the currency behind it, in brackets. */
    readonly amount: readonly string[];
    readonly currency: readonly string[];
    /** What the first cell of a row of totals, which has no Ads ID, begins with; '' where only that tells it. */
    readonly total?: string;
    /** What the last line begins with: a file without it was cut off. */
    readonly end?: string;
    /** What the line begins with that says whether the last days are still counted, `True` or `False`. */
    readonly incomplete?: string;
    /** What the line begins with that says until when all was counted, as in `7/8/2017 10:15:00 PM (GMT)`. */
    readonly countedUntil?: string;
  };

  /** How its things are called in answers. */
  readonly wire: {
    /** The shape of an application, in the description of the API. */
    readonly shape: string;
    /** The list of applications nested in a client. */
    readonly nested: string;
    /** The ad account that a refund comes from, and whether what was ordered stands in it. */
    readonly linked: { readonly name: string; readonly withOrder: boolean };
    /** The message of the lists of applications, to a client and to admins. */
    readonly fetched: { readonly own: string; readonly admin: string };
    readonly depositFile: string;
    /** The state of an approved deposit. */
    readonly approvedDeposit: 'Approved' | 'Completed';
    /** An Ads ID as this platform gives them, for examples. */
    readonly adsId: string;
  };

  readonly columns: {
    readonly list: Columns<ColumnName | Field>;
    readonly approved: Columns<ColumnName | Field>;
    /** Those before and behind how long it has waited; `hidden` ones can be shown. */
    readonly pending: {
      readonly first: readonly (ColumnName | Field)[];
      readonly last: readonly (ColumnName | Field)[];
      readonly under: readonly (ColumnName | Field)[];
      readonly hidden: readonly (ColumnName | Field)[];
    };
  };

  /** Whether an open account can be shared with a Gmail address from the list. */
  readonly shares?: boolean;

  /** Sentences in which the specification tells the platforms apart. */
  readonly says: {
    readonly create: string;
    readonly listFailed: string;
    readonly listUnreadable: string;
    /** Beside the sign-in that comes over the list when the session has ended. */
    readonly noToken?: string;
    readonly pendingFailed: string;
    readonly updateFailed: string;
    readonly blankVerdict: string;
    readonly approvedFailed: string;
    readonly noApproved: string;
    readonly blankRefund: string;
  };

  /** Its page on the public site, what it is called there, and the places where its ads run, each with its mark. */
  readonly site: {
    readonly at: At;
    readonly name: string;
    readonly note: string;
    /** Who runs it, as the privacy policy says it. */
    readonly operator: string;
    /** Strokes in a square of 32. */
    readonly marks: Readonly<Record<string, readonly string[]>>;
  };
};
