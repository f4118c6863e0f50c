/** Closing an account and taking one's data along, over the real portal. */
import { describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { sweepDrafts } from '#topups/drafts.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { refusalToClose } from './leaving.ts';

const portal = await testPortal();
const owner = portal.db.owner;
const close = (as: Person, body: object = { password: as.password }) =>
  portal.call('PUT', '/kimi/close-account', { as, body });
const topUp = (as: Person, money: string) =>
  portal.call('POST', '/add-money', {
    as,
    form: { chargeMoney: money, transactionId: `tx-${as._id}-${money}`, payway: 'USDT' },
  });

describe('closing', () => {
  test('ends every session, refuses the sign-in, mails the owner and keeps the row', async () => {
    const client = await portal.client();
    const { status, body, headers } = await close(client);
    expect([status, body.message]).toEqual([200, 'Your account is closed.']);
    expect(headers.getSetCookie().join()).toContain('Max-Age=0');
    expect(headers.get('clear-site-data')).toBe('"cache"');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await portal.call('GET', '/kimi/me', { as: client })).status).toBe(401);
    expect(
      (await portal.call('POST', '/login-account', { body: { emailId: client.email, password: client.password } }))
        .status,
    ).toBe(401);
    expect((await mailsTo(owner, client.email))[0]!.subject).toBe('Your account was closed');
    const [row] = await owner.query<{ closed: boolean }>(
      'test.closed',
      'select closed_at is not null as closed from clients where id = $1',
      [client.id],
    );
    expect(row!.closed).toBe(true);
  });

  test('is refused while money is in the wallet, and says how much', async () => {
    const client = await portal.client({ dollars: 12.5 });
    const { status, body } = await close(client);
    expect([status, body.code, body.message]).toEqual([
      409,
      'client.not_empty',
      'Your account cannot be closed yet: there is still $12.50 in your wallet.',
    ]);
    expect((await portal.call('GET', '/kimi/get-closing', { as: client })).body).toEqual({
      message: 'What is left to settle was fetched successfully',
      wallet: 12.5,
      held: 0,
      adAccounts: 0,
      openRequests: 0,
      refusal: 'Your account cannot be closed yet: there is still $12.50 in your wallet.',
    });
    expect((await portal.call('GET', '/kimi/me', { as: client })).status).toBe(200);
  });

  test('is refused while a request is not decided, and goes once it is cancelled', async () => {
    const client = await portal.client();
    await topUp(client, '20');
    expect((await close(client)).body.message).toBe(
      'Your account cannot be closed yet: there is still one request that is not finished yet.',
    );
    const [transaction] = (await portal.call('GET', '/get-transaction-details-of-user', { as: client })).body
      .transactions;
    expect(
      (await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId: transaction.applyId } }))
        .status,
    ).toBe(200);
    expect((await close(client)).status).toBe(200);
  });

  test('revokes open pay links, so that nobody pays an account that is gone', async () => {
    const client = await portal.client();
    const body = { firstName: 'Pat', lastName: 'Payer', emailId: 'pat@example.com', country: 'Germany', money: '30' };
    const made = await portal.call('POST', '/kimi/create-paylink-individual', { as: client, body });
    expect(made.status, made.text).toBe(200);
    expect((await close(client)).status).toBe(200);
    const [row] = await owner.query<{ revoked: boolean }>(
      'test.revoked',
      'select revoked_at is not null as revoked from paylinks where client = $1',
      [client.id],
    );
    expect(row!.revoked).toBe(true);
  });

  test('asks for the password, and for a code where two-factor sign-in is on', async () => {
    const client = await portal.client();
    expect((await close(client, { password: 'wrong' })).body).toMatchObject({
      code: 'user.wrong_password',
      field: 'password',
    });
    const { body } = await portal.call('POST', '/kimi/start-two-factor', { as: client });
    const read = readKey(body.secret);
    if (!('key' in read)) throw new Error(read.fault);
    const enabled = await portal.call('POST', '/kimi/enable-two-factor', {
      as: client,
      body: { otp: codeAt(read.key, Date.now()) },
    });
    expect((await close(client)).body).toMatchObject({ code: 'auth.otp_required', field: 'otp' });
    expect((await close(client, { password: client.password, otp: '000000' })).body.code).toBe('auth.wrong_otp');
    expect((await close(client, { password: client.password, otp: enabled.body.recoveryCodes[0] })).status).toBe(200);
  });

  test('is nothing that an admin can do with their own account here', async () => {
    expect((await close(await portal.admin())).status).toBe(403);
  });

  test('names everything that is left', () => {
    const nothing = { arriving: 0, own: 0, links: 0 };
    const settled = { walletCents: 0n, heldCents: 0n, adAccountCents: 0n, openRequests: 0, onItsWay: nothing };
    expect(refusalToClose(settled)).toBeUndefined();
    const money = { ...settled, walletCents: 1n, heldCents: 200n, adAccountCents: 3_000n, openRequests: 2 };
    expect(refusalToClose(money)!.message).toBe(
      'Your account cannot be closed yet: there is still $0.01 in your wallet, $2.00 held for requests, $30.00 in ad accounts and 2 requests that are not finished yet.',
    );
    expect(refusalToClose({ ...settled, onItsWay: { arriving: 2, own: 1, links: 3 } })!.message).toBe(
      'Your account cannot be closed yet: there is still 2 transfers that are not credited yet, one exact amount that you may have sent and 3 paylinks whose payers may have sent an exact amount. Under Add Money, give up what you have not sent. Revoke the paylink, and wait for a day.',
    );
  });
});

