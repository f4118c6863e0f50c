/**
 * What the specifications' calls answer when something is asked for and decided, at both of their paths, in the printed
 * words.
 */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type Person } from './portal.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let client: Person;

beforeAll(async () => {
  admin = await portal.admin();
  client = await portal.client({ dollars: 20_000 });
});

const text = expect.any(String);
const number = expect.any(Number);
const fresh = () => randomBytes(6).toString('hex');
const both = (path: string) => [`/kimi/${path}`, `/${path}`].map((address) => [address]);
const post = (path: string, body: object, as: Person | undefined = client) => portal.call('POST', path, { as, body });
const put = (path: string, query: Record<string, string>, body: object) =>
  portal.call('PUT', path, { as: admin, query, body });

const google = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 100 }] };
const bing = { adNum: '1', adsDetails: [{ domain: 'example.com', outlookMail: 'ana@outlook.com', deposit: '100' }] };
const facebook = {
  licenseMode: 'new license',
  licenseName: 'Ana GmbH',
  pageNum: 1,
  pageUrls: ['https://facebook.com/ana'],
  domainOption: 'unlimited',
  domainNum: '',
  domains: [],
  appUrl: '',
  appId: '',
  ads: [{ accountName: 'Ana 1', deposit: 100 }],
  remarks: '',
  paymentMode: 'oneByOne',
};
const orders = { google, bing, facebook };
const approvals = { google: 'approve-googleAd', bing: 'approve-bingAd', facebook: 'approve-facebookAd' };
const adTypes = { google: 'Google', bing: 'Bing', facebook: 'Facebook' };
const platforms = ['google', 'bing', 'facebook'] as const;

async function account(platform: (typeof platforms)[number]): Promise<string> {
  const { body } = await post(`/create-${platform}-ads`, orders[platform]);
  const adsId = `${platform} ${fresh()}`;
  await put(`/${approvals[platform]}`, { id: body.data._id, action: 'approve' }, { adsId });
  return adsId;
}

describe.each(both('create-account'))('%s', (path) => {
  test('registers, and the same person signs in', async () => {
    const name = fresh();
    const person = {
      username: name,
      emailId: `${name}@example.com`,
      country: 'UK',
      contact1: '+44 20 1234',
      pincode: 'SW1A',
      agencyAds: '',
    };
    const registered = await portal.call('POST', path, {
      body: { ...person, password: 'a long secret', confirmPassword: 'a long secret' },
    });
    expect([registered.status, registered.body.message]).toEqual([200, text]);
    const login = path.replace('create-account', 'login-account');
    const signedIn = await portal.call('POST', login, { body: { emailId: person.emailId, password: 'a long secret' } });
    expect(signedIn.body).toMatchObject({ token: text, username: name, typeOfUser: 'User', contact1: '+44 20 1234' });
    const wrong = await portal.call('POST', login, { body: { emailId: person.emailId, password: 'another' } });
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Login failed. Please check your credentials.']);
  });
});

describe.each(platforms)('%s', (platform) => {
  test.each(both(`create-${platform}-ads`))('%s orders, and an admin decides', async (path) => {
    const ordered = await post(path, orders[platform]);
    expect(ordered.status).toBe(200);
    expect(ordered.body).toMatchObject({
      message: 'Ads created successfully!',
      data: { accountOpeningFee: 30, totalDeposit: 100, topUpFee: 15, totalCost: 145, wallet: number },
    });
    const decide = path.replace(`create-${platform}-ads`, approvals[platform]);
    const approved = await put(
      decide,
      { id: ordered.body.data._id, action: 'approve' },
      { adsId: `${platform}-${fresh()}` },
    );
    expect(approved.body).toMatchObject({ message: 'Ad approved successfully!', ad: { state: 'Approved' } });
    const other = await post(path, orders[platform]);
    const rejected = await put(decide, { id: other.body.data._id, action: 'reject' }, { remarks: 'No.' });
    expect(rejected.body).toMatchObject({
      message: 'Ad rejected successfully!',
      ad: { state: 'Rejected', remarks: 'No.' },
    });
  });

  test.each(both(`create-${platform}-adDeposit`))('%s deposits, and an admin decides', async (path) => {
    const [adsId, adType] = [await account(platform), adTypes[platform]];
    const asked = await post(path, { adsId, money: 10, adType });
    expect(asked.body).toMatchObject({ message: text, wallet: number, totalDeposit: 10, totalCost: 11.5 });
    const decide = path.replace(`create-${platform}-adDeposit`, 'approve-deposit');
    const query = { adsId, adType, applyId: asked.body.deposits[0].applyId };
    const approved = await put(decide, { ...query, action: 'approve' }, { transactionId: 'B-1' });
    expect(approved.body).toMatchObject({
      message: 'Deposit approved successfully!',
      deposit: { state: platform === 'google' ? 'Completed' : 'Approved', transactionId: 'B-1' },
    });
    const other = await post(path, { adsId, money: 10, adType });
    const rejected = await put(
      decide,
      { ...query, applyId: other.body.deposits[0].applyId, action: 'reject' },
      { remarks: 'No.' },
    );
    expect(rejected.body).toMatchObject({
      message: 'Deposit rejected successfully!',
      deposit: { state: 'Rejected', remarks: 'No.' },
    });
  });

  test.each(both('apply-refund'))('%s asks for money back, and an admin decides', async (path) => {
    const [adsId, adType] = [await account(platform), adTypes[platform]];
    const asked = await post(path, { adsId, amount: '40', adType });
    expect(asked.body).toMatchObject({
      message: 'Refund applied successfully.',
      refund: {
        applyId: text,
        amount: 40,
        remainMoney: 60,
        applyState: 'Pending',
        [`ad${adType}Account`]: { _id: text, adsId },
      },
    });
    const decide = path.replace('apply-refund', 'approve-refund-by-admin');
    const query = { adsId, adType, applyId: asked.body.refund.applyId };
    const approved = await put(decide, { ...query, action: 'approve' }, { transactionId: 'R-1', remarks: '' });
    expect(approved.body).toMatchObject({ message: text, refund: { applyState: 'Approved', transactionId: 'R-1' } });
    const other = await post(path, { adsId, amount: 10, adType });
    const rejected = await put(
      decide,
      { ...query, applyId: other.body.refund.applyId, action: 'reject' },
      { remarks: 'No.' },
    );
    expect(rejected.body).toMatchObject({ message: text, refund: { applyState: 'Rejected', remarks: 'No.' } });
  });
});

