import { renderMail } from '#server/mailpage.server.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { longAgo } from '#requests/story.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { facebookOrder, talkTo } from './adaccounts.testing.server.ts';

const portal = await testPortal();
const { judge, order, wallet } = talkTo(portal);
let admin: Person;
beforeAll(async () => {
  admin = await portal.admin();
});

describe('deciding', () => {
  test('one Ads ID takes the whole deposit of an order', async () => {
    const client = await portal.client({ dollars: 500 });
    const { applyId } = (await order(client, [50, 100])).body;
    const { status, body } = await judge(admin, 'google', applyId, 'approve', { adsId: ' 700-100-0001 ' });
    expect([status, body.message]).toEqual([200, 'Ad approved successfully!']);
    expect(body.ad).toMatchObject({
      applyId,
      state: 'Approved',
      adsId: '700-100-0001',
      adsIds: ['700-100-0001'],
      decidedBy: admin.username,
    });
    const ids = await portal.call('GET', '/kimi/get-ads-id', { as: client, query: { adType: 'Google' } });
    expect(ids.body).toMatchObject({ adsIds: ['700-100-0001'], accounts: [{ adsId: '700-100-0001', available: 150 }] });
    expect(await wallet(client)).toMatchObject({ wallet: 297.5, held: 0 });
  });

  test('a list of exactly as many Ads IDs as rows opens them in row order, one with nothing in it', async () => {
    const client = await portal.client({ dollars: 500 });
    const { applyId } = (await order(client, [50, 0, 15])).body;
    expect((await judge(admin, 'google', applyId, 'approve', { adsId: '71, 72' })).body).toMatchObject({
      field: 'adsId',
      code: 'application.ads_ids',
    });
    expect((await judge(admin, 'google', applyId, 'approve', { adsId: '71, 7-1, 73' })).body).toMatchObject({
      field: 'adsId',
      message: 'The Ads ID 71 is there twice.',
    });
    const { body } = await judge(admin, 'google', applyId, 'approve', { adsId: '71,72\n73' });
    expect(body.ad).toMatchObject({ adsId: '71, 72, 73', adsIds: ['71', '72', '73'] });
    const [mail] = await mailsTo(portal.db.owner, client.email);
    expect(mail!.text, 'the order form promises the Ads IDs by e-mail').toContain('\nAds ID: 71, 72, 73');
    // 500 less 65 of deposits, 30 of opening fee and 9.75 of top-up fee.
    expect(mail!.text).toContain('Amount: $65.00\nTotal with fees: $104.75\n');
    expect(mail!.text).toContain('\nWallet balance now: $395.25');
    expect(mail!.content.next).toMatch(/open/);
    const { text } = renderMail(mail!.subject, mail!.content, portal.app.config);
    expect(text).toContain(`${portal.app.config.publicUrl}/google/accountManage/accountList?q=${applyId}&open=true`);
    const ids = await portal.call('GET', '/kimi/get-ads-id', { as: client, query: { adType: 'Google' } });
    expect(ids.body.accounts).toEqual([
      { adsId: '71', available: 50 },
      { adsId: '72', available: 0 },
      { adsId: '73', available: 15 },
    ]);
    const approved = await portal.call('GET', '/get-approved-google-ads', { as: admin, query: { q: '71' } });
    expect(approved.body.ads[0]).toMatchObject({ applyId, state: 'Approved' });
  });

  test('a monthly Facebook order opens 1 to 10 empty accounts', async () => {
    const client = await portal.client({ dollars: 100 });
    const { applyId } = (
      await portal.call('POST', '/kimi/create-facebook-ads', {
        as: client,
        body: facebookOrder({ paymentMode: 'monthly' }),
      })
    ).body;
    expect(
      (
        await judge(admin, 'facebook', applyId, 'approve', {
          adsId: Array.from({ length: 11 }, (_, n) => `m${n}`).join(','),
        })
      ).status,
    ).toBe(400);
    const { body } = await judge(admin, 'facebook', applyId, 'approve', { adsId: 'm1\nm2' });
    expect(body.ad).toMatchObject({ state: 'Approved', adsIds: ['m1', 'm2'] });
    const ids = await portal.call('GET', '/kimi/get-ads-id', { as: client, query: { adType: 'Facebook' } });
    expect(ids.body.accounts).toEqual([
      { adsId: 'm1', available: 0 },
      { adsId: 'm2', available: 0 },
    ]);
  });

  test('a rejection gives all of the money back and shows the remark to the client', async () => {
    const client = await portal.client({ dollars: 100 });
    const { applyId } = (await order(client, [15])).body;
    const { body } = await judge(admin, 'google', applyId, 'reject', {
      remarks: 'Please use a Gmail address that exists.',
    });
    expect(body).toMatchObject({ message: 'Ad rejected successfully!', ad: { state: 'Rejected', adsId: '' } });
    const { ads } = (await portal.call('GET', '/get-google-ads', { as: client, query: { state: 'Rejected' } })).body;
    expect(ads[0]).toMatchObject({ applyId, remarks: 'Please use a Gmail address that exists.', decidedBy: null });
    expect(await wallet(client)).toMatchObject({ wallet: 100, held: 0 });
  });

  test('happens once: the second is told who decided and when', async () => {
    const client = await portal.client({ dollars: 100 });
    const { applyId } = (await order(client, [15])).body;
    const other = await portal.admin();
    const answers = await Promise.all([
      judge(admin, 'google', applyId, 'approve', { adsId: `race-${applyId}` }),
      judge(other, 'google', applyId, 'reject', { remarks: 'No' }),
    ]);
    const late = answers.find(({ status }) => status === 409)!;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(late.body).toMatchObject({
      code: 'application.already_decided',
      state: expect.stringMatching(/Approved|Rejected/),
      decidedBy: expect.any(String),
      decidedAt: expect.any(String),
    });
    const { wallet: left, held } = await wallet(client);
    expect([held, left === 100 || left === 52.75]).toEqual([0, true]);
  });

  test('gives an Ads ID to one order only, however it is typed and whoever is quicker', async () => {
    const clients = await Promise.all([portal.client({ dollars: 100 }), portal.client({ dollars: 100 })]);
    const ids = await Promise.all(clients.map(async (client) => (await order(client, [15])).body.applyId as string));
    const answers = await Promise.all(
      ids.map((id, n) => judge(admin, 'google', id, 'approve', { adsId: n === 0 ? 'CONTESTED-1' : 'contested 1' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('application.taken');
    const bing = clients[answers.findIndex(({ status }) => status === 200)]!;
    const { applyId } = (
      await portal.call('POST', '/create-bing-ads', {
        as: bing,
        body: { adNum: 1, adsDetails: [{ domain: 'a.com', outlookMail: 'a@outlook.com', deposit: 0 }] },
      })
    ).body;
    expect((await judge(admin, 'bing', applyId, 'approve', { adsId: 'CONTESTED-1' })).status).toBe(200);
  });

  test('asks for what each page asks for, in its words', async () => {
    const client = await portal.client({ dollars: 500 });
    const { applyId } = (await order(client, [0])).body;
    const { body } = await judge(admin, 'google', applyId, 'approve', { adsId: ' \n ' });
    expect([body.message, body.field]).toEqual(['Please enter a valid input.', 'adsId']);
    expect((await judge(admin, 'bing', applyId, 'reject', { remarks: ' ' })).body).toMatchObject({
      message: 'Please enter required information.',
      field: 'remarks',
    });
    expect((await judge(admin, 'facebook', applyId, 'approve', {})).body).toMatchObject({
      message: 'Please enter required information.',
      field: 'adsId',
    });
    expect((await judge(admin, 'google', applyId, 'delete', { adsId: '1' })).body.field).toBe('action');
    expect((await judge(admin, 'google', applyId, 'approve', { adsId: 'x'.repeat(65) })).status).toBe(400);
  });
});

test('an application is invisible to other clients and to another platform’s admin call', async () => {
  const [client, stranger] = await Promise.all([portal.client({ dollars: 100 }), portal.client()]);
  const { applyId } = (await order(client, [15])).body;
  expect((await portal.call('GET', '/get-google-ads', { as: stranger, query: { q: applyId } })).body.ads).toEqual([]);
  expect((await judge(admin, 'bing', applyId, 'approve', { adsId: 'foreign-1' })).status).toBe(404);
  expect((await judge(admin, 'google', 'GA-0000-0000', 'approve', { adsId: 'foreign-1' })).status).toBe(404);
  expect((await judge(client, 'google', applyId, 'approve', { adsId: 'foreign-1' })).status).toBe(403);
  expect((await portal.call('GET', '/get-google-ads', { as: admin })).status).toBe(403);
});

test('an application is marked late after two working days, and the queue has the oldest first', async () => {
  const client = await portal.client({ dollars: 500 });
  const old = (await order(client, [15])).body.applyId;
  await longAgo(portal.db.owner, client.id, 5);
  const fresh = (await order(client, [0])).body.applyId;
  const pending = await portal.call('GET', '/get-pending-google-ads', {
    as: admin,
    query: { q: client.email, sort: 'createdAt' },
  });
  const late = Object.fromEntries(
    pending.body.ads.map((ad: { applyId: string; late: boolean }) => [ad.applyId, ad.late]),
  );
  expect(late).toEqual({ [fresh]: false, [old]: true });
  expect(pending.body.ads.map((ad: { applyId: string }) => ad.applyId)).toEqual([old, fresh]);
  await judge(admin, 'google', old, 'reject', { remarks: 'No' });
  const { total } = (await portal.call('GET', '/get-pending-google-ads', { as: admin, query: { q: client.email } }))
    .body;
  const widened = await portal.call('GET', '/get-pending-google-ads', {
    as: admin,
    query: { q: client.email, state: 'all' },
  });
  expect([total, widened.body.total]).toEqual([1, 2]);
});
