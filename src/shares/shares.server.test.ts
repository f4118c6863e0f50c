/** Sharing ad accounts by Gmail, over the real portal. */
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { strangeAmong } from './shares.ts';

const portal = await testPortal();
const owner = portal.db.owner;
let ana: Person;
let ben: Person;
let admin: Person;

/** An order of Google accounts that an admin approves with these Ads IDs. */
async function running(client: Person, adsIds: string): Promise<void> {
  const count = adsIds.split(',').length;
  const ordered = await portal.call('POST', '/create-google-ads', {
    as: client,
    body: { adNum: count, adsDetails: Array.from({ length: count }, () => ({ gmail: 'buyer@gmail.com', deposit: 0 })) },
  });
  expect(ordered.status, ordered.text).toBe(200);
  const [ad] = (await portal.call('GET', '/get-google-ads', { as: client })).body.ads;
  const approved = await portal.call('PUT', '/approve-googleAd', {
    as: admin,
    query: { id: ad._id, action: 'approve' },
    body: { adsId: adsIds },
  });
  expect(approved.status, approved.text).toBe(200);
}

beforeAll(async () => {
  admin = await portal.admin();
  [ana, ben] = [await portal.client({ dollars: 200 }), await portal.client({ dollars: 200 })];
  await running(ana, '123-456-7890, 123-456-7891');
  await running(ben, '999-999-9999');
});

const share = (as: Person, body: object) => portal.call('POST', '/kimi/send-request-email', { as, body });
const own = async (as: Person, query = {}) => (await portal.call('GET', '/kimi/get-share-log', { as, query })).body;

describe('a share', () => {
  test('of an own account is logged for both sides and mailed to every admin who wants it', async () => {
    const quiet = await portal.admin();
    await portal.call('PUT', '/kimi/update-notice-choices', { as: quiet, body: { topic: 'share', mail: false } });
    const { status, body } = await share(ana, {
      emailId: ' helper@gmail.com ',
      adsId: '123-456-7890',
      adType: 'Google',
    });
    expect([status, body]).toEqual([
      200,
      { message: 'Email request sent successfully!', _id: expect.stringMatching(/^SH-/) },
    ]);
    expect((await own(ana)).shares[0]).toEqual({
      _id: body._id,
      emailId: 'helper@gmail.com',
      adsId: '123-456-7890',
      adType: 'Google',
      createdAt: expect.stringMatching(/Z$/),
    });
    // Whoever has the account has the money in it: its owner hears of it first.
    const text = `${ana.email} asked us to share the ad account Google 123-456-7890 with helper@gmail.com.`;
    const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: ana })).body;
    expect(notices[0]).toMatchObject({ text, topic: 'security' });
    expect((await mailsTo(owner, ana.email))[0]).toMatchObject({ subject: 'An ad account is to be shared' });
    const all = await portal.call('GET', '/kimi/get-gmail-share-log', { as: admin });
    expect(all.body[0]).toEqual({
      _id: body._id,
      userId: ana._id,
      username: ana.username,
      emailId: ana.email,
      phone: '+49 170 123456',
      gmailShare: 'helper@gmail.com',
      adsId: '123-456-7890',
      adType: 'Google',
      createdAt: expect.stringMatching(/Z$/),
    });
    expect((await mailsTo(owner, admin.email))[0]).toMatchObject({
      subject: `New share request from ${ana.email}`,
      text: `${ana.email} asks to share the ad account Google 123-456-7890 with helper@gmail.com. The client’s name:`,
    });
    expect((await mailsTo(owner, quiet.email)).map((mail) => mail.subject)).not.toContain(
      `New share request from ${ana.email}`,
    );
  });

  test('may name no account, or all accounts of an order as they are shown', async () => {
    expect((await share(ana, { emailId: 'any@example.org' })).status).toBe(200);
    expect(
      (await share(ana, { emailId: 'both@gmail.com', adsId: '123-456-7890, 1234567891', adType: 'Google' })).status,
    ).toBe(200);
    expect((await share(ana, { emailId: 'typed@gmail.com', adsId: '123 456 7890' })).status).toBe(200);
  });

  test.each([
    ['', undefined],
    ['ana', undefined],
    ['a@b', undefined],
    ['x@gmail.com\r\nBcc: y@gmail.com', undefined],
    // as chats and keyboards for Chinese write them: another mailbox than the one that is meant
    ['“ana@gmail.com”', undefined],
    ['«ana@gmail.com»', undefined],
    ['ａna@gmail.com', undefined],
    ['ana@gmail.com; bob@gmail.com', undefined],
  ])('with %j is refused', async (emailId) => {
    const { status, body } = await share(ana, { emailId });
    expect([status, body.field, body.message]).toEqual([400, 'emailId', 'Please enter a valid Gmail address.']);
  });

  test("of somebody else's account, or of none that exists, is not found, and nothing is logged", async () => {
    const before = (await own(ana)).total;
    for (const adsId of ['999-999-9999', '123-456-7890, 999-999-9999', '555-555-5555']) {
      expect((await share(ana, { emailId: 'x@gmail.com', adsId, adType: 'Google' })).status).toBe(404);
    }
    expect((await share(ana, { emailId: 'x@gmail.com', adsId: '123-456-7890', adType: 'Bing' })).status).toBe(404);
    const { body } = await share(ana, { emailId: 'x@gmail.com', adsId: '123-456-7890, 999-9', adType: 'Google' });
    expect(body.message).toBe('Ad account 2 of these is not among your open ones.');
    expect((await own(ana)).total).toBe(before);
  });

  test('is asked for five hundred times a day at most, however many people of a client ask', async () => {
    const client = await portal.client();
    const key = `shares:${client.id}`;
    await owner.query(
      'test.spent',
      `insert into throttles (key, guesses, ends_at) values ($1, 500, now() + interval '1 day')`,
      [key],
    );
    const { status, body } = await share(client, { emailId: 'helper@gmail.com', adsId: '' });
    expect([status, body.code]).toEqual([429, 'limit.reached']);
  });

  test('can never be changed or taken out of the log', async () => {
    for (const statement of [`update shares set email = 'x@gmail.com'`, 'delete from shares', 'truncate shares']) {
      await expect(portal.db.query(`test.${statement}`, statement)).rejects.toThrow();
      await expect(owner.query(`test.owner ${statement}`, statement)).rejects.toThrow(/append-only/);
    }
  });
});

