/** Every sentence of a receipt and its timeline. */
export const words = {
  submitted: 'Submitted',
  inReview: 'In review',
  outcome: 'Approved or rejected',
  approved: 'Approved',
  agreed: 'Approved',
  paying: 'Being paid',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  reversed: 'Reversed',
  reversedText: 'The approval was a mistake and was undone. Your statement shows the entry.',
  toDashboard: 'Go to the dashboard',
} as const;
