/** A thief who has everything has to wait for a day, and the owner is told. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { usd } from '#kernel/money.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { codeTo, mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
const [home, other] = ['TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'];
let [admin, second]: Person[] = [];
let client: Person;

const tron = (networkAddress: string) => ({ networkName: 'TRC20', networkAddress });
const get = async (path: string, as = admin, query = {}) =>
  (await portal.call('GET', `/kimi/${path}`, { as, query })).body;
const apply = async (as = client, to: object = tron(home)) => {
  const body = { amount: 1, ...to, password: as.password };
  const { status, body: answer, text } = await portal.call('POST', '/kimi/apply-withdrawal', { as, body });
  expect(status, text).toBe(200);
  return answer.withdrawal.applyId as string;
};
const approve = (applyId: string, said: object = {}) =>
  portal.call('PUT', '/kimi/approve-withdrawal', {
    as: admin,
    query: { applyId, action: 'approve' },
    body: { transactionId: `paid ${applyId}`, ...said },
  });
const confirm = (id: string) => portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id } });
const codeOf = async (answer: ReturnType<typeof approve>) => (await answer).body.code;
/** As if whatever happened to this client so far had happened a day and an hour before. */
const aDayLater = () =>
  portal.db.owner.query(
    'test.a_day_later',
    `with addresses as (update payout_addresses set added_at = added_at - interval '25 hours')
     update people set created_at = created_at - interval '25 hours',
       password_changed_at = password_changed_at - interval '25 hours',
       email_changed_at = email_changed_at - interval '25 hours'`,
  );
const changePassword = () =>
  portal.db.owner.query('test.stolen', 'update people set password_changed_at = clock_timestamp() where id = $1', [
    client.person,
  ]);
const inADay = () => new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 13);

beforeAll(async () => {
  [admin, second] = [await portal.admin(), await portal.admin()];
});
beforeEach(async () => {
  client = await portal.client({ dollars: 50 });
});

describe('a withdrawal to a new address', () => {
  test('is asked for at once and not approved for a day, by no call; both sides see from when on it is', async () => {
    const applyId = await apply();
    expect(await codeOf(approve(applyId))).toBe('withdrawal.waits');
    const { body } = await portal.decide(admin, 'approve', { applyId, transactionId: 'paid' });
    expect(body.results[0]).toMatchObject({ done: false, code: 'withdrawal.waits' });
    const shown = [
      (await get('get-withdrawals', client)).withdrawals[0].payableFrom,
      (await get('get-withdrawal-addresses', client)).addresses[0].payableFrom,
      (await get('get-pending-withdrawals')).withdrawals.at(-1).destination.payableFrom,
      (await get('get-request', admin, { applyId })).request.destination.payableFrom,
      (await get('get-queue', admin, { q: applyId })).requests[0].destination.payableFrom,
    ];
    expect(shown.map((at) => at.slice(0, 13))).toEqual(shown.map(() => inADay()));
    const [mail] = await mailsTo(portal.db.owner, client.email);
    expect(mail!.text).toMatch(/This address is new\. It can be paid from \d+ \w+ \d{4}, \d\d:\d\d UTC\./);
    expect(mail!.content.button?.url).toBe(`/kimi/wallet/withdraw?q=${applyId}&open=true`);
    const { users } = await get('get-wallet-of-user', client);
    expect(mail!.content.facts).toContainEqual(['Wallet balance now', usd(BigInt(Math.round(users.wallet * 100)))]);
    await aDayLater();
    expect((await get('get-withdrawals', client)).withdrawals[0].payableFrom).toBeNull();
    expect((await approve(applyId)).status).toBe(200);
    // From now on it is no new address.
    expect((await approve(await apply())).status).toBe(200);
  });

  test('waits for each network, client and address by itself, and again after it was removed', async () => {
    await apply();
    await aDayLater();
    const stranger = await portal.client({ dollars: 5 });
    expect(await codeOf(approve(await apply(stranger)))).toBe('withdrawal.waits');
    expect(await codeOf(approve(await apply(client, tron(other))))).toBe('withdrawal.waits');
    const [hex, upper] = ['0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'];
    await apply(client, { networkName: 'ERC20', networkAddress: hex });
    await aDayLater();
    expect((await approve(await apply(client, { networkName: 'ERC20', networkAddress: upper }))).status).toBe(200);
    expect(await codeOf(approve(await apply(client, { networkName: 'BEP20', networkAddress: hex })))).toBe(
      'withdrawal.waits',
    );
    const { addresses } = await get('get-withdrawal-addresses', client);
    const { _id } = addresses.find(({ networkAddress }: { networkAddress: string }) => networkAddress === home);
    const removed = await portal.call('PUT', '/kimi/remove-withdrawal-address', { as: client, query: { id: _id } });
    expect(removed.status).toBe(200);
    expect(await codeOf(approve(await apply()))).toBe('withdrawal.waits');
  });

  test('is let pass with a reason that stays in its story', async () => {
    const applyId = await apply();
    expect((await approve(applyId, { letPass: 'She called from the known number.' })).status).toBe(200);
    const { decisions } = await get('get-request', admin, { applyId });
    expect(JSON.stringify(decisions)).toContain('She called from the known number.');
  });

  test('is rejected and cancelled without any wait', async () => {
    const [one, two] = [await apply(), await apply()];
    const query = { applyId: one, action: 'reject' };
    const body = { remarks: 'Not yours.' };
    expect((await portal.call('PUT', '/kimi/approve-withdrawal', { as: admin, query, body })).status).toBe(200);
    expect((await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId: two } })).status).toBe(
      200,
    );
  });
});