test.each(both('add-money'))('%s tells of a transfer, and an admin decides', async (path) => {
  const form = {
    userId: 'anybody',
    applyId: '',
    chargeMoney: '12.50',
    transactionId: fresh(),
    state: 'Approved',
    payway: 'USDT',
  };
  const told = await portal.call('POST', path, { as: client, form });
  expect(told.status).toBe(200);
  expect(told.body.transaction).toMatchObject({ state: 'Pending', chargeMoney: 12.5, payway: 'USDT', image: null });
  const decide = path.replace('add-money', 'approve-transaction');
  const query = { id: told.body.transaction._id, action: 'approve' };
  expect((await put(decide, query, {})).body).toMatchObject({ message: 'Transaction approved successfully!' });
  const again = await put(decide, query, {});
  expect([again.status, again.body.message]).toEqual([409, 'Transaction is already completed.']);
  const other = await portal.call('POST', path, { as: client, form: { ...form, transactionId: fresh() } });
  const rejected = await put(
    decide,
    { id: other.body.transaction._id, action: 'reject' },
    { remarks: 'It did not arrive.' },
  );
  expect(rejected.body).toMatchObject({
    message: 'Transaction rejected successfully!',
    transaction: { state: 'Rejected', remarks: 'It did not arrive.' },
  });
});

test.each(both('send-request-email'))('%s asks for a share', async (path) => {
  expect((await post(path, { emailId: 'buyer@gmail.com' })).status).toBe(200);
  expect((await post(path, { emailId: ' ' })).body).toMatchObject({
    message: 'Please enter a valid Gmail address.',
    field: 'emailId',
  });
});

test.each(both('update-profile'))('%s changes the mobile number', async (path) => {
  const { status, body } = await portal.call('PUT', path, { as: client, body: { mobile: '+49 170 999' } });
  expect([status, body]).toEqual([
    200,
    { message: text, user: expect.objectContaining({ username: client.username, mobile: '+49 170 999' }) },
  ]);
});

test.each(both('update-password'))('%s ends every session', async (path) => {
  const person = await portal.client();
  const change = (password: string, confirmPassword: string) =>
    portal.call('PUT', path, { as: person, body: { password, confirmPassword } });
  expect((await change('another secret', '')).body.message).toBe('Please fill in both password fields.');
  expect((await change('another secret', 'another')).body.message).toBe('Passwords do not match');
  expect((await change('another secret', 'another secret')).status).toBe(200);
  expect((await portal.call('GET', '/kimi/me', { as: person })).status).toBe(401);
});

test.each(both('email-change'))('%s sends a code, and verify-email takes it', async (path) => {
  const verify = path.replace('email-change', 'verify-email');
  expect((await post(path, {})).body.message).toBe('Please enter your email.');
  expect((await post(path, { newEmail: client.email })).body.message).toBe('OTP has been sent to your email.');
  expect((await post(verify, {})).body.message).toBe('Please enter the OTP.');
  expect((await post(verify, { otp: 'abc' })).body).toMatchObject({
    message: 'OTP verification failed.',
    field: 'otp',
  });
});

const payer = { firstName: 'Ana', lastName: 'Lima', emailId: 'payer@example.com', country: 'France', money: '25.50' };
test.each(both('create-paylink-individual'))('%s makes a link', async (path) => {
  expect((await post(path, payer)).body).toEqual({
    message: expect.stringContaining('Paylink created successfully'),
    newPaylink: expect.objectContaining({ ...payer, money: 25.5, paylinkType: 'Individual' }),
  });
});
test.each(both('create-paylink-company'))('%s makes a link', async (path) => {
  const company = { ...payer, companyName: 'Lima Shoes', website: 'lima.example' };
  expect((await post(path, company)).body).toEqual({
    message: expect.stringContaining('Paylink created successfully'),
    newPaylink: expect.objectContaining({ ...company, money: 25.5, paylinkType: 'Company' }),
  });
});

test.each(both('update-network-details'))('%s changes where clients pay', async (path) => {
  const networkAddress = path.startsWith('/kimi')
    ? 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
    : '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const network = { networkName: path.startsWith('/kimi') ? 'TRC20' : 'ERC20', networkAddress };
  const changed = await put(path, {}, { ...network, password: admin.password });
  expect([changed.status, changed.body.message]).toEqual([200, text]);
  expect((await portal.call('GET', '/get-network-details', { as: client })).body.networkDetails).toEqual(network);
  expect((await put(path, {}, { ...network, networkName: '' })).body).toMatchObject({ field: 'networkName' });
});
