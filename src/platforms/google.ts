/** Google: accounts are ordered by Gmail address and time zone, and shared with Gmail addresses. */
import { email } from '#kernel/fields.ts';
import { depositField, rowsOrder } from './order.ts';
import type { PlatformSpec } from './platform.ts';
import { timezoneField } from './timezones.ts';

export const google = {
  name: 'Google',
  prefix: 'GA',
  onByDefault: true,

  order: rowsOrder(
    [
      {
        name: 'gmail',
        label: 'Gmail',
        header: 'Applied Gmail',
        type: 'email',
        placeholder: 'name@gmail.com',
        read: email(
          'Please enter a whole e-mail address, such as name@gmail.com.',
          'Please enter the Gmail of this ad account.',
        ),
      },
      depositField,
      timezoneField,
    ],
    { gmail: 'ana@gmail.com', deposit: 50, timezone: 'Asia/Shanghai' },
  ),

  pages: {
    root: '/google',
    list: ['/google/accountManage/accountList', '/google/accountManage/accountlist'],
    order: [
      '/google/accountManage/accountList/creategoogleads',
      '/google/accountManage/creategoogleads',
      '/google/accountManage/applyAd',
    ],
    apply: { label: 'Apply Ad', to: '/google/accountManage/applyAd' },
    log: { at: ['/google/accountManage/bmShareLog'], label: 'Gmail Share Log', draws: 'shares' },
    deposit: ['/google/finance/googleads-deposite'],
    deposits: ['/google/finance/googleads-depositerecord'],
    refund: ['/google/aftersale/refund'],
    addMoney: ['/google/add-money'],
    pendingAds: ['/admin/adapproval/gapprove'],
    approvedAds: ['/admin/approvedads/g-oogle'],
    pendingDeposits: ['/admin/AdsDeposite/PendingAdsGoogleDeposite'],
    completedDeposits: ['/admin/AdsDeposite/CompleteAdsGoogleDeposite'],
  },

  calls: {
    create: '/create-google-ads',
    list: '/get-google-ads',
    pending: '/get-pending-google-ads',
    approved: '/get-approved-google-ads',
    judge: '/approve-googleAd',
    createDeposit: '/kimi/create-google-adDeposit',
    deposits: '/kimi/get-Google-adDeposit',
    exportDeposits: '/kimi/export-googlead-deposit',
    pendingDeposits: '/kimi/get-pending-google-adDeposit',
    completedDeposits: '/kimi/get-complete-google-adDeposit',
  },

  stateWords: { ENABLED: 'Active', SUSPENDED: 'Suspended' },

  spend: {
    adsId: ['Customer ID', 'External customer ID', 'Account ID'],
    day: ['Day', 'Date'],
    amount: ['Cost'],
    currency: ['Currency code', 'Currency'],
    total: 'Total',
  },

  wire: {
    shape: 'GoogleAd',
    nested: 'googleAds',
    linked: { name: 'adGoogleAccount', withOrder: false },
    fetched: { own: 'google ads fetched successfully', admin: 'google ads fetched successfully' },
    depositFile: 'googleDepositList.xlsx',
    approvedDeposit: 'Completed',
    adsId: '123-456-7890',
  },

  columns: {
    list: {
      shown: [
        'applyId',
        'adsId',
        'userName',
        'email',
        'adNumber',
        'gmail',
        'totalCost',
        'ownState',
        'reason',
        'wallet',
        'created',
        'updated',
      ],
      under: ['adsId', 'email', 'gmail', 'updated'],
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
        'gmail',
        'timezone',
        'openFee',
        'adNumber',
        'decidedBy',
      ],
      under: ['totalDeposit', 'remarks', 'updated', 'timezone', 'adNumber', 'decidedBy'],
    },
    pending: {
      first: ['gmail', 'timezone', 'adNumber'],
      last: ['created', 'remarks', 'openFee', 'wallet', 'adsId', 'updated'],
      under: ['timezone', 'remarks', 'wallet'],
      hidden: ['adsId', 'updated'],
    },
  },

  shares: true,

  says: {
    create: 'Create ad here',
    listFailed: 'An error occurred while fetching ads data.',
    listUnreadable: 'Invalid response format or no ads found.',
    noToken: 'No authentication token found. Please log in.',
    pendingFailed: 'Failed to fetch ads.',
    updateFailed: 'Failed to update ad status.',
    blankVerdict: 'Please enter a valid input.',
    approvedFailed: 'Failed to fetch ads.',
    noApproved: 'No approved ads found.',
    blankRefund: 'Please fill in both fields.',
  },

  site: {
    at: ['/google-ads'],
    name: 'Google',
    note: 'Search, YouTube and display',
    operator: 'Google',
    marks: {
      Google: ['M16.5 16H27a11 11 0 1 1-3.2-7.8'],
      YouTube: ['M9 8h14a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5v-6a5 5 0 0 1 5-5z', 'M14 12.8v6.4l5.2-3.2z'],
    },
  },
} as const satisfies PlatformSpec<'gmail' | 'timezone'>;
