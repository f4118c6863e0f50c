/** Sentences about declared amounts: sending exactly so much, without a transaction ID and a picture. */
export const words = {
  offerTitle: 'Send without a proof',
  offer:
    'We give you an amount that is only yours. The cents show us your transfer: we need no transaction ID and no picture.',
  take: 'Give me an exact amount',
  takeFailed: 'No exact amount could be reserved. Please try again.',
  titleOf: (amount: string) => `Send exactly ${amount}`,
  seenTitleOf: (amount: string) => `${amount} is on its way`,
  exactly: 'Send exactly',
  copy: (amount: string) => `Copy ${amount}`,
  copied: 'Amount',
  why: 'Send it to the cent, in one transfer, on this network. If your exchange takes a fee, add it, so that exactly this arrives.',
  until: 'Open until',
  reserved: 'Amount reserved',
  waiting: 'Waiting for your transfer',
  waitingText: 'You can close this page. We keep watching, and you can follow it on any device.',
  seen: 'Seen on the chain',
  ofNeeded: (confirmations: number, needed: number) => `${Math.min(confirmations, needed)} of ${needed}`,
  final: 'Final',
  credited: 'Credited to your wallet',
  creditedToAnother: 'Credited',
  inReview: 'One of us is checking it',
  withdrawnTitleOf: (amount: string) => `Do not send ${amount} any more`,
  withdrawnText: (network: string) =>
    `The address that we gave you for it on ${network} is no longer in use. What you have already sent there still counts: one of us checks it.`,
  overText:
    'The 24 hours in which we kept this amount for you are over. What was on the chain by then still counts, and shows here once we see it. Did your exchange send it later? Then tell us its transaction ID.',
  takeBack: 'Give up this amount',
  takeBackTitle: 'Give up this amount?',
  takeBackText:
    'Do this only if you have not sent it. Only what is on the chain by now still counts for it. An exchange may send minutes after you asked: if you did, wait until it shows here.',
  takeBackFailed: 'The amount could not be cancelled. Please try again.',
  show: 'Show where to send it',
  hide: 'Hide',
} as const;
