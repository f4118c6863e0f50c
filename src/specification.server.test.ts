/**
 * The calls of both specifications, read field by field at both of their paths: what stands in their tables of calls
 * (the client's, then the admin's) and in their lists of entities is what is answered.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type Person } from './portal.testing.server.ts';
import { oneOfEach, type Ids } from './walk.testing.server.ts';

const portal = await testPortal();
let admin: Person;
/** Has one of everything, waiting; what `done` asked for was approved. */
let [asking, done]: { person: Person; ids: Ids }[] = [];

beforeAll(async () => {
  admin = await portal.admin();
  asking = await oneOfEach(portal, admin);
  done = await oneOfEach(portal, admin);
  const pending = await portal.call('GET', '/kimi/get-queue', {
    as: admin,
    query: { userId: done.person._id, limit: 200 },
  });
  const items = pending.body.requests.map(({ applyId }: { applyId: string }) => ({
    applyId,
    adsId: `of ${applyId}`,
    transactionId: 'x',
  }));
  await portal.decide(admin, 'approve', ...items);
  const network = {
    networkName: 'TRC20',
    networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    password: admin.password,
  };
  await portal.call('PUT', '/kimi/update-network-details', { as: admin, body: network });
});

const text = expect.any(String);
const number = expect.any(Number);
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** A list whose every row has these fields. */
const rows = (row: object) => ({ rows: row });
const times = { createdAt: iso, updatedAt: iso };
const userId = { _id: text, username: text, wallet: number, contact: { emailId: text, contact1: text } };
const application = {
  _id: text,
  applyId: text,
  adsId: text,
  adNum: number,
  state: text,
  totalCost: number,
  totalDeposit: number,
  remarks: text,
  userId,
};
const google = { ...application, ...times, accountOpenFee: number, adsDetails: rows({ gmail: text, deposit: number }) };
const bing = { ...application, ...times, adsDetails: rows({ domain: text, outlookMail: text, deposit: number }) };
const facebook = {
  ...application,
  ...times,
  licenseMode: text,
  licenseName: text,
  pageNum: number,
  pageUrls: [text],
  domainOption: text,
  domainNum: number,
  domains: [text],
  appUrl: text,
  appId: text,
  ads: rows({ accountName: text, deposit: number }),
};
const transaction = {
  _id: text,
  applyId: text,
  chargeMoney: number,
  transactionId: text,
  state: text,
  payway: 'USDT',
  image: null,
  remarks: text,
  ...times,
};
const deposit = {
  _id: text,
  applyId: text,
  adsId: text,
  adType: text,
  money: number,
  totalCost: number,
  state: text,
  transactionId: text,
  remarks: text,
  userId,
  ...times,
};
const linked = { _id: text, adsId: text };
const refund = {
  applyId: text,
  adType: text,
  amount: number,
  remainMoney: number,
  applyState: text,
  remarks: text,
  transactionId: text,
  userId,
  adGoogleAccount: linked,
  ...times,
};
const paylink = {
  firstName: text,
  lastName: text,
  emailId: text,
  country: text,
  money: number,
  paylinkType: 'Individual',
};
const nested = {
  transactions: rows(transaction),
  googleAds: rows(google),
  facebookAds: rows(facebook),
  bingAds: rows(bing),
  adDeposit: rows(deposit),
  refund: rows(refund),
};
const deposits = { message: 'Deposits details fetched successfully', deposits: rows(deposit) };
const refunds = { message: 'Refund details fetched successfully', refundsDetails: rows(refund) };
const transactions = { message: 'Transaction details fetched successfully', transactions: rows(transaction) };
const ads = (message: string, ad: object) => ({ message, ads: rows(ad) });
const reviewed = { ...transactions, transactions: rows({ ...transaction, userId }) };

type Looking = [path: string, answer: object, query?: Record<string, string>];

