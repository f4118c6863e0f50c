/** Sentences that lists of requests share, whatever their kind. */
import type { KindName } from '#kinds/kinds.ts';
import type { Platform } from './requests.ts';

const kindWords: Readonly<Record<KindName, string>> = {
  topup: 'Top-up',
  application: 'ad application',
  deposit: 'deposit',
  refund: 'refund',
  withdrawal: 'Withdrawal',
  penalty: 'Penalty',
  goodwill: 'Goodwill credit',
};

/** What a request is called inside of a sentence: `Google deposit`. */
export function thing(kind: KindName, platform: Platform | null): string {
  return platform === null ? kindWords[kind] : `${platform} ${kindWords[kind]}`;
}

export const words = {
  applyId: 'Apply ID',
  adsId: 'Ads ID',
  platform: 'Platform',
  client: 'Client',
  userName: 'User Name',
  email: 'Email',
  wallet: 'Wallet',
  state: 'State',
  states: ['Pending', 'Approved', 'Rejected', 'Cancelled', 'Reversed'],
  all: 'All states',
  transactionId: 'Transaction ID',
  remarks: 'Remarks',
  clientNote: 'Client’s note',
  created: 'Created Time',
  updated: 'Updated Time',
  waiting: 'Waiting',
  decidedBy: 'Decided by',
  decided: 'Decided',
  late: 'Late',
  actions: 'Actions',
  waits: (name: string) => `Proposed by ${name}; another admin has to confirm`,

  takeBack: 'Cancel',
  takeBackOne: (applyId: string) => `Cancel ${applyId}`,
  again: 'Send again',
  againOne: (applyId: string) => `Send ${applyId} again, filled in`,
  takeBackTitle: 'Take this request back?',
  takeBackNow: 'Take it back',
  takenBack: 'Your request was cancelled.',
  takeBackFailed: 'The request could not be cancelled.',

  approve: 'Approve',
  reject: 'Reject',
  approveOne: (applyId: string) => `Approve ${applyId}`,
  rejectOne: (applyId: string) => `Reject ${applyId}`,
  story: 'Whole story',
  toQueue: 'Open the review queue',
  submit: 'Submit',
  confirm: 'Confirm…',
  confirmOne: (applyId: string) => `Confirm ${applyId} in the queue`,
  waitsShort: (name: string) => `Proposed by ${name}`,
  waitsOwn: 'You proposed this; another admin confirms.',
  alreadyDecided: (state: string, by: string, at: string) => `${by} already decided this: ${state}, ${at}.`,
} as const;