describe('nothing is paid to a known address either', () => {
  beforeEach(async () => {
    await apply();
    await aDayLater();
  });

  test('for a day after the password was changed, whatever was asked for before', async () => {
    const applyId = await apply();
    const password = 'another long secret';
    const body = { currentPassword: client.password, password, confirmPassword: password };
    const { status, text } = await portal.call('PUT', '/kimi/update-password', { as: client, body });
    expect(status, text).toBe(200);
    expect(await codeOf(approve(applyId))).toBe('withdrawal.waits');
    await aDayLater();
    expect((await approve(applyId)).status).toBe(200);
  });

  test('for a day after the e-mail address was changed', async () => {
    const applyId = await apply();
    const to = `moved-${client.email}`;
    await portal.call('POST', '/email-change', { as: client, body: { newEmail: to } });
    await portal.call('POST', '/verify-email', { as: client, body: { otp: await codeTo(portal, to) } });
    expect(await codeOf(approve(applyId))).toBe('withdrawal.waits');
    await aDayLater();
    expect((await approve(applyId)).status).toBe(200);
  });
});

describe('with the second pair of eyes', () => {
  const pair = async (on: boolean) => {
    const body = { secondPair: { on } };
    const { status } = await portal.call('PUT', '/kimi/update-settings', { as: admin, body });
    if (status === 202) await confirm((await get('get-settings')).waiting._id);
  };
  beforeAll(() => pair(true));

  test('two admins let it pass, whatever the amount, and nothing was sent before both agreed', async () => {
    const applyId = await apply();
    const { destination } = (await get('get-request', admin, { applyId })).request;
    expect(destination).toMatchObject({ takesTwo: true });
    const said = { transactionId: '', letPass: 'She called.' };
    expect(await codeOf(approve(applyId))).toBe('withdrawal.waits');
    expect(await codeOf(approve(applyId, { letPass: 'She called.' }))).toBe('request.pays_later');
    expect((await approve(applyId, said)).status).toBe(202);
    expect((await confirm(applyId)).body).toMatchObject({ message: 'Confirmed.', state: 'To pay' });
  });

  test('what changed after it was let pass holds it up again', async () => {
    const applyId = await apply();
    expect((await approve(applyId, { transactionId: '', letPass: 'She called.' })).status).toBe(202);
    await changePassword();
    expect((await confirm(applyId)).body.code).toBe('withdrawal.waits');
    expect((await get('get-request', admin, { applyId })).request.state).toBe('Pending');
  });

  describe('what is to be paid', () => {
    const letPass = 'The owner called about it.';
    const pay = (applyId: string, said: object = {}, as = admin) =>
      portal.call('PUT', '/kimi/pay-withdrawal', {
        as,
        query: { applyId },
        body: { transactionId: `paid ${applyId}`, ...said },
      });
    const toPay = async () => {
      const applyId = await apply();
      await approve(applyId, { transactionId: '', letPass: 'She called.' });
      expect((await confirm(applyId)).body.state).toBe('To pay');
      return applyId;
    };
    const stateOf = async (applyId: string) => (await get('get-request', admin, { applyId })).request.state;

    test('is paid by one admin where nothing has changed since two agreed', async () => {
      expect((await pay(await toPay())).body).toMatchObject({ message: 'Withdrawal paid successfully!' });
    });

    test('waits again once the password was changed, is said so on both sides, and passes by two', async () => {
      const applyId = await toPay();
      await changePassword();
      const shown = [
        (await get('get-withdrawals', client)).withdrawals[0].payableFrom,
        (await get('get-withdrawals-to-pay')).withdrawals.at(-1).destination.payableFrom,
        (await get('get-request', admin, { applyId })).request.destination.payableFrom,
      ];
      expect(shown.map((at) => at?.slice(0, 13))).toEqual(shown.map(() => inADay()));
      expect((await pay(applyId)).body).toMatchObject({ code: 'withdrawal.waits', field: 'letPass' });
      const passed = await pay(applyId, { letPass });
      expect([passed.status, passed.body.message]).toEqual([202, 'Another admin has to confirm this.']);
      expect(passed.body.withdrawal).toMatchObject({ state: 'To pay', waits: { verdict: 'pay', by: admin!.username } });
      const proposal = (await get('get-proposals', second)).proposals.at(-1);
      expect(proposal).toMatchObject({ summary: expect.stringContaining(`${applyId} of $1.00`), mayConfirm: true });
      const alone = { as: admin!, query: { id: applyId } };
      expect((await portal.call('PUT', '/kimi/confirm-action', alone)).body.code).toBe('request.own');
      // Somebody got in once more before the second admin looked.
      await changePassword();
      expect((await confirm(applyId)).body.code).toBe('withdrawal.waits');
      expect(await stateOf(applyId)).toBe('To pay');
      expect((await pay(applyId, { letPass })).status).toBe(202);
      expect((await confirm(applyId)).body.state).toBe('Approved');
      expect(JSON.stringify((await get('get-request', admin, { applyId })).decisions)).toContain(letPass);
    });

    test('a payment that an admin named stays until it is looked at, whatever another one has sent meanwhile', async () => {
      const applyId = await toPay();
      await changePassword();
      expect((await pay(applyId, { letPass })).status).toBe(202);
      const named = async () => (await get('get-request', admin, { applyId })).request.waits;
      const waiting = await named();
      const also = (said: object) =>
        portal.call('PUT', '/kimi/pay-withdrawal', {
          as: second,
          query: { applyId },
          body: { transactionId: `also paid ${applyId}`, ...said },
        });
      const refused = { status: 409, body: { code: 'request.payment_waits' } };
      expect(await also({ letPass: 'They called me, too.' })).toMatchObject(refused);
      await aDayLater();
      expect(await also({})).toMatchObject(refused);
      expect([await named(), await stateOf(applyId)]).toEqual([waiting, 'To pay']);
      // Whoever named it may name another one.
      expect((await pay(applyId)).status).toBe(200);
    });

    test('is paid by one where its wait was over before its admin, whose page is older, let it pass', async () => {
      const [one, two] = [await toPay(), await apply()];
      await changePassword();
      expect((await pay(one)).body.code).toBe('withdrawal.waits');
      await aDayLater();
      expect((await pay(one, { letPass })).body.message).toBe('Withdrawal paid successfully!');
      expect((await approve(two, { letPass })).body.message).toBe('Withdrawal approved successfully!');
      // A page that asks for the agreement of two names no transfer.
      expect((await approve(await apply(), { transactionId: '', letPass })).status).toBe(202);
      for (const applyId of [one, two])
        expect(JSON.stringify((await get('get-request', admin, { applyId })).decisions)).not.toContain(letPass);
    });

    test('waits for an address that was added anew, or for a day, and can be taken back meanwhile', async () => {
      const [one, two] = [await toPay(), await toPay()];
      await aDayLater();
      const [{ _id }] = (await get('get-withdrawal-addresses', client)).addresses;
      await portal.call('PUT', '/kimi/remove-withdrawal-address', { as: client, query: { id: _id } });
      const body = { label: '', ...tron(home), password: client.password };
      expect((await portal.call('POST', '/kimi/add-withdrawal-address', { as: client, body })).status).toBe(200);
      expect((await pay(one)).body.code).toBe('withdrawal.waits');
      const [again] = (await get('get-withdrawal-addresses', client)).addresses;
      await portal.call('PUT', '/kimi/remove-withdrawal-address', { as: client, query: { id: again._id } });
      expect((await pay(one)).body.code).toBe('withdrawal.waits');
      expect((await pay(one, { letPass })).status).toBe(202);
      const back = { as: second, query: { applyId: one, action: 'reject' }, body: { remarks: 'Not yours.' } };
      // Whoever named a transfer says that the money has left.
      expect(await codeOf(portal.call('PUT', '/kimi/approve-withdrawal', back))).toBe('request.payment_waits');
      const drop = { as: second, query: { id: one }, body: { reason: 'Nothing was sent.' } };
      expect((await portal.call('PUT', '/kimi/drop-proposal', drop)).status).toBe(200);
      expect((await portal.call('PUT', '/kimi/approve-withdrawal', back)).status).toBe(200);
      expect([(await confirm(one)).status, await stateOf(one)]).toEqual([409, 'Rejected']);
      await aDayLater();
      expect((await pay(two)).status).toBe(200);
    });
  });
});

