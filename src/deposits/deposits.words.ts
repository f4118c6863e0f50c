/** Every sentence of the deposit screens. */
import { brand } from '#kernel/brand.ts';

export const words = {
  title: (platform: string) => `${platform} deposit`,
  text: 'Move money from your wallet into your ad accounts. All rows are made together, or none.',
  records: (platform: string) => `${platform} deposit records`,
  toRecords: 'Deposit records',
  newDeposit: 'New deposit',

  row: (n: number) => `Deposit ${n}`,
  adsId: 'Ads ID',
  choose: 'Choose an ad account',
  account: (adsId: string, available: string) => `${adsId} (${available} in it)`,
  money: 'Money',
  formTitle: 'What goes where',
  addRow: 'Add a row',
  hint: (least: string) =>
    `Rows can be pasted from a sheet: Ads ID in the first column, money in the second. The least deposit is ${least}.`,
  failedIds: 'Failed to fetch ads IDs.',
  noAccounts: (platform: string) => `You have no open ${platform} ad account yet.`,
  order: 'Order ad accounts',

  summary: 'Summary',
  totalDeposit: 'Total deposit',
  fee: (percent: string) => `Top-up fee (${percent} %)`,
  totalCost: 'Total cost',
  walletAfter: 'Wallet after',
  perRow: 'The fee is charged on each row, rounded to the cent.',
  short: (amount: string) => `You need ${amount} more.`,
  kept: 'What you typed is kept.',
  addMoney: 'Add Money',
  send: 'Deposit',

  added: 'Deposit added successfully!',
  failed: 'Failed to process deposit. Please try again.',
  placed: (cost: string) => `${cost} is held until the deposits are decided.`,
  next: `Support sends the money to the platform, usually within 24 hours (${brand.support.hours}). You see it in your records and get a notice.`,
  another: 'Make another deposit',

  topUpFee: 'Top-up Fee',
  adType: 'Ad Type',
  empty: 'You have made no deposits yet.',
  fetchFailed: 'Failed to fetch deposit data.',
  fetchThrown: 'An error occurred while fetching deposit data.',
  search: 'Apply ID, Ads ID or transaction ID',
  downloaded: 'Excel file has been downloaded.',
  exportFailed: 'An error occurred while exporting data.',
  takeBack: (money: string, adsId: string, total: string) =>
    `Your deposit of ${money} into ${adsId} is cancelled, and ${total} goes back to your wallet.`,

  pendingTitle: (platform: string) => `Pending ${platform} Deposits`,
  completedTitle: (platform: string) => `Completed ${platform} Deposits`,
  noPending: 'No pending deposits found.',
  noCompleted: 'No completed deposits found.',
  adminFailed: 'Failed to fetch deposits.',
  adminSearch: 'Apply ID, Ads ID, transaction ID or client',
  updateFailed: 'Failed to update deposit status.',
  updateThrown: 'Error updating deposit status.',
  labels: { approve: 'Transaction ID', reject: 'Remark for the client' },
  rejectAbout: (total: string, name: string) => `${total} goes back to the wallet of ${name}`,
} as const;
