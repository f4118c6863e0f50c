/** Registration, the own profile and the proof of an address, over the real portal. */
import { describe, expect, test, vi } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { arrived, codeTo, mailsTo, stale } from './users.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;

const filled = {
  username: 'Ana',
  emailId: 'ana@example.com',
  country: 'DE',
  contactMethod: 'telegram',
  contact1: '+49 170 123456',
  pincode: '10115',
  password: 'a long secret',
  confirmPassword: 'a long secret',
  agencyAds: { platform: ['Google', 'Bing'], business: ['APP'] },
};
const register = (change: object = {}) => portal.call('POST', '/create-account', { body: { ...filled, ...change } });

describe('registering', () => {
  test('makes a client who can sign in at once, and mails a code to the address', async () => {
    const { status, body } = await register();
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Account created successfully! Please sign in.',
      _id: expect.stringMatching(/^US-/),
    });
    const signedIn = await portal.call('POST', '/login-account', {
      body: { emailId: 'ANA@example.com', password: filled.password },
    });
    expect(signedIn.body).toMatchObject({
      username: 'Ana',
      typeOfUser: 'User',
      contact1: '+49 170 123456',
      emailId: 'ana@example.com',
    });
    const me = await portal.call('GET', '/kimi/me', { as: signedIn.body });
    expect(me.body).toMatchObject({ emailVerified: false, twoFactor: false, needsCurrentPassword: false });
    expect((await mailsTo(owner, 'ana@example.com'))[0]).toMatchObject({ subject: 'Your verification code' });
    expect(await codeTo(portal, 'ana@example.com')).toMatch(/^\d{6}$/);
  });

  test.each([
    [{ username: '' }, 'username', 'Please enter your name.'],
    [{ username: 'x'.repeat(81) }, 'username', 'Please use at most 80 characters.'],
    [{ emailId: 'ana' }, 'emailId', 'Please enter a valid e-mail address.'],
    [{ emailId: 'ana@example.com\r\nBcc: all@example.com' }, 'emailId', 'Please enter a valid e-mail address.'],
    [{ country: 'France' }, 'country', 'Please choose a country from the list.'],
    [{ contactMethod: 'pigeon' }, 'contactMethod', 'Please choose a contact method.'],
    [{ contact1: '12' }, 'contact1', 'Please enter a phone number of 5 to 20 digits, spaces and +.'],
    [{ contact1: '+++++' }, 'contact1', 'Please enter a phone number of 5 to 20 digits, spaces and +.'],
    [{ pincode: '' }, 'pincode', 'Please enter your PIN code.'],
    [{ password: 'short', confirmPassword: 'short' }, 'password', 'Please use at least 8 characters.'],
    [{ password: 'x'.repeat(257), confirmPassword: 'x'.repeat(257) }, 'password', 'Please use at most 256 characters.'],
    [{ confirmPassword: 'another secret' }, 'confirmPassword', 'Passwords do not match!'],
    [{ agencyAds: { platform: ['MySpace'], business: [] } }, 'agencyAds.platform.0', 'Please choose from the list.'],
  ])('is refused with %j, naming the field', async (change, field, message) => {
    const { status, body } = await register({ emailId: 'new@example.com', ...change });
    expect([status, body.field, body.message]).toEqual([400, field, message]);
    expect(await mailsTo(owner, 'new@example.com')).toEqual([]);
  });

  test('under a name of one line that reads as it is written, and that is nobody else’s address', async () => {
    const line = { username: 'Ana\r\n\n\u202eLi\u200bma \u2066 ', emailId: 'one-line@example.com' };
    expect((await register(line)).status).toBe(200);
    const [made] = await owner.query<{ username: string }>(
      'test.name',
      'select name as username from clients where email = $1',
      [line.emailId],
    );
    expect(made!.username).toBe('Ana Lima');
    expect((await register({ username: '\u202e', emailId: 'none@example.com' })).body.field).toBe('username');
    const others = [
      'ana@Example.com',
      'Ana ana@example.com',
      'ana\uff20example.com Lima',
      'ana\u200d\ufeff@example.com',
    ];
    for (const username of [...others, 'thief@example.com ana@example.com']) {
      const posing = await register({ username, emailId: 'thief@example.com' });
      expect([posing.status, posing.body.field], username).toEqual([400, 'username']);
    }
    expect((await register({ username: 'Own@example.com', emailId: 'own@example.com' })).status).toBe(200);
    expect((await register({ username: 'Ana @ Lima own2@example.com', emailId: 'own2@example.com' })).status).toBe(200);
  });

  test('is refused for a used address, whatever its case, and nobody is made or mailed', async () => {
    const { status, body } = await register({ emailId: 'Ana@Example.COM' });
    expect([status, body.code, body.field]).toEqual([409, 'user.email_taken', 'emailId']);
    expect(await mailsTo(owner, 'ana@example.com')).toHaveLength(1);
  });

  test('of one address by ten at once makes one account', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register({ emailId: 'crowd@example.com' })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  test('cannot make an admin, whatever the body says', async () => {
    const { body } = await register({ emailId: 'sly@example.com', role: 'Admin', typeOfUser: 'Admin', wallet: 1_000 });
    const [row] = await owner.query<{ role: string | null; client: string }>(
      'test.role',
      `select p.admin_role as role, c.public_id as client
       from people p join members m on m.person = p.id join clients c on c.id = m.client
         where p.email = 'sly@example.com'`,
    );
    expect(row).toEqual({ role: null, client: body._id });
  });

  test('keeps a name that looks like HTML or a header as the text it is', async () => {
    const name = '<b>Ana</b> & "Co"\tBcc: markup@example.com';
    const { status } = await register({ emailId: 'markup@example.com', username: name });
    expect(status).toBe(200);
    const signedIn = await portal.call('POST', '/login-account', {
      body: { emailId: 'markup@example.com', password: filled.password },
    });
    expect(signedIn.body.username).toBe(name);
  });
});