describe('the address book', () => {
  const add = (body: object = {}, as = client) =>
    portal.call('POST', '/kimi/add-withdrawal-address', {
      as,
      body: { label: 'Cold wallet', ...tron(home), password: as.password, ...body },
    });
  const book = async (as = client) => (await get('get-withdrawal-addresses', as)).addresses;

  test('takes a new address with the password, and tells its owner how to stop it', async () => {
    expect((await add({ password: 'wrong' })).body.code).toBe('user.wrong_password');
    expect((await add(tron('TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeM'))).body.field).toBe('networkAddress');
    const added = await add();
    expect(added.body.address).toMatchObject({ label: 'Cold wallet', networkAddress: home, addedBy: client.username });
    expect((await add()).body.code).toBe('withdrawal.address_known');
    const [mail] = await mailsTo(portal.db.owner, client.email);
    expect(mail!.subject).toBe('A withdrawal address was added');
    expect(mail!.text).toContain('remove it in the portal, change your password and tell us');
    expect((await get('get-notices', client)).notices[0].text).toContain(`${home} (TRC20) was added`);
    await aDayLater();
    expect((await approve(await apply())).status).toBe(200);
  });

  test('takes none before the e-mail address is verified, and no fifty-first', async () => {
    const unverified = await portal.client({ verified: false });
    expect((await add({}, unverified)).body.code).toBe('withdrawal.email_unverified');
    await portal.db.owner.query(
      't.full',
      `insert into payout_addresses (public_id, client, network, address)
       select 'WA-' || n || '-' || $1, $1::bigint, 'TRC20', 'T' || n from generate_series(1, 49) n`,
      [client.id],
    );
    const answers = await Promise.all([add(), add(tron(other))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    // Nor by the form of a withdrawal: what a thief asked for and took back stays in sight of whoever looks through it.
    const body = { amount: 1, ...tron('TY2vSS32yNiWm21bQgTWp5mVryNQoVRGqk'), password: client.password };
    const asked = await portal.call('POST', '/kimi/apply-withdrawal', { as: client, body });
    expect(asked.body.code).toBe('withdrawal.too_many_addresses');
    expect(await book()).toHaveLength(50);
  });

  test('of two who add the same address at once, one does', async () => {
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await book()).toHaveLength(1);
  });

  test('is renamed and removed by its own people alone; what was typed into a withdrawal is in it', async () => {
    await apply();
    const [{ _id, label }] = await book();
    expect(label).toBe('');
    const [query, body] = [{ id: _id }, { label: 'Mine' }];
    const stranger = await portal.client();
    for (const call of ['rename', 'remove'])
      expect((await portal.call('PUT', `/kimi/${call}-withdrawal-address`, { as: stranger, query, body })).status).toBe(
        404,
      );
    await portal.call('PUT', '/kimi/rename-withdrawal-address', { as: client, query, body });
    expect((await book())[0]).toMatchObject({ _id, label: 'Mine' });
    await portal.call('PUT', '/kimi/remove-withdrawal-address', { as: client, query });
    expect(await book()).toEqual([]);
    expect(await book(stranger)).toEqual([]);
  });
});
