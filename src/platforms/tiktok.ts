/** TikTok: accounts are ordered for a Business Center and a website. */
import { email } from '#kernel/fields.ts';
import { webAddress } from '#kernel/webaddresses.ts';
import { depositField, rowsOrder } from './order.ts';
import type { PlatformSpec } from './platform.ts';
import { timezoneField } from './timezones.ts';

export const tiktok = {
  name: 'TikTok',
  prefix: 'TA',
  onByDefault: false,

  order: rowsOrder(
    [
      {
        name: 'businessCenter',
        label: 'Business Center Mail',
        type: 'email',
        placeholder: 'name@example.com',
        read: email(
          'Please enter a whole e-mail address, such as name@example.com.',
          'Please enter the e-mail address of the Business Center.',
        ),
      },
      { name: 'website', label: 'Business Website', placeholder: 'https://example.com', read: webAddress },
      depositField,
      timezoneField,
    ],
    { businessCenter: 'ana@example.com', website: 'https://example.com', deposit: 50, timezone: 'Asia/Shanghai' },
  ),

  pages: {
    root: '/tiktok',
    list: ['/tiktok/accountManage/accountList', '/tiktok/accountManage/accountlist'],
    order: ['/tiktok/accountManage/applytiktokad'],
    apply: { label: 'Apply Ad', to: '/tiktok/accountManage/applytiktokad' },
    deposit: ['/tiktok/finance/tiktokadsdeposite'],
    deposits: ['/tiktok/finance/tiktokadsdepositrecode'],
    refund: ['/tiktok/aftersale/tiktokrefund'],
    addMoney: ['/tiktok/add-money'],
    pendingAds: ['/admin/adapproval/tapprove'],
    approvedAds: ['/admin/approvedads/t-iktok'],
    pendingDeposits: ['/admin/AdsDeposite/PendingAdsTikTokDeposite'],
    completedDeposits: ['/admin/AdsDeposite/CompleteAdsTikTokDeposite'],
  },

  calls: {
    create: '/create-tiktok-ads',
    list: '/get-tiktok-ads',
    pending: '/get-pending-tiktok-ads',
    approved: '/kimi/get-approved-tiktok-ads',
    judge: '/approve-tiktokAd',
    createDeposit: '/kimi/create-tiktok-adDeposit',
    deposits: '/kimi/get-TikTok-adDeposit',
    exportDeposits: '/kimi/export-tiktokad-deposit',
    pendingDeposits: '/kimi/get-pending-tiktok-adDeposit',
    completedDeposits: '/kimi/get-complete-tiktok-adDeposit',
  },

  stateWords: {},

  spend: {
    adsId: ['Advertiser ID', 'Account ID'],
    day: ['By Day', 'Date', 'Stat time day'],
    amount: ['Cost', 'Total cost', 'Spend'],
    currency: ['Currency'],
    total: 'Total',
  },

  wire: {
    shape: 'TikTokAd',
    nested: 'tiktokAds',
    linked: { name: 'adTikTokAccount', withOrder: false },
    fetched: { own: 'TikTok ads fetched successfully', admin: 'TikTok ads fetched successfully' },
    depositFile: 'tiktokDepositList.xlsx',
    approvedDeposit: 'Approved',
    adsId: '7301234567890123456',
  },

  columns: {
    list: {
      shown: [
        'applyId',
        'adsId',
        'userName',
        'email',
        'adNumber',
        'businessCenter',
        'website',
        'totalCost',
        'ownState',
        'reason',
        'wallet',
        'created',
        'updated',
      ],
      under: ['adsId', 'email', 'website', 'updated'],
    },
    approved: {
      shown: [
        'state',
        'totalCost',
        'totalDeposit',
        'wallet',
        'remarks',
        'created',
        'updated',
        'adNumber',
        'businessCenter',
        'website',
        'timezone',
        'decidedBy',
      ],
      under: ['totalDeposit', 'remarks', 'updated', 'website', 'decidedBy'],
    },
    pending: {
      first: ['businessCenter', 'website', 'timezone', 'adNumber'],
      last: ['created', 'wallet', 'remarks', 'adsId', 'updated'],
      under: ['website', 'adNumber', 'remarks'],
      hidden: ['adsId', 'updated'],
    },
  },

  shares: true,

  says: {
    create: 'Create ad here',
    listFailed: 'Failed to fetch ads data.',
    listUnreadable: 'Failed to fetch ads data.',
    pendingFailed: 'Failed to fetch TikTok ads data.',
    updateFailed: 'Failed to update status. Please try again.',
    blankVerdict: 'Please enter required information.',
    approvedFailed: 'Failed to fetch TikTok ads data.',
    noApproved: 'No approved TikTok ads found.',
    blankRefund: 'Please fill in all fields.',
  },

  site: {
    at: ['/tiktok-ads'],
    name: 'TikTok',
    note: 'Short videos on TikTok',
    operator: 'TikTok',
    marks: { TikTok: ['M17 5v15.5a5 5 0 1 1-5-5', 'M17 5c.6 4 3.2 6.4 7.5 6.8'] },
  },
} as const satisfies PlatformSpec<'businessCenter' | 'website' | 'timezone'>;
