/** Bing: accounts are ordered by domain and Outlook address. */
import { email } from '#kernel/fields.ts';
import { domain } from '#kernel/webaddresses.ts';
import { depositField, rowsOrder } from './order.ts';
import type { PlatformSpec } from './platform.ts';

export const bing = {
  name: 'Bing',
  prefix: 'BA',
  onByDefault: true,

  order: rowsOrder(
    [
      { name: 'domain', label: 'Domain', placeholder: 'example.com', read: domain },
      {
        name: 'outlookMail',
        label: 'Outlook Mail',
        type: 'email',
        placeholder: 'name@outlook.com',
        read: email(
          'Please enter a whole e-mail address, such as name@outlook.com.',
          'Please enter the Outlook address of this ad account.',
        ),
      },
      depositField,
    ],
    { domain: 'example.com', outlookMail: 'ana@outlook.com', deposit: 30 },
  ),

  pages: {
    root: '/bing',
    list: ['/bing/accountManage/accountList', '/bing/accountManage/accountlist'],
    order: [
      '/bing/accountManage/accountList/createbingads',
      '/bing/accountManage/createbingads',
      '/bing/accountManage/applybingad',
    ],
    apply: { label: 'Apply Ad', to: '/bing/accountManage/applybingad' },
    deposit: ['/bing/finance/bingadsdeposite'],
    deposits: ['/bing/finance/bingadsdepositrecode'],
    refund: ['/bing/aftersale/bingrefund'],
    addMoney: ['/bing/add-money'],
    pendingAds: ['/admin/adapproval/bapprove'],
    approvedAds: ['/admin/approveds/b-ing', '/admin/approvedads/b-ing'],
    pendingDeposits: ['/admin/AdsDeposite/PendingAdsBingDeposite'],
    completedDeposits: ['/admin/AdsDeposite/CompleteAdsBingDeposite'],
  },

  calls: {
    create: '/create-bing-ads',
    list: '/get-bing-ads',
    pending: '/get-pending-bing-ads',
    approved: '/kimi/get-approved-bing-ads',
    judge: '/approve-bingAd',
    createDeposit: '/kimi/create-bing-adDeposit',
    deposits: '/kimi/get-Bing-adDeposit',
    exportDeposits: '/kimi/export-bingad-deposit',
    pendingDeposits: '/kimi/get-pending-bing-adDeposit',
    completedDeposits: '/kimi/get-complete-bing-adDeposit',
  },

  stateWords: { Active: 'Active', Suspended: 'Suspended' },

  spend: {
    adsId: ['Account number', 'Account ID', 'AccountNumber', 'AccountId'],
    day: ['Gregorian date', 'Time period', 'TimePeriod', 'Date', 'Day'],
    amount: ['Spend'],
    currency: ['Currency code', 'CurrencyCode', 'Currency'],
    total: 'Total',
    end: '©',
    incomplete: 'Potential Incomplete Data',
    countedUntil: 'Last Completed Available Day',
  },

  wire: {
    shape: 'BingAd',
    nested: 'bingAds',
    linked: { name: 'adBingAccount', withOrder: false },
    fetched: { own: 'Bing ads fetched successfully', admin: 'bing ads fetched successfully' },
    depositFile: 'bingDepositList.xlsx',
    approvedDeposit: 'Approved',
    adsId: 'F119AB42',
  },

  columns: {
    list: {
      shown: [
        'applyId',
        'adsId',
        'userName',
        'email',
        'adNumber',
        'domain',
        'outlookMail',
        'totalCost',
        'ownState',
        'reason',
        'wallet',
        'created',
        'updated',
      ],
      under: ['adsId', 'email', 'outlookMail', 'updated'],
    },
    approved: {
      shown: [
        'state',
        'remarks',
        'wallet',
        'totalCost',
        'totalDeposit',
        'created',
        'updated',
        'adNumber',
        'domain',
        'outlookMail',
        'decidedBy',
      ],
      under: ['totalDeposit', 'remarks', 'updated', 'outlookMail', 'adNumber', 'decidedBy'],
    },
    pending: {
      first: ['domain', 'outlookMail', 'adNumber'],
      last: ['created', 'wallet', 'remarks', 'adsId', 'updated'],
      under: ['outlookMail', 'remarks'],
      hidden: ['adsId', 'updated'],
    },
  },

  says: {
    create: 'Create ad here',
    listFailed: 'Failed to fetch ads data.',
    listUnreadable: 'Failed to fetch ads data.',
    pendingFailed: 'Failed to fetch Bing ads data.',
    updateFailed: 'Failed to update status. Please try again.',
    blankVerdict: 'Please enter required information.',
    approvedFailed: 'Failed to fetch Bing ads data.',
    noApproved: 'No approved Bing ads found.',
    blankRefund: 'Please fill in all fields.',
  },

  site: {
    at: ['/bing-ads'],
    name: 'Bing',
    note: 'Search accounts on Bing',
    operator: 'Microsoft for Bing',
    marks: { Bing: ['M9 4.5l5 1.8v17L9 26.5z', 'M14 23.3l10.5-6.3-7.5-3.5-2-4.5'] },
  },
} as const satisfies PlatformSpec<'domain' | 'outlookMail'>;
