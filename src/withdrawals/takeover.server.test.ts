/** From a stolen mailbox or password to an empty wallet: what stands in the way, and what whoever pays is shown. */
import { describe, expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { someAdsId } from '#deposits/deposits.testing.server.ts';
import { testPortal, type Answered, type Person } from '#portal.testing.server.ts';
import { codeAt, readKey, type TotpKey } from '#totp/totp.ts';
import { codeTo } from '#users/users.testing.server.ts';
import { lookAlike } from './withdrawals.ts';

const portal = await testPortal();
const admin = await portal.admin();
const [home, other] = ['TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'];
const hex = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

const apply = (as: Person, body: object = {}, key?: string) =>
  portal.call('POST', '/kimi/apply-withdrawal', {
    as,
    key,
    body: { amount: 1, networkName: 'TRC20', networkAddress: home, password: as.password, ...body },
  });
const factsOf = async (applyId: string) =>
  (await portal.call('GET', '/kimi/get-request', { as: admin, query: { applyId } })).body.request.destination;
const pay = (applyId: string) =>
  portal.call('PUT', '/kimi/approve-withdrawal', {
    as: admin,
    query: { applyId, action: 'approve' },
    body: { transactionId: applyId },
  });

describe('the second factor of whoever has one', () => {
  async function withFactor(dollars = 50) {
    const client = await portal.client({ dollars });
    const { body } = await portal.call('POST', '/kimi/start-two-factor', { as: client });
    const { key } = readKey(body.secret) as { key: TotpKey };
    const code = () => codeAt(key, Date.now());
    const on = await portal.call('POST', '/kimi/enable-two-factor', { as: client, body: { otp: code() } });
    const fresh = async () => {
      await portal.db.owner.query('test.unused', 'update people set totp_last_step = 0 where id = $1', [client.person]);
      return code();
    };
    return { client, fresh, recovery: on.body.recoveryCodes[0] as string };
  }

  test('is asked for, works once, and a lost answer is given again without another', async () => {
    const { client, fresh, recovery } = await withFactor();
    expect((await apply(client)).body).toMatchObject({ code: 'auth.otp_required', field: 'otp' });
    expect((await apply(client, { otp: '000000' })).body).toMatchObject({ code: 'auth.wrong_otp', field: 'otp' });
    const otp = await fresh();
    const first = await apply(client, { otp }, 'attempt-1');
    expect(first.status, first.text).toBe(200);
    expect((await apply(client, { otp }, 'attempt-1')).body).toEqual(first.body);
    expect((await apply(client, { otp }, 'attempt-2')).body.code).toBe('auth.wrong_otp');
    expect((await apply(client, { amount: 2 }, 'attempt-1')).status).toBe(422);
    expect((await apply(client, { otp: recovery })).status).toBe(200);
  });

  test.each<[string, (as: Person, body?: object) => Promise<Answered>]>([
    [
      'an address book',
      (as, body) =>
        portal.call('POST', '/kimi/add-withdrawal-address', {
          as,
          body: { label: '', networkName: 'TRC20', networkAddress: home, password: as.password, ...body },
        }),
    ],
    [
      'a refill rule',
      async (as, body) =>
        portal.call('PUT', '/kimi/set-refill-rule', {
          as,
          query: { id: await accountOf(as) },
          body: { belowDays: 3, put: 15, mostPerDay: 15, leave: 0, password: as.password, ...body },
        }),
    ],
  ])('is asked for by %s too, and cannot be guessed there', async (_, put) => {
    const { client, fresh } = await withFactor(100);
    expect((await put(client)).body).toMatchObject({ code: 'auth.otp_required', field: 'otp' });
    expect((await put(client, { otp: '000000' })).body).toMatchObject({ code: 'auth.wrong_otp', field: 'otp' });
    const otp = await fresh();
    expect((await put(client, { otp })).status).toBe(200);
    for (let n = 0; n < 10; n++) await put(client, { otp: `00000${n}` });
    expect((await put(client, { otp: await fresh() })).body.code).toBe('limit.reached');
  });

  /** The client's ad account, which is opened when it is asked for first. */
  async function accountOf(as: Person): Promise<string> {
    const { list, opened } = accountsOf(portal);
    const [known] = (await list(as)).accounts;
    return known?._id ?? opened(admin, as, someAdsId(), 15);
  }

  test('cannot be guessed', async () => {
    const { client, fresh } = await withFactor();
    for (let n = 0; n < 10; n++) await apply(client, { otp: `00000${n}` });
    expect((await apply(client, { otp: await fresh() })).status).toBe(429);
  });
});

describe('the password', () => {
  test('is guessed ten times with one session, wherever it is asked for', async () => {
    const client = await portal.client({ dollars: 50, verified: true });
    for (let n = 0; n < 5; n++) {
      expect((await apply(client, { password: `guess ${n}` })).body).toMatchObject({
        code: 'user.wrong_password',
        field: 'password',
      });
      const body = { password: `guess ${n}`, otp: '' };
      expect((await portal.call('PUT', '/kimi/close-account', { as: client, body })).body.code).toBe(
        'user.wrong_password',
      );
    }
    expect((await apply(client)).body.code).toBe('limit.reached');
    const { events } = (await portal.call('GET', '/kimi/get-security-log', { as: client })).body;
    const wrong = events.filter(({ action }: { action: string }) => action === 'auth.password_refused');
    expect([wrong.length, wrong[0]]).toMatchObject([10, { byYou: true, address: '127.0.0.1' }]);
  });

  test('counts no more once it was changed, though it was typed before', async () => {
    const client = await portal.client({ dollars: 50, verified: true });
    const { owner } = portal.db;
    await owner.query(
      '',
      `create function test_gate() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock_shared(4711); return new; end $$`,
    );
    await owner.query(
      '',
      `create trigger test_gate before insert on throttles for each row
       when (new.key ~ '^(password|withdrawal):') execute function test_gate()`,
    );
    const { answer } = await owner.transaction(async (tx) => {
      await tx.query('', 'select pg_advisory_xact_lock(4711)');
      const answer = apply(client);
      await portal.db.lockWaits(1);
      const body = { password: 'a newer secret', confirmPassword: 'a newer secret' };
      expect((await portal.call('PUT', '/kimi/update-password', { as: client, body })).status).toBe(200);
      return { answer };
    });
    expect((await answer).body.code).toBe('user.wrong_password');
    await owner.query('', 'drop trigger test_gate on throttles');
  });
});

describe('whoever decides sees beside the verdict', () => {
  test('whether the address is new, how often it was paid, and who else uses it', async () => {
    const mine = { networkAddress: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' };
    const [ana, eve] = [await portal.client({ dollars: 50 }), await portal.client({ dollars: 50 })];
    const { applyId } = (await apply(ana, mine)).body.withdrawal;
    expect(await factsOf(applyId)).toMatchObject({
      paidBefore: 0,
      ofAnotherClient: false,
      looksLike: null,
      passwordChangedAt: null,
      emailChangedAt: null,
    });
    await portal.db.owner.query('test.aged', `update payout_addresses set added_at = added_at - interval '25 hours'`);
    expect((await pay(applyId)).status).toBe(200);
    const again = (await apply(ana, mine)).body.withdrawal.applyId;
    expect(await factsOf(again)).toMatchObject({ paidBefore: 1, ofAnotherClient: false });
    const theirs = (await apply(eve, mine)).body.withdrawal.applyId;
    expect(await factsOf(theirs)).toMatchObject({ paidBefore: 0, ofAnotherClient: true });
    // Hexadecimal addresses are one in whatever case; those of Tron are not.
    await apply(ana, { networkName: 'ERC20', networkAddress: hex });
    const small = (await apply(eve, { networkName: 'BEP20', networkAddress: hex.toLowerCase() })).body.withdrawal;
    expect(await factsOf(small.applyId)).toMatchObject({ ofAnotherClient: true });
    const unlike = (await apply(eve, { networkAddress: other })).body.withdrawal.applyId;
    expect(await factsOf(unlike)).toMatchObject({ ofAnotherClient: false });
  });

  test('that password or e-mail address were changed a moment ago', async () => {
    const client = await portal.client({ dollars: 50 });
    const next = `next-${client.email}`;
    await portal.call('POST', '/email-change', { as: client, body: { newEmail: next } });
    const otp = await codeTo(portal, next);
    expect((await portal.call('POST', '/verify-email', { as: client, body: { otp } })).status).toBe(200);
    const password = 'another long secret';
    const changed = await portal.call('PUT', '/kimi/update-password', {
      as: client,
      body: { currentPassword: client.password, password, confirmPassword: password },
    });
    expect(changed.status, changed.text).toBe(200);
    const signedIn = await portal.call('POST', '/login-account', { body: { emailId: next, password } });
    const thief = { ...client, password, token: signedIn.body.token };
    const { applyId } = (await apply(thief)).body.withdrawal;
    const now = expect.stringMatching(new RegExp(`^${new Date().getUTCFullYear()}-`));
    expect(await factsOf(applyId)).toMatchObject({ passwordChangedAt: now, emailChangedAt: now });
    const own = await portal.call('GET', '/kimi/get-withdrawals', { as: thief });
    expect(own.text).not.toContain('passwordChangedAt');
  });

  test('that an address only looks like one that is known', () => {
    const poisoned = '0xfb690000000000000000000000000000000000d359';
    expect(lookAlike(poisoned, [hex.toLowerCase(), other])).toBe(hex.toLowerCase());
    expect(lookAlike(hex.toLowerCase(), [hex.toLowerCase()])).toBeNull();
    expect(lookAlike(home, [other])).toBeNull();
    expect(lookAlike('TNPeXXXXXXXXXXXXXXXXXXXXXXXXXXYqeL', [home])).toBe(home);
  });
});