describe('the profile', () => {
  test.each(['client', 'admin'] as const)('of a %s takes a mobile number', async (role) => {
    const person = role === 'client' ? await portal.client() : await portal.admin();
    const { status, body } = await portal.call('PUT', '/kimi/update-profile', {
      as: person,
      body: { mobile: ' +49 151 2345 ' },
    });
    expect([status, body.message, body.user.mobile]).toEqual([200, 'Profile updated successfully!', '+49 151 2345']);
    expect((await portal.call('GET', '/kimi/me', { as: person })).body.mobile).toBe('+49 151 2345');
    const bad = await portal.call('PUT', '/kimi/update-profile', { as: person, body: { mobile: 'call me' } });
    expect([bad.status, bad.body.field]).toEqual([400, 'mobile']);
  });
});

describe('proving an address', () => {
  const ask = (as: { token: string }, newEmail: string) =>
    portal.call('POST', '/email-change', { as, body: { newEmail } });
  const prove = (as: { token: string }, otp: string) => portal.call('POST', '/verify-email', { as, body: { otp } });

  test("with one's own address sends the code again, and the newest one verifies", async () => {
    const client = await portal.client({ verified: false });
    const first = await codeTo(portal, client.email);
    expect((await ask(client, client.email)).body).toEqual({ message: 'OTP has been sent to your email.' });
    const second = await codeTo(portal, client.email);
    if (first !== second) expect((await prove(client, first)).status).toBe(400);
    // No code of the portal, so wrong whatever was sent; it stands in the log.
    expect((await prove(client, `${second.slice(1)}x`)).status).toBe(400);
    const { events } = (await portal.call('GET', '/kimi/get-security-log', { as: client })).body;
    expect(events[0]).toMatchObject({ action: 'auth.code_refused', byYou: true });
    const { status, body } = await prove(client, ` ${second.slice(0, 3)} ${second.slice(3)} `);
    expect([status, body]).toEqual([200, { message: 'Email verified successfully!', emailId: client.email }]);
    expect((await portal.call('GET', '/kimi/me', { as: client })).body.emailVerified).toBe(true);
    expect((await mailsTo(owner, client.email)).map((mail) => mail.subject)).not.toContain(
      'Your e-mail address was changed',
    );
  });

  test("mails nobody's mailbox full, from however many accounts", async () => {
    const to = 'somebody@elsewhere.example';
    const clients = await Promise.all([portal.client(), portal.client()]);
    for (let turn = 0; turn < 10; turn++) expect((await ask(clients[turn % 2]!, to)).status).toBe(200);
    expect((await ask(clients[0], to)).body.code).toBe('limit.reached');
    expect((await ask(clients[0], clients[0].email)).status).toBe(200);
  });

  test('is waited for wherever one looks, until the code was typed, is too old or was tried too often', async () => {
    const client = await portal.client({ verified: false });
    const awaited = async () => (await portal.call('GET', '/kimi/me', { as: client })).body.codeSentTo;
    expect(await awaited()).toBe(client.email);
    const next = `next-${client.email}`;
    await ask(client, next);
    expect(await awaited()).toBe(next);
    const right = await codeTo(portal, next);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++) await prove(client, wrong);
    expect(await awaited()).toBeNull();
    await ask(client, next);
    await prove(client, await codeTo(portal, next));
    expect(await awaited()).toBeNull();
  });

  test('a mail brings a link to the page on which its code is confirmed, which is no call', async () => {
    const client = await portal.client({ verified: false });
    const code = await codeTo(portal, client.email);
    const link = /\/dashboard\/user-profile\?code=(\d{6})/;
    const [, brought] = await arrived(portal, client.email, 'Your verification code', link);
    expect(brought).toBe(code);
    expect((await portal.call('GET', '/kimi/me', { as: client })).body.emailVerified).toBe(false);
  });

  test('changes the address only once the new one is proven, and tells the old one', async () => {
    const client = await portal.client();
    const next = `next-${client.email}`;
    expect((await ask(client, next)).status).toBe(200);
    expect((await portal.call('GET', '/kimi/me', { as: client })).body.emailId).toBe(client.email);
    expect((await prove(client, await codeTo(portal, next))).body.emailId).toBe(next);
    expect((await portal.call('GET', '/kimi/me', { as: client })).body.emailId).toBe(next);
    expect((await mailsTo(owner, client.email))[0]).toMatchObject({
      subject: 'Your e-mail address was changed',
      text: expect.stringContaining(next),
    });
    const old = await portal.call('POST', '/login-account', {
      body: { emailId: client.email, password: client.password },
    });
    expect(old.status).toBe(401);
  });

  test('until then nobody’s words reach it by our mails: neither a name, nor what was typed as the next address', async () => {
    const client = await portal.client({ verified: false });
    const form = { chargeMoney: '10', transactionId: `unproved-${client._id}` };
    const asked = await portal.call('POST', '/add-money', { as: client, form });
    const { applyId } = asked.body.transaction;
    const decided = await portal.decide(await portal.admin(), 'reject', { applyId, remarks: 'Nothing came.' });
    expect(decided.status).toBe(200);
    const [told] = await mailsTo(owner, client.email);
    expect(told!.content.lines.slice(0, 2)).toEqual(['Hello there,', expect.stringContaining('was rejected')]);
    const next = `claim-500-${client.email}`;
    await ask(client, next);
    expect((await prove(client, await codeTo(portal, next))).status).toBe(200);
    const [changed] = await mailsTo(owner, client.email);
    expect([changed!.subject, changed!.text.includes(next)]).toEqual(['Your e-mail address was changed', false]);
  });

  test('to a new address needs the password once the session is older than ten minutes, so that a stolen one cannot move the account', async () => {
    const client = await portal.client({ verified: false });
    await stale(owner, client.person);
    const next = `next-${client.email}`;
    const change = (body: object) =>
      portal.call('POST', '/email-change', { as: client, body: { newEmail: next, ...body } });
    // Nor does it help that the clock of the node that is asked is behind.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const behind = await change({}).finally(() => vi.useRealTimers());
    expect(behind.body).toMatchObject({ code: 'user.wrong_password', field: 'currentPassword' });
    expect((await change({ currentPassword: 'wrong' })).status).toBe(400);
    expect(await mailsTo(owner, next)).toEqual([]);
    // Whether the new address is somebody's is no business of a thief's either.
    const other = await portal.client();
    expect((await change({ newEmail: other.email })).body.code).toBe('user.wrong_password');
    expect((await change({ currentPassword: client.password })).status).toBe(200);
    expect((await ask(client, client.email)).status).toBe(200);
    // The database takes İ for i, and finds the same account; the mailbox may be a thief's.
    const dotted = client.email.replace('i', 'İ');
    expect((await change({ newEmail: dotted })).body.code).toBe('user.wrong_password');
    expect((await change({ newEmail: dotted, currentPassword: client.password })).status).toBe(200);
    expect((await prove(client, await codeTo(portal, dotted))).status).toBe(200);
    const [moved] = await owner.query<{ moved: boolean }>(
      'test.moved',
      'select email_changed_at is not null as moved from people where id = $1',
      [client.person],
    );
    expect(moved).toEqual({ moved: true });
  });

  test("waits for an approval of the client's, and not in a circle", async () => {
    const client = await portal.client();
    const next = `next-${client.email}`;
    await ask(client, next);
    const code = await codeTo(portal, next);
    const { proved } = await owner.transaction(async (tx) => {
      await tx.query('test.approved', 'update clients set approved_lately = true where email = $1', [client.email]);
      const proving = prove(client, code);
      await portal.db.lockWaits(1);
      // As a notice of the approval does.
      await tx.query('test.told', 'select from people where id = $1 for key share', [client.person]);
      return { proved: proving };
    });
    expect((await proved).status).toBe(200);
  });

  test('says what is missing', async () => {
    const client = await portal.client();
    expect((await ask(client, '')).body).toMatchObject({ message: 'Please enter your email.', field: 'newEmail' });
    expect((await prove(client, '')).body).toMatchObject({ message: 'Please enter the OTP.', field: 'otp' });
  });

  test('ends after five wrong codes: the right one is refused too', async () => {
    const client = await portal.client();
    await ask(client, client.email);
    const right = await codeTo(portal, client.email);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await prove(client, wrong);
      expect([status, body.message, body.field]).toEqual([400, 'OTP verification failed.', 'otp']);
    }
    expect((await prove(client, right)).status).toBe(400);
  });

  test('ends after ten minutes', async () => {
    const client = await portal.client();
    await ask(client, client.email);
    await owner.query(
      'test.later',
      `update mailed_codes set expires_at = expires_at - interval '10 minutes' where person = $1`,
      [client.person],
    );
    expect((await prove(client, await codeTo(portal, client.email))).status).toBe(400);
  });

  test('keeps codes as hashes only, and each works once', async () => {
    const client = await portal.client();
    await ask(client, client.email);
    const code = await codeTo(portal, client.email);
    const [row] = await owner.query<{ kept: string }>(
      'test.kept',
      `select mailed_codes::text as kept from mailed_codes where person = $1`,
      [client.person],
    );
    expect(row!.kept).not.toContain(code);
    expect((await prove(client, code)).status).toBe(200);
    expect((await prove(client, code)).status).toBe(400);
  });

  test("of somebody else's code is refused", async () => {
    const [ana, ben] = [await portal.client(), await portal.client()];
    await ask(ana, ana.email);
    expect((await prove(ben, await codeTo(portal, ana.email))).status).toBe(400);
  });

  test('to an address of somebody else is refused, also when it was taken in between', async () => {
    const [ana, ben] = [await portal.client(), await portal.client()];
    expect((await ask(ana, ben.email)).body).toMatchObject({ code: 'user.email_taken', field: 'newEmail' });
    const wanted = `wanted-${ana.email}`;
    await ask(ana, wanted);
    const code = await codeTo(portal, wanted);
    await register({ emailId: wanted });
    expect((await prove(ana, code)).status).toBe(409);
  });
});

