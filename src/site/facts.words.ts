/** Sentences that depend on the agency's settings. Other texts of the site include them by their names in braces. */

/** Where a refund gives its share of the top-up fee back. */
export const feeReturned = {
  feeOnRefund: 'Refund what an account has not spent, and its share of the fee comes back too.',
  moneyBack: 'Refund what an account has not spent. Its share of the top-up fee returns too.',
  refundArrives: 'Within 7 business days the money is in your wallet, with its share of the top-up fee.',
  unspent: 'What an ad account has not spent returns to your wallet, with its share of the top-up fee,',
  // As the specification prints it.
  unspentInPolicy:
    'What an ad account has not spent can return to your wallet, and with it the share of the deposit fee that was paid for that money.',
  feeNotRefundable: 'The share of the top-up fee that belongs to money already spent.',
} as const;

/** Where the fee stays paid. */
export const feeKept: Record<keyof typeof feeReturned, string> = {
  feeOnRefund: 'Refund what an account has not spent at any time. The fee stays paid.',
  moneyBack: 'Refund what an account has not spent. The top-up fee stays paid.',
  refundArrives: 'Within 7 business days the money is in your wallet.',
  unspent: 'What an ad account has not spent returns to your wallet, without the top-up fee,',
  unspentInPolicy: 'What an ad account has not spent can return to your wallet. The top-up fee stays paid.',
  feeNotRefundable: 'The top-up fee, once the deposit is approved.',
};

export const overNetwork = (network: string) => ` over ${network}`;