describe("one's own data", () => {
  test('is one JSON file with everything, and nothing of anybody else or any secret', async () => {
    const [client, other] = [await portal.client({ dollars: 40 }), await portal.client({ dollars: 41 })];
    await portal.call('POST', '/kimi/send-request-email', { as: client, body: { emailId: 'helper@gmail.com' } });
    await topUp(client, '7');
    const [kept, gone] = ['TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'];
    const add = (as: Person, label: string, networkAddress: string) =>
      portal.call('POST', '/kimi/add-withdrawal-address', {
        as,
        body: { label, networkName: 'TRC20', networkAddress, password: as.password },
      });
    await add(client, 'Cold wallet', kept);
    const query = { id: (await add(client, 'Old one', gone)).body.address._id };
    expect((await portal.call('PUT', '/kimi/remove-withdrawal-address', { as: client, query })).status).toBe(200);
    expect((await add(other, 'Of another', gone)).status).toBe(200);
    const { status, headers, text } = await portal.call('GET', '/kimi/export-my-data', { as: client });
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="my-data-${client._id}.json"`,
    ]);
    const data = JSON.parse(text);
    expect(Object.keys(data)).toEqual([
      'writtenAt',
      'profile',
      'sessions',
      'securityLog',
      'passkeys',
      'requests',
      'statement',
      'adAccounts',
      'shares',
      'payLinks',
      'messages',
      'withdrawalAddresses',
      'topupDraft',
      'notices',
    ]);
    expect(data.profile).toMatchObject({
      _id: client._id,
      username: client.username,
      emailId: client.email,
      country: 'DE',
      pincode: '10115',
    });
    expect(
      data.requests.map((request: { amount: number; state: string }) => [request.amount, request.state]).toSorted(),
    ).toEqual([
      [40, 'Approved'],
      [7, 'Pending'],
    ]);
    expect(data.statement).toEqual([expect.objectContaining({ amount: 40, balance: 40 })]);
    expect(data.shares).toEqual([expect.objectContaining({ emailId: 'helper@gmail.com' })]);
    const at = expect.any(String);
    expect(data.withdrawalAddresses).toEqual([
      { label: 'Cold wallet', networkName: 'TRC20', networkAddress: kept, addedAt: at, removedAt: null },
      { label: 'Old one', networkName: 'TRC20', networkAddress: gone, addedAt: at, removedAt: at },
    ]);
    expect(data.notices).toHaveLength(4);
    for (const secret of [client.token, 'argon2', 'Of another', other.email, other._id])
      expect(text).not.toContain(secret);
  });

  test('has what was ordered as it was typed, and the ad accounts that came of it', async () => {
    const [client, admin] = [await portal.client({ dollars: 500 }), await portal.admin()];
    const body = { adNum: 1, adsDetails: [{ gmail: 'buyer@gmail.com', deposit: 100 }] };
    const { applyId } = (await portal.call('POST', '/create-google-ads', { as: client, body })).body.data;
    await portal.decide(admin, 'approve', { applyId, adsId: '555-000-1111' });
    const { text } = await portal.call('GET', '/kimi/export-my-data', { as: client });
    const { requests, adAccounts } = JSON.parse(text);
    const [asked] = requests.filter((request: { applyId: string }) => request.applyId === applyId);
    expect(asked.lines).toMatchObject([{ adsId: '555-000-1111', email: 'buyer@gmail.com', amount: 100, fee: 15 }]);
    expect(adAccounts).toMatchObject([{ adsId: '555-000-1111', platform: 'Google', balance: 100, closedAt: null }]);
  });

  test('keeps a begun top-up for a week', async () => {
    const client = await portal.client();
    const keep = () => portal.call('PUT', '/kimi/keep-topup-draft', { as: client, form: { chargeMoney: '25' } });
    const kept = () => owner.query('test.drafts', 'select from topup_drafts where client = $1', [client.id]);
    const age = (days: number) =>
      owner.query('test.aged', 'update topup_drafts set kept_at = now() - $1 * $2::interval', [days, '1 day']);
    expect((await keep()).status).toBe(200);
    await age(6.9);
    await sweepDrafts(portal.db);
    expect(await kept()).toHaveLength(1);
    await age(7);
    await sweepDrafts(portal.db);
    expect(await kept()).toEqual([]);
  });

  test('of an admin has what an admin is', async () => {
    const admin = await portal.admin();
    const { text } = await portal.call('GET', '/kimi/export-my-data', { as: admin });
    expect(Object.keys(JSON.parse(text))).toEqual(['writtenAt', 'profile', 'sessions', 'securityLog', 'passkeys']);
  });

  test('is complete where there is more than a page of it', async () => {
    const client = await portal.client();
    await owner.query(
      'test.many',
      `insert into notices (public_id, person, topic, text) select 'n' || g || ($1::bigint)::text,
       $1::bigint, 'security', 'number ' || g from generate_series(1, 1203) g`,
      [client.person],
    );
    const { text } = await portal.call('GET', '/kimi/export-my-data', { as: client });
    const { notices } = JSON.parse(text);
    expect([notices.length, notices[0].text, notices.at(-1).text]).toEqual([1203, 'number 1', 'number 1203']);
  });

  test('leaves a line in the security log', async () => {
    const client = await portal.client();
    await portal.call('GET', '/kimi/export-my-data', { as: client });
    const { body } = await portal.call('GET', '/kimi/get-security-log', { as: client });
    expect(body.events[0]).toMatchObject({ action: 'user.data_exported', byYou: true });
  });
});
