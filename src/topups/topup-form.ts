/** What somebody has typed of a top-up, over its three steps; kept until it is sent. */
import { centsOf, dollarsText, isTooFine, plainAmount, tooFine } from '#kernel/money.ts';
import type { TopupDraft } from './drafts.api.ts';
import type { Transaction } from './topups.api.ts';
import { words } from './topups.words.ts';

export type TopupStep = '1' | '2' | '3';

export type TopupValues = {
  step: TopupStep;
  chargeMoney: string;
  payway: string;
  transactionId: string;
  remarks: string;
  /** The network that was chosen; empty is the default one. */
  network: string;
  /** The address that was shown when the money was to be sent. */
  seen: string;
  /** The earlier top-up that is sent again, and whether it has a picture. */
  proofOf: string;
  hasProof: boolean;
  photo: File | null;
  /** The picture that is kept with the draft: that photo, or one that was chosen before a reload. */
  picture: string;
  /** The server has had it: where it has it no more, it was sent or dropped elsewhere, and is over. */
  kept: boolean;
};

export const emptyTopup: TopupValues = {
  step: '1',
  chargeMoney: '',
  payway: 'USDT',
  transactionId: '',
  remarks: '',
  network: '',
  seen: '',
  proofOf: '',
  hasProof: false,
  photo: null,
  picture: '',
  kept: false,
};

/** A draft as the server keeps it, in the form. */
export function formOf({ networkName, networkAddress, ...typed }: TopupDraft): TopupValues {
  return { ...emptyTopup, ...typed, network: networkName, seen: networkAddress, kept: true };
}

/** The form as the server keeps it; a photo becomes its picture there. */
export function draftFrom(values: TopupValues): TopupDraft {
  const { step, chargeMoney, transactionId, remarks, network, seen, picture } = values;
  return { step, chargeMoney, transactionId, remarks, networkName: network, networkAddress: seen, picture };
}

const most = 100_000_000n;

export function faultOfAmount(text: string): string | undefined {
  const plain = plainAmount(text);
  const cents = centsOf(plain);
  if (isTooFine(plain)) return tooFine;
  return cents === undefined || cents < 1n || cents > most ? words.amountWrong : undefined;
}

/** A rejected top-up as the beginning of the next: the money was sent already, so it begins with the proof. */
export function againFrom(transaction: Transaction): TopupValues {
  const { chargeMoney, transactionId, clientRemarks, networkName, image, applyId } = transaction;
  return {
    ...emptyTopup,
    step: '3',
    chargeMoney: dollarsText(chargeMoney),
    transactionId,
    remarks: clientRemarks,
    network: networkName,
    proofOf: applyId,
    hasProof: image !== null,
  };
}
