/** Facebook, which the public site calls Meta: accounts are ordered on a licence, for pages and domains or an app. */
import { licenseOrder } from './license.ts';
import type { PlatformSpec } from './platform.ts';

export const facebook = {
  name: 'Facebook',
  prefix: 'FA',
  onByDefault: true,

  order: licenseOrder('facebook.com/yourpage', {
    licenseMode: 'new license',
    licenseName: 'Ana GmbH',
    pageNum: 1,
    pageUrls: ['https://facebook.com/ana'],
    domainOption: 'limited',
    domainNum: 1,
    domains: ['example.com'],
    appUrl: '',
    appId: '',
    ads: [{ accountName: 'Ana 1', deposit: 100 }],
    remarks: '',
    paymentMode: 'oneByOne',
  }),

  pages: {
    root: '/facebook',
    list: ['/facebook/accountManage/accountList', '/facebook/accountManage/accountlist'],
    order: ['/facebook/accountManage/createaccount', '/facebook/accountManage/applynewad'],
    apply: { label: 'Apply New Ad', to: '/facebook/accountManage/applynewad' },
    log: {
      at: ['/facebook/accountManage/bmShareLog'],
      label: 'BM Share Log',
      draws: 'ads',
      title: 'Facebook ads',
      text: 'Every Facebook application with its license, money and state.',
      columns: {
        shown: [
          ...(['applyId', 'adsId', 'userName', 'email', 'licenseMode', 'licenseName', 'state', 'remarks'] as const),
          ...(['wallet', 'totalCost', 'totalDeposit', 'created', 'updated'] as const),
        ],
        under: ['adsId', 'email', 'licenseName', 'totalDeposit', 'updated'],
      },
    },
    deposit: ['/facebook/finance/metaadsdeposit'],
    deposits: ['/facebook/finance/metaadsdepositrecord'],
    refund: ['/facebook/aftersale/refund'],
    addMoney: ['/facebook/add-money'],
    pendingAds: ['/admin/adapproval/fapprove'],
    approvedAds: ['/admin/approvedads/f-acebook'],
    pendingDeposits: ['/admin/AdsDeposite/PendingAdsFacebookDeposite'],
    completedDeposits: ['/admin/AdsDeposite/CompleteAdsFacebookDeposite'],
    fromDashboard: '/facebook/accountManage/accountlist',
  },

  calls: {
    create: '/kimi/create-facebook-ads',
    list: '/kimi/get-facebook-ads',
    pending: '/get-pending-facebook-ads',
    approved: '/get-approved-facebook-ads',
    judge: '/approve-facebookAd',
    createDeposit: '/kimi/create-facebook-adDeposit',
    deposits: '/kimi/get-Facebook-adDeposit',
    exportDeposits: '/kimi/export-facebookad-deposit',
    pendingDeposits: '/kimi/get-pending-facebook-adDeposit',
    completedDeposits: '/kimi/get-complete-facebook-adDeposit',
    waiting: '/kimi/get-pending-details-facebook-ads',
  },
  listForAdmins: true,

  stateWords: { '1': 'Active', ACTIVE: 'Active', '2': 'Suspended', DISABLED: 'Suspended' },

  spend: {
    adsId: ['Account ID'],
    day: ['Day', 'Reporting starts'],
    lastDay: ['Reporting ends'],
    amount: ['Amount spent'],
    currency: ['Currency'],
    total: '',
  },

  wire: {
    shape: 'FacebookAd',
    nested: 'facebookAds',
    linked: { name: 'adFacebookAccount', withOrder: true },
    fetched: { own: 'facebook ads fetched successfully', admin: 'facebook ads fetched successfully' },
    depositFile: 'facebookDepositList.xlsx',
    approvedDeposit: 'Approved',
    adsId: '1029384756',
  },

  columns: {
    list: {
      shown: [
        ...(['license', 'applyId', 'adsId', 'userNameApart', 'email', 'accountName', 'deposit', 'ownState'] as const),
        ...(['reason', 'totalCost', 'walletAmount', 'created', 'updated'] as const),
      ],
      under: ['adsId', 'email', 'walletAmount', 'updated'],
    },
    approved: {
      shown: [
        ...(['licenseMode', 'licenseName', 'state', 'remarks', 'wallet', 'totalCost', 'totalDeposit'] as const),
        ...(['created', 'updated', 'accountName', 'pages', 'target', 'decidedBy'] as const),
      ],
      under: ['licenseName', 'totalDeposit', 'remarks', 'updated', 'pages', 'decidedBy'],
    },
    pending: {
      first: ['licenseName', 'licenseMode', 'accountName', 'pages', 'target'],
      last: ['wallet', 'remarks', 'created', 'adsId', 'updated', 'openFee'],
      under: ['licenseMode', 'pages', 'remarks'],
      hidden: ['adsId', 'updated', 'openFee'],
    },
  },

  says: {
    create: 'Direct Create Ad',
    listFailed: 'Failed to fetch ads data.',
    listUnreadable: 'Failed to fetch ads data.',
    pendingFailed: 'Failed to fetch ads.',
    updateFailed: 'Error updating ad status.',
    blankVerdict: 'Please enter required information.',
    approvedFailed: 'Failed to fetch ads data.',
    noApproved: 'No approved ads found.',
    blankRefund: 'Please fill in all fields.',
  },

  site: {
    at: ['/meta-ads'],
    name: 'Meta',
    note: 'Facebook and Instagram accounts',
    operator: 'Meta',
    marks: {
      Meta: [
        'M4 18.5C4 13.5 6.2 10 9.2 10c5.3 0 8.3 12 13.8 12 3 0 5-2.4 5-6s-2-6-5-6c-5.5 0-8.5 12-13.8 12C6 22 4 21 4 18.5z',
      ],
      Facebook: ['M22 5h-2.5C15.6 5 14 7.4 14 10.5V28', 'M9 15.5h11.5'],
      Instagram: [
        'M11 5h10a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6H11a6 6 0 0 1-6-6V11a6 6 0 0 1 6-6z',
        'M16 11.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z',
        'M22.2 9.8h.1',
      ],
    },
  },
} as const satisfies PlatformSpec<never>;
