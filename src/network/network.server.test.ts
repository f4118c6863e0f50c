/** Where clients send USDT: who may change it, how, and that nothing of it is ever lost. */
import { describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';

const portal = await testPortal();
const tron = ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdNZS'] as const;
const ether = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const update = (as: Person, body: object) =>
  portal.call('PUT', '/kimi/update-network-details', { as, body: { password: as.password, ...body } });
const details = async (as: Person) => (await portal.call('GET', '/get-network-details', { as })).body;
const history = async (as: Person) => (await portal.call('GET', '/kimi/get-network-history', { as })).body;
const secondPair = (on: boolean) =>
  portal.db.owner.query(
    'test.settings',
    `insert into settings_versions (value)
     select $1::jsonb || jsonb_build_object('secondPair', coalesce($1::jsonb -> 'secondPair', '{}'))`,
    [
      JSON.stringify({
        secondPair: {
          on,
          network: true,
          corrections: true,
          refundsAboveCents: '100000',
          withdrawalsAboveCents: '100000',
        },
      }),
    ],
  );

test('before anybody has named one there is none', async () => {
  expect(await details(await portal.client())).toEqual({
    message: 'No data available',
    networkDetails: null,
    networks: [],
  });
});

describe('changing the network', () => {
  test('shows it to clients and admins at once, keeps every version, mails every admin, and writes it down', async () => {
    const [client, admin, colleague] = [await portal.client(), await portal.admin(), await portal.admin()];
    const first = await update(admin, { networkName: ' TRC20 ', networkAddress: ` ${tron[0]} ` });
    expect([first.status, first.body.message]).toEqual([200, 'Network details updated successfully.']);
    for (const as of [client, admin]) {
      expect(await details(as)).toEqual({
        message: 'Network details fetched successfully',
        networkDetails: { networkName: 'TRC20', networkAddress: tron[0] },
        networks: [{ networkName: 'TRC20', networkAddress: tron[0] }],
      });
    }
    await update(colleague, { networkName: 'ERC20', networkAddress: ether });
    const { versions, total } = await history(admin);
    expect(total).toBe(2);
    expect(versions[0]).toMatchObject({
      networkAddress: ether,
      state: 'Shown',
      author: colleague.username,
      own: false,
      confirmedBy: null,
    });
    expect(versions[1]).toEqual({
      _id: expect.stringMatching(/^NW-/),
      networkName: 'TRC20',
      networkAddress: tron[0],
      beside: [],
      state: 'Replaced',
      author: admin.username,
      own: true,
      confirmedBy: null,
      createdAt: expect.any(String),
      shownAt: expect.any(String),
    });
    const mails = await portal.db.owner.query<{ recipient: string }>(
      'test.mails',
      `select recipient from mails where subject = 'The payment address was changed'
       and content::text like '%ERC20, the default%: ' || $1 || '%'`,
      [ether],
    );
    expect(mails.map((mail) => mail.recipient)).toEqual(
      expect.arrayContaining([admin.email, colleague.email, 'first@admin.test']),
    );
    const audit = await portal.db.owner.query(
      'test.audit',
      `select before, after from audit_log where action = 'network.changed' order by id desc limit 1`,
    );
    expect(audit[0]).toEqual({
      before: { networkName: 'TRC20', networkAddress: tron[0] },
      after: { networkName: 'ERC20', networkAddress: ether },
    });
    const same = await update(admin, { networkName: 'ERC20', networkAddress: ether });
    expect([same.status, same.body.code]).toEqual([409, 'network.same']);
  });

  test.each([
    ['networkName', { networkName: ' ' }],
    ['networkAddress', { networkAddress: '' }],
    ['networkAddress', { networkAddress: `${tron[0].slice(0, -1)}9` }],
    ['networkAddress', { networkAddress: ether }],
    ['networkAddress', { networkAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['networkAddress', { networkName: 'ERC20', networkAddress: ether.replace('aAeb', 'aAEb') }],
    ['networkAddress', { networkName: 'BEP20', networkAddress: '0x55d398326f99059fF775485246999027B3197955' }],
    ['networkAddress', { networkName: 'My own chain', networkAddress: 'two words' }],
    ['password', { password: '' }],
    ['password', { password: 'not my password' }],
  ])('refuses a wrong %s with 400 and changes nothing', async (field, wrong) => {
    const admin = await portal.admin();
    const before = await details(admin);
    const { status, body } = await update(admin, { networkName: 'TRC20', networkAddress: tron[1], ...wrong });
    expect([status, body.field]).toEqual([400, field]);
    expect(await details(admin)).toEqual(before);
  });

  test('asks for the password again and again only so often', async () => {
    const admin = await portal.admin();
    for (let n = 0; n < 10; n++)
      await update(admin, { networkName: 'TRC20', networkAddress: tron[1], password: `guess ${n}` });
    const { status, headers } = await update(admin, { networkName: 'TRC20', networkAddress: tron[1] });
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('leaves no way to rewrite what was shown', async () => {
    await expect(
      portal.db.owner.query('test.rewrite', `update network_versions set network_address = 'x'`),
    ).rejects.toThrow(/append-only/);
    await expect(portal.db.owner.query('test.delete', 'delete from network_versions')).rejects.toThrow(/append-only/);
    await expect(portal.db.query('test.update', `update network_versions set network_address = 'x'`)).rejects.toThrow(
      /permission denied/,
    );
  });
});

test('with a second pair of eyes a change waits: its author cannot confirm it, another admin can, once', async () => {
  const [client, admin, colleague] = [await portal.client(), await portal.admin(), await portal.admin()];
  await update(admin, { networkName: 'TRC20', networkAddress: tron[0] });
  await secondPair(true);
  const confirm = (as: Person, id: string) => portal.call('PUT', '/kimi/confirm-action', { as, query: { id } });
  const first = await update(admin, { networkName: 'TRC20', networkAddress: tron[1] });
  expect([first.status, first.body.version.state]).toEqual([202, 'Waiting']);
  expect((await details(client)).networkDetails.networkAddress).toBe(tron[0]);
  const own = await confirm(admin, first.body.version._id);
  expect([own.status, own.body.code]).toEqual([409, 'request.own']);
  const newer = await update(admin, { networkName: 'ERC20', networkAddress: ether });
  expect((await confirm(colleague, first.body.version._id)).status).toBe(409);
  const [done, twice] = await Promise.all([
    confirm(colleague, newer.body.version._id),
    confirm(colleague, newer.body.version._id),
  ]);
  expect([done.status, twice.status].toSorted()).toEqual([200, 409]);
  expect((await details(client)).networkDetails.networkAddress).toBe(ether);
  const { versions } = await history(admin);
  expect(versions.slice(0, 2)).toMatchObject([
    { state: 'Shown', confirmedBy: colleague.username },
    { state: 'Dropped' },
  ]);
  const third = await update(colleague, { networkName: 'TRC20', networkAddress: tron[0] });
  const drop = { as: admin, query: { id: third.body.version._id } };
  expect((await portal.call('PUT', '/kimi/drop-proposal', { ...drop, body: {} })).body.code).toBe('proposal.no_reason');
  const reason = 'That address is not ours.';
  expect((await portal.call('PUT', '/kimi/drop-proposal', { ...drop, body: { reason } })).body.message).toBe(
    'Refused.',
  );
  expect((await history(admin)).versions[0].state).toBe('Dropped');
  expect((await mailsTo(portal.db.owner, colleague.email))[0]).toMatchObject({ content: { quote: reason } });
  expect((await confirm(admin, third.body.version._id)).status).toBe(409);
  expect((await confirm(admin, 'NW-0000-0000')).status).toBe(404);
  await secondPair(false);
});

test('a clock that was set back brings no old address back', async () => {
  const [client, admin, other] = [await portal.client(), await portal.admin(), await portal.admin()];
  // As written an hour ahead of today's clock, which was put right since.
  await portal.db.owner.query(
    'test.ahead',
    `insert into network_versions (public_id, network_name, network_address, author, shown_at)
     values ('NW-AHEAD', 'TRC20', $1, $2, now() + interval '1 hour')`,
    [tron[0], admin.id],
  );
  expect((await update(admin, { networkName: 'ERC20', networkAddress: ether })).body.networkDetails).toMatchObject({
    networkName: 'ERC20',
  });
  await secondPair(true);
  const { version } = (await update(admin, { networkName: 'TRC20', networkAddress: tron[1] })).body;
  await portal.call('PUT', '/kimi/confirm-action', { as: other, query: { id: version._id } });
  expect((await details(client)).networkDetails).toEqual({ networkName: 'TRC20', networkAddress: tron[1] });
  await secondPair(false);
});