describe('choosing mails', () => {
  test('lists what one may switch off, by role, and keeps the choice', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    const choicesOf = async (as: Person) =>
      (await portal.call('GET', '/kimi/get-notice-choices', { as })).body.choices as Record<string, unknown>[];
    const both = (topic: string) => ({ topic, portal: true, mail: true, telegram: null, fixed: false });
    const mailOnly = (topic: string, mail = true) => ({ topic, portal: null, mail, telegram: null, fixed: false });
    const others = [both('accounts'), both('runway'), both('message'), mailOnly('weekly', false)];
    const safety = { topic: 'security', portal: true, mail: true, telegram: null, fixed: true };
    expect(await choicesOf(client)).toEqual([both('wallet'), ...others, safety]);
    expect(await choicesOf(admin)).toEqual([
      mailOnly('new', false),
      mailOnly('late'),
      mailOnly('second'),
      mailOnly('message'),
      mailOnly('share'),
      mailOnly('appeal'),
      { ...safety, portal: null },
    ]);
    const saved = await portal.call('PUT', '/kimi/update-notice-choices', {
      as: client,
      body: { topic: 'wallet', mail: false },
    });
    expect(saved.body).toEqual({
      message: 'Your choice is saved.',
      choices: [{ ...both('wallet'), mail: false }, ...others, safety],
    });
    // Whoever has the session could keep warnings from its owner: it stands in their security log.
    const [event] = (await portal.call('GET', '/kimi/get-security-log', { as: client })).body.events;
    expect(event).toMatchObject({ action: 'user.notices_changed', byYou: true });
    const query = { action: 'user.notices_changed' };
    const { entries } = (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query })).body;
    expect(entries[0]).toMatchObject({ after: { topic: 'wallet', mail: false } });
  });

  test('mails about the safety of an account, and what nobody is told of, cannot be chosen', async () => {
    const [client, admin] = [await portal.client(), await portal.admin()];
    for (const [as, body] of [
      [client, { topic: 'security', mail: false }],
      [admin, { topic: 'security', mail: false }],
      [client, { topic: 'weekly', portal: true }],
      [client, { topic: 'share', mail: false }],
      [admin, { topic: 'message', portal: false }],
    ] as const)
      expect((await portal.call('PUT', '/kimi/update-notice-choices', { as, body })).status).toBe(400);
  });

  test('holds: no mail about a decision, and the bell still tells', async () => {
    const client = await portal.client();
    await portal.call('PUT', '/kimi/update-notice-choices', { as: client, body: { topic: 'wallet', mail: false } });
    const asked = await portal.call('POST', '/add-money', {
      as: client,
      form: { chargeMoney: '10', transactionId: `quiet-${client._id}`, payway: 'USDT' },
    });
    expect(asked.status).toBe(200);
    const [transaction] = (await portal.call('GET', '/get-transaction-details-of-user', { as: client })).body
      .transactions;
    await portal.call('PUT', '/approve-transaction', {
      as: await portal.admin(),
      query: { id: transaction._id, action: 'approve' },
    });
    expect((await portal.call('GET', '/kimi/get-notices', { as: client })).body.unseen).toBe(1);
    expect((await mailsTo(owner, client.email)).map((mail) => mail.subject)).toEqual(['Your verification code']);
  });
});