describe('the logs', () => {
  test('show clients their own only', async () => {
    await share(ben, { emailId: 'ben-helper@gmail.com' });
    expect((await own(ben)).shares.map((each: { emailId: string }) => each.emailId)).toEqual(['ben-helper@gmail.com']);
    expect((await own(ana)).shares.map((each: { emailId: string }) => each.emailId)).not.toContain(
      'ben-helper@gmail.com',
    );
  });

  test('are paged, sorted and searched; the bare array tells its total in a header', async () => {
    const log = async (query: object) =>
      portal.call('GET', '/kimi/get-gmail-share-log', { as: admin, query: { ...query } });
    const everything = await log({ limit: 200 });
    const total = everything.body.length;
    expect(Number(everything.headers.get('x-total-count'))).toBe(total);
    const pages = await Promise.all([1, 2].map((page) => log({ limit: 2, page })));
    expect(pages.flatMap((page) => page.body).map((row) => row._id)).toEqual(
      everything.body.slice(0, 4).map((row: { _id: string }) => row._id),
    );
    const after = await log({ limit: 2, after: everything.body[1]._id });
    expect(after.body.map((row: { _id: string }) => row._id)).toEqual(
      everything.body.slice(2, 4).map((row: { _id: string }) => row._id),
    );
    const up = await log({ limit: 200, sort: 'createdAt' });
    expect(up.body).toEqual(everything.body.toReversed());
    expect((await log({ q: 'BEN-HELPER' })).body).toHaveLength(1);
    expect((await log({ q: ben.email })).body).toHaveLength(1);
    expect((await log({ q: 'nobody at all' })).body).toEqual([]);
    expect((await log({ q: '%' })).body).toEqual([]);
    expect((await log({ sort: 'username' })).status).toBe(400);
  });

  test('are files of exactly what is searched: everybody’s for admins, with a trace, and the own for clients', async () => {
    const file = async (as: Person, query = {}) => {
      const { status, bytes } = await portal.call('GET', '/kimi/export-share-log', { as, query });
      expect(status).toBe(200);
      return (await readXlsx(new Uint8Array(bytes))).sheets[0]!.rows;
    };
    const { headers } = await portal.call('GET', '/kimi/get-gmail-share-log', { as: admin });
    expect(await file(admin)).toHaveLength(1 + Number(headers.get('x-total-count')));
    const [head, row, ...more] = await file(admin, { q: 'ben-helper' });
    expect([head!.length, row!.slice(0, 2), row![3], more]).toEqual([
      7,
      [ben.username, ben.email],
      'ben-helper@gmail.com',
      [],
    ]);
    const [ownHead, ...ownRows] = await file(ben);
    expect(ownHead!.at(-1)).toBe('Created Time (Asia/Shanghai)');
    expect(ownRows.map(([gmail]) => gmail)).toEqual(['ben-helper@gmail.com']);
    const log = await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { action: 'read.share_log' } });
    expect(log.body.entries.map(({ after }: { after: { q: string } }) => after.q)).toEqual(['ben-helper', undefined]);
    const support = await portal.admin('Support');
    expect((await portal.call('GET', '/kimi/export-share-log', { as: support })).status).toBe(403);
  });

  test('of a client are filtered by platform and searched by Ads ID', async () => {
    expect((await own(ana, { adType: 'Bing' })).shares).toEqual([]);
    expect((await own(ana, { adType: 'Google' })).shares.length).toBeGreaterThan(0);
    expect((await own(ana, { q: '123-456' })).shares.length).toBeGreaterThan(0);
  });
});

test('a share names only what is there, however it is typed', () => {
  expect(strangeAmong('123-456', ['123456'])).toBe(0);
  expect(strangeAmong('123-456, 789', ['123456'])).toBe(2);
  expect(strangeAmong(' , ', [])).toBe(0);
});