const clientsReads: Looking[] = [
  ['get-wallet-of-user', { users: { wallet: number } }, { timestamp: '1700000000000' }],
  ['get-transaction-details-of-user', { ...transactions, limit: 8 }],
  [
    'get-network-details',
    { networkDetails: { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' } },
  ],
  ['get-bing-ads', { ...ads('Bing ads fetched successfully', bing), limit: 8 }],
  ['get-google-ads', { ...ads('google ads fetched successfully', google), limit: 8 }],
  ['get-google-ads', { ...ads('google ads fetched successfully', google), limit: 1 }, { page: '1', limit: '1' }],
  ['get-facebook-ads', { ...ads('facebook ads fetched successfully', facebook), limit: 8 }],
  ['get-pending-details-facebook-ads', { application: 0, deposits: 1, refunds: 0 }],
  ['get-ads-id', { adsIds: [text], accounts: [{ adsId: text, available: number }] }, { adType: 'Bing' }],
  ['get-Google-adDeposit', deposits, { adType: 'Google' }],
  ['get-Bing-adDeposit', deposits],
  ['get-Facebook-adDeposit', deposits],
  ['refund-Details', refunds, { adType: 'Google' }],
  ['get-paylinks', { message: 'paylinks fetched successfully', paylinks: rows(paylink) }],
];

const user = {
  _id: text,
  username: text,
  contact: { emailId: text, contact1: text },
  address: { country: text, pincode: text },
  wallet: number,
  ...nested,
};
const active = {
  _id: text,
  username: text,
  email: text,
  contactNumber: text,
  walletBalance: number,
  address: { country: text, pincode: text },
  ...nested,
};

const adminsReads: Looking[] = [
  ['user-count', { totalUsers: 2 }],
  ['total-revenue', { totalRevenue: number }],
  ['active-accounts', { activeCount: 2 }],
  ['daily-revenue', { revenue: 0 }, { date: '2020-01-31' }],
  ['get-pending-google-ads', ads('google ads fetched successfully', { ...google, state: 'Pending' })],
  ['get-pending-bing-ads', ads('bing ads fetched successfully', bing), { state: 'all' }],
  ['get-pending-facebook-ads', ads('facebook ads fetched successfully', facebook), { state: 'all' }],
  ['refund-Details-for-admin', { refundsDetails: rows({ ...refund, applyState: 'Pending' }) }],
  ['approved-refund-Details-for-admin', { refundsDetails: rows({ ...refund, applyState: 'Approved' }) }],
  ['get-approved-google-ads', { ads: rows({ ...google, state: 'Approved' }) }],
  ['get-approved-facebook-ads', { ads: rows({ ...facebook, state: 'Approved' }) }],
  ['get-approved-bing-ads', { ads: rows({ ...bing, state: 'Approved' }) }],
  ['get-transaction-details', { ...reviewed, transactions: rows({ ...transaction, userId, state: 'Pending' }) }],
  [
    'get-complete-transaction-details',
    { ...reviewed, transactions: rows({ ...transaction, userId, state: 'Approved' }) },
  ],
  ['get-pending-bing-adDeposit', { deposits: rows({ ...deposit, adType: 'Bing', state: 'Pending' }) }],
  ['get-pending-google-adDeposit', { deposits: rows({ ...deposit, adType: 'Google', state: 'Pending' }) }],
  ['get-pending-facebook-adDeposit', { deposits: rows({ ...deposit, adType: 'Facebook', state: 'Pending' }) }],
  ['get-complete-bing-adDeposit', { deposits: rows({ ...deposit, adType: 'Bing', state: 'Approved' }) }],
  ['get-complete-facebook-adDeposit', { deposits: rows({ ...deposit, adType: 'Facebook', state: 'Approved' }) }],
  ['get-complete-google-adDeposit', { deposits: rows({ ...deposit, adType: 'Google', state: 'Completed' }) }],
  ['get-facebook-ads', ads('facebook ads fetched successfully', facebook)],
  ['get-user-for-admin', { users: rows(user) }],
  ['active-users', { activeUsers: rows(active) }],
];

/** Has every field that is written here, and may have more. */
function expectFields(answer: unknown, wanted: object, where: string): void {
  for (const [name, want] of Object.entries(wanted)) {
    const given = (answer as Record<string, unknown>)[name];
    const at = `${where}.${name}`;
    const each = isRows(want) ? want.rows : undefined;
    if (each) {
      expect(Array.isArray(given) && given.length > 0, `${at} is a list with rows`).toBe(true);
      for (const row of given as unknown[]) expectFields(row, each, at);
    } else if (typeof want === 'object' && want !== null && !('asymmetricMatch' in want) && !Array.isArray(want))
      expectFields(given, want, at);
    else expect(given, at).toEqual(want);
  }
}

function isRows(want: unknown): want is { rows: object } {
  return typeof want === 'object' && want !== null && Object.keys(want).join('') === 'rows';
}

const bothPaths = (path: string) => [`/kimi/${path}`, `/${path}`];

describe('a client reads', () => {
  test.each(clientsReads)('%s', async (path, answer, query = {}) => {
    for (const address of bothPaths(path)) {
      const { status, body } = await portal.call('GET', address, { as: asking!.person, query });
      expect(status).toBe(200);
      expectFields(body, answer, path);
    }
  });

  const files = [
    ['export-googlead-deposit', 'googleDepositList.xlsx'],
    ['export-bingad-deposit', 'bingDepositList.xlsx'],
    ['export-facebookad-deposit', 'facebookDepositList.xlsx'],
  ] as const;
  test.each(files)('%s as the file %s', async (path, name) => {
    for (const address of bothPaths(path)) {
      const { status, headers, bytes } = await portal.call('GET', address, { as: asking!.person });
      expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; filename="${name}"`]);
      expect(bytes.subarray(0, 2).toString()).toBe('PK');
    }
  });
});

describe('an admin reads', () => {
  test.each(adminsReads)('%s', async (path, answer, query = {}) => {
    for (const address of bothPaths(path)) {
      const { status, body } = await portal.call('GET', address, { as: admin, query });
      expect(status).toBe(200);
      expectFields(body, answer, path);
    }
  });

  test('get-gmail-share-log, a bare list with its length in a header', async () => {
    const entry = { username: text, emailId: text, phone: text, gmailShare: text, createdAt: iso };
    for (const address of bothPaths('get-gmail-share-log')) {
      const { body, headers } = await portal.call('GET', address, { as: admin });
      expect([body.length, headers.get('x-total-count')]).toEqual([2, '2']);
      for (const row of body) expectFields(row, entry, 'entry');
    }
  });
});
