/** Every sentence of the withdrawal screens. */
export const words = {
  title: 'Withdraw',
  text: 'Have wallet money sent to a USDT address of your own. There is no fee.',
  formTitle: 'Ask for a withdrawal',
  listTitle: 'Your withdrawals',
  amount: 'Amount',
  available: (amount: string) => `You can withdraw up to ${amount}.`,
  everything: 'Everything',
  network: 'Network',
  networks: { TRC20: 'TRC20 (Tron)', ERC20: 'ERC20 (Ethereum)', BEP20: 'BEP20 (BNB Smart Chain)' },
  address: 'Your USDT address',
  addressName: 'address',
  addressHint: {
    TRC20: 'Begins with T, 34 characters.',
    ERC20: 'Begins with 0x, 42 characters.',
    BEP20: 'Begins with 0x, 42 characters.',
  },
  addressFits: 'The checksum fits.',
  password: 'Your password',
  passwordHint: 'Asked again, so that nobody else can empty your wallet.',
  note: 'Note (optional)',

  summary: 'Summary',
  leaves: 'Leaves your wallet',
  fee: 'Fee',
  arrives: 'Arrives',
  walletAfter: 'Wallet after',
  heldNote:
    'The money is held until an admin has sent it, and comes back whole if the request is rejected or you cancel it.',
  irreversible: 'A transfer on a blockchain cannot be called back. Please compare the first and last six characters.',
  send: 'Ask for withdrawal',
  applied: 'Withdrawal applied successfully!',
  failed: 'Failed to apply withdrawal.',

  verifyTitle: 'Verify your e-mail address first',
  verifyText: 'Withdrawals need a verified address, so that we can warn you if somebody else asks for your money.',
  verify: 'Verify e-mail',

  to: 'To',
  empty: 'You have asked for no withdrawals yet.',
  fetchFailed: 'Failed to fetch withdrawals.',
  search: 'Apply ID or transaction ID',
  takeBack: (amount: string) => `Your withdrawal is cancelled, and ${amount} goes back to your wallet.`,

  destination: 'Pay to',
  explorer: 'Look the address up',
  known: {
    own: 'This is an address of ours. Nobody is paid there: reject it.',
  },

  pendingTitle: 'Pending Withdrawals',
  approvedTitle: 'Approved Withdrawals',
  noPending: 'No pending withdrawals found.',
  noApproved: 'No approved withdrawals found.',
  adminSearch: 'Apply ID, transaction ID or client',
  updateFailed: 'Failed to update withdrawal status.',
  updateThrown: 'Error updating withdrawal status.',
  labels: { approve: 'Transaction ID of your payment', reject: 'Reason for rejection' },
  about: {
    approve: (amount: string, name: string, network: string) => `${amount} for ${name} over ${network} to`,
    reject: (amount: string, name: string) => `${amount} goes back to the wallet of ${name}`,
  },
} as const;
