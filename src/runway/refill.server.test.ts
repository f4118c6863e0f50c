/** Refills by rule: an ordinary deposit once a day, within limit and floor, also in races; three refusals stop it. */
import { beforeAll, expect, test } from 'vitest';
import { accountsOf } from '#accounts/accounts.testing.server.ts';
import { deposit } from '#kinds/deposit.ts';
import { cancel } from '#requests/deciding.server.ts';
import { walletShort } from '#requests/requests.ts';
import { findings } from '#requests/story.testing.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { stopRefillRule } from './refill.api.ts';
import { refillAll, refillHandlers } from './refill.server.ts';

const portal = await testPortal();
const { owner } = portal.db;
const { opened, step } = accountsOf(portal);
let admin: Person;
let spent: ReturnType<typeof spending>;

beforeAll(async () => {
  admin = await portal.admin();
  spent = spending(portal.db, admin.person, portal.app.db);
});

/** Two days left: $50 a day, $100 of $500. */
const dying = async (client: Person, adsId: string) => {
  const id = await opened(admin, client, adsId, 500);
  await spent.opened(30);
  const week = [2, 3, 4, 5, 6, 7, 8].map((n) => ({ adsId, day: daysAgo(n), micros: 50_000_000n }));
  await spent.keep(...week, { adsId, day: daysAgo(10), micros: 50_000_000n });
  return id;
};
const rule = { belowDays: 3, put: 100, mostPerDay: 150, leave: 50 };
const set = (as: Person, id: string, more: object = {}) =>
  portal.call('PUT', '/kimi/set-refill-rule', { as, query: { id }, body: { ...rule, password: as.password, ...more } });
const ruled = async (as: Person, id: string) =>
  (await portal.call('GET', '/kimi/get-refill-rule', { as, query: { id } })).body;
const refillNow = () => refillAll(portal.app, new Date());
const nextDay = () => owner.query('t.next_day', 'update refills set day = day - 1');
const waiting = async (as: Person) =>
  (await portal.call('GET', '/kimi/get-overview', { as })).body.waiting.map(
    ({ applyId, kind, amount }: { applyId: string; kind: string; amount: number }) => ({ applyId, kind, amount }),
  );
const decide = (action: 'approve' | 'reject', applyId: string, more: object) =>
  portal.decide(admin, action, { applyId, ...more });

test('asks an ordinary deposit once a day, also on two nodes, and none while one waits', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  const id = await dying(ana, 'F-1');
  expect(await refillNow()).toBe(0);
  expect((await set(ana, id)).status).toBe(200);
  expect((await Promise.all([refillNow(), refillNow(), refillNow()])).toSorted()).toEqual([0, 0, 1]);
  const [asked] = await waiting(ana);
  expect(asked).toEqual({ applyId: expect.stringMatching(/^DP-/), kind: 'deposit', amount: 115 });
  await nextDay();
  expect(await refillNow()).toBe(0);
  await decide('approve', asked.applyId, { transactionId: 'T-1' });
  // Four days are left now, which is not below three.
  expect(await refillNow()).toBe(0);
  const { refills } = await ruled(ana, id);
  expect(refills).toEqual([{ day: daysAgo(1), applyId: asked.applyId, refusal: '' }]);
});

test('its owner is warned of a rule that is set, and told of what it asks for', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  const id = await dying(ana, 'F-40');
  const told = async () =>
    (await portal.call('GET', '/kimi/get-notices', { as: ana })).body.notices.filter(({ text }: { text: string }) =>
      text.includes('refill rule'),
    );
  for (const topic of ['wallet', 'accounts', 'message'])
    await portal.call('PUT', '/kimi/update-notice-choices', { as: ana, body: { topic, portal: false, mail: false } });
  await set(ana, id);
  const text = `${ana.email} set a refill rule for your Google ad account F-40: $100.00 at a time, at most $150.00 a day.`;
  const link = `/accounts/${id}`;
  expect(await told()).toMatchObject([{ topic: 'security', text, link }]);
  const mails = await owner.query(
    't.warned',
    `select content -> 'lines' ->> 0 as text from mails where recipient = $1 and urgent and subject = $2`,
    [ana.email, 'A refill rule was set'],
  );
  expect(mails).toEqual([{ text }]);
  expect(await refillNow()).toBe(1);
  const [{ applyId }] = await waiting(ana);
  const asked = 'Your refill rule asked for $115.00, with the fee of $15.00, into your Google ad account F-40.';
  expect(await told()).toMatchObject([{ topic: 'runway', text: asked, link, applyId }, { text }]);
});

test('asks at the fee that this client pays', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  const id = await dying(ana, 'F-22');
  await set(ana, id);
  const body = { userId: ana._id, topUpBasisPoints: 1200, reason: 'Loads a lot.' };
  await portal.call('PUT', '/kimi/set-client-prices', { as: admin, body });
  expect(await refillNow()).toBe(1);
  expect(await waiting(ana)).toMatchObject([{ kind: 'deposit', amount: 112 }]);
});

test('stays within the day’s limit of all refills, and does nothing where spend is unknown or the rule was stopped', async () => {
  const ana = await portal.client({ dollars: 3_000 });
  const [one, two] = [await dying(ana, 'F-2'), await dying(ana, 'F-3')];
  await set(ana, one);
  await set(ana, two);
  // $100 of $150 are put into the first; the second would be $200.
  expect(await refillNow()).toBe(1);
  expect((await ruled(ana, two)).refills).toEqual([]);
  await set(ana, two, { mostPerDay: 200 });
  await portal.call('PUT', '/kimi/stop-refill-rule', { as: ana, query: { id: two } });
  expect(await refillNow()).toBe(0);
  expect((await ruled(ana, two)).rule).toMatchObject({ stoppedAt: expect.any(String), stoppedWhy: '' });
  const unknown = await opened(admin, ana, 'F-4', 15);
  await set(ana, unknown);
  await set(ana, two, { mostPerDay: 200 });
  await step(admin, two, 'Suspended');
  expect(await refillNow()).toBe(0);
});

test('a rule that fails is said, and stands in the way of no other', async () => {
  const [ana, ben] = [await portal.client({ dollars: 2_000 }), await portal.client({ dollars: 2_000 })];
  await set(ana, await dying(ana, 'F-25'));
  await set(ben, await dying(ben, 'F-26'));
  await owner.query(
    't.break',
    `create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  );
  await owner.query(
    't.break_one',
    `create trigger broken before insert on refills for each row when (new.ad_account =
       ${(await owner.query<{ id: bigint }>('t.broken', `select id from ad_accounts where ads_id = 'F-25'`))[0]!.id})
     execute function broken()`,
  );
  await expect(refillNow()).rejects.toThrow('broken');
  expect(await waiting(ana)).toEqual([]);
  expect(await waiting(ben)).toMatchObject([{ kind: 'deposit', amount: 115 }]);
  await owner.query('t.mend', 'drop trigger broken on refills');
  expect(await refillNow()).toBe(1);
});

test('three refusals in a row stop it, and its client is told once', async () => {
  const ana = await portal.client({ dollars: 620 });
  const id = await dying(ana, 'F-5');
  await set(ana, id);
  for (let day = 0; day < 3; day++) {
    expect(await refillNow()).toBe(0);
    await nextDay();
  }
  const { rule: stopped, refills } = await ruled(ana, id);
  expect(stopped.stoppedAt).not.toBeNull();
  expect(stopped.stoppedWhy).toBe(walletShort.message);
  expect(refills).toHaveLength(3);
  const told = (await mailsTo(owner, ana.email)).filter(({ subject }) => subject.includes('have stopped'));
  expect(told).toHaveLength(1);
  expect(await refillNow()).toBe(0);
  // Set again, it begins anew.
  expect((await set(ana, id)).body.rule.stoppedAt).toBeNull();
  await refillNow();
  expect((await ruled(ana, id)).rule.stoppedAt).toBeNull();
});

test('rejected deposits are refusals, too', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  const id = await dying(ana, 'F-6');
  await set(ana, id);
  for (let day = 0; day < 3; day++) {
    expect(await refillNow()).toBe(1);
    await decide('reject', (await waiting(ana))[0].applyId, { remarks: 'Not now.' });
    await nextDay();
  }
  expect(await refillNow()).toBe(0);
  expect((await ruled(ana, id)).rule.stoppedWhy).toBe('The deposit was rejected.');
});

test('is the Owner’s to set, with what a withdrawal needs, and each client’s own', async () => {
  const [ana, ben] = [await portal.client({ dollars: 700 }), await portal.client({ dollars: 700 })];
  const [id, his] = [await opened(admin, ana, 'F-7', 15), await opened(admin, ben, 'F-8', 15)];
  await owner.query('t.unverified', 'update people set email_verified_at = null where id = $1', [ben.person]);
  expect((await set(ben, his)).body.code).toBe('refill.email_unverified');
  expect((await set(ana, id, { password: 'another one' })).body.code).toBe('user.wrong_password');
  expect((await set(ana, his)).status).toBe(404);
  expect((await set(ana, id, { mostPerDay: 99 })).body.field).toBe('mostPerDay');
  const { settings } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
  const least = (leastDeposit: number) =>
    portal.call('PUT', '/kimi/update-settings', { as: admin, body: { ...settings, leastDeposit } });
  expect((await least(5_000)).status).toBe(200);
  expect((await set(ana, id)).body.field).toBe('put');
  expect((await least(settings.leastDeposit)).status).toBe(200);
  const finance = await portal.client();
  await owner.query('t.joins', `update members set client = $2, role = 'Finance' where person = $1`, [
    finance.person,
    ana.id,
  ]);
  expect((await set(finance, id)).status).toBe(403);
  expect((await ruled(ana, id)).rule).toBeNull();
});

test('does nothing once its client has left', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  await set(ana, await dying(ana, 'F-12'));
  const left = (at: string) =>
    portal.db.owner.query(`test.left ${at}`, `update clients set closed_at = ${at} where public_id = $1`, [ana._id]);
  await left('now()');
  expect(await refillNow()).toBe(0);
  await left('null');
  expect(await refillNow()).toBe(1);
});

test('does nothing while its client is disabled, or its platform switched off', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  await set(ana, await dying(ana, 'F-10'));
  const disabled = (how: 'disable' | 'enable') =>
    portal.call('PUT', `/kimi/${how}-user`, {
      as: admin,
      body: { userId: ana._id, reason: 'The mailbox was stolen.' },
    });
  expect((await disabled('disable')).status).toBe(200);
  expect(await refillNow()).toBe(0);
  expect((await disabled('enable')).status).toBe(200);
  const { settings } = (await portal.call('GET', '/kimi/get-settings', { as: admin })).body;
  const sold = (platforms: string[]) =>
    portal.call('PUT', '/kimi/update-settings', { as: admin, body: { ...settings, platforms } });
  expect((await sold(settings.platforms.filter((name: string) => name !== 'Google'))).status).toBe(200);
  expect(await refillNow()).toBe(0);
  expect((await sold(settings.platforms)).status).toBe(200);
  // Another node switches it off; this one is called by nobody meanwhile.
  const another = (platforms: string[]) =>
    owner.query(
      't.sold',
      `insert into settings_versions (value) select value || jsonb_build_object('platforms', $1::text::jsonb)
       from settings_versions order by id desc limit 1`,
      [JSON.stringify(platforms)],
    );
  await another([]);
  expect(await refillNow()).toBe(0);
  await another(settings.platforms);
  expect(await refillNow()).toBe(1);
});

/** Refills, with what others do behind the statement of this name. */
async function refillBehind(statement: string, meanwhile: () => Promise<void>): Promise<number> {
  const db = Object.create(portal.app.db) as typeof portal.app.db;
  db.query = async (name: string, ...rest: [string, unknown[]?]) => {
    const rows = await portal.app.db.query(name, ...rest);
    if (name === statement) await meanwhile();
    return rows as never;
  };
  return refillAll({ ...portal.app, db }, new Date());
}

test('asks nothing where something else about the account was asked for meanwhile', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  const id = await dying(ana, 'F-23');
  await set(ana, id);
  const body = { adType: 'Google', adsId: 'F-23', money: 20 };
  const asked = await refillBehind('refill.due', async () => {
    expect((await portal.call('POST', '/kimi/create-google-adDeposit', { as: ana, body })).status).toBe(200);
  });
  expect(asked).toBe(0);
  expect(await waiting(ana)).toMatchObject([{ amount: 23 }]);
  expect((await ruled(ana, id)).refills).toEqual([]);
});

test('asks nothing where the account was filled up meanwhile', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  const id = await dying(ana, 'F-34');
  await set(ana, id);
  const body = { adType: 'Google', adsId: 'F-34', money: 300 };
  const asked = await refillBehind('runway.of_accounts', async () => {
    await portal.call('POST', '/kimi/create-google-adDeposit', { as: ana, body });
    const [{ applyId }] = await waiting(ana);
    await decide('approve', applyId, { transactionId: 'T-34' });
  });
  expect(asked).toBe(0);
  expect((await ruled(ana, id)).refills).toEqual([]);
});

test('writes no refusal where its client filled the account up with their last money meanwhile', async () => {
  const ana = await portal.client({ dollars: 730 });
  const id = await dying(ana, 'F-36');
  await set(ana, id);
  const body = { adType: 'Google', adsId: 'F-36', money: 20 };
  const asked = await refillBehind('runway.of_accounts', async () => {
    expect((await portal.call('POST', '/kimi/create-google-adDeposit', { as: ana, body })).status).toBe(200);
  });
  expect([asked, (await ruled(ana, id)).refills]).toEqual([0, []]);
});

test('writes no refusal of a rule that its owner set anew meanwhile', async () => {
  const ana = await portal.client({ dollars: 640 });
  const id = await dying(ana, 'F-37');
  await set(ana, id);
  expect(await refillBehind('runway.of_accounts', async () => void (await set(ana, id, { put: 10 })))).toBe(0);
  expect((await ruled(ana, id)).refills).toEqual([]);
});

test('asks nothing of a client who was disabled meanwhile', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  await set(ana, await dying(ana, 'F-35'));
  const body = { userId: ana._id, reason: 'The mailbox was stolen.' };
  const asked = await refillBehind('runway.of_accounts', async () => {
    expect((await portal.call('PUT', '/kimi/disable-user', { as: admin, body })).status).toBe(200);
  });
  expect(asked).toBe(0);
});

test('that a rule is stopped already is said behind a commit that a standby has, as what was read may still be lost', async () => {
  const ana = await portal.client({ dollars: 2_000 });
  const id = await dying(ana, 'F-38');
  await set(ana, id);
  const handler = refillHandlers.find(({ endpoint }) => endpoint === stopRefillRule)!;
  const asked: string[] = [];
  const db = Object.create(portal.app.db) as typeof portal.app.db;
  db.transaction = (run) =>
    portal.app.db.transaction((tx) => {
      const seen = Object.create(tx) as typeof tx;
      seen.query = (name: string, ...rest: [string, unknown[]?]) => {
        asked.push(name);
        return tx.query(name, ...rest);
      };
      return run(seen);
    });
  const session = { client: ana.id, person: ana.person };
  const call = { query: { id }, session, app: { ...portal.app, db }, from: { address: '127.0.0.1', agent: '' } };
  await handler.run(call as never);
  expect(asked).toEqual(['refill.stop', expect.anything()]);
  asked.length = 0;
  await handler.run(call as never);
  expect(asked).toEqual(['refill.stop', 'standby.await']);
});

/** `RACES=1000 npx vitest run src/runway/refill.server.test.ts` plays more of them, a dozen a second or so. */
const races = Number(process.env['RACES'] ?? 12);
const timeout = 3_600_000;

test(`never takes the wallet below its floor, in ${races} races with its client’s deposits`, { timeout }, async () => {
  const ana = await portal.client({ dollars: 750 });
  const id = await dying(ana, 'F-9');
  await set(ana, id, { leave: 20 });
  // $145 are left after the order. The refill takes $115 with its fee; after the client's own $23 that would leave $7.
  for (let race = 0; race < races; race++) {
    const own = portal.call('POST', '/kimi/create-google-adDeposit', {
      as: ana,
      body: { adType: 'Google', adsId: 'F-9', money: 20 },
    });
    if (race % 4 === 0) await own;
    await Promise.all([refillNow(), own]);
    const low = await owner.query(
      't.low',
      `select m.src_balance from refills d join movements m on m.request = d.request and m.src = 'wallet:' || $1::bigint
       where m.src_balance < 2000`,
      [ana.id],
    );
    expect(low).toEqual([]);
    for (const { applyId } of await waiting(ana))
      await cancel(portal.app.db, {
        kinds: [deposit],
        applyId,
        client: ana.id as Parameters<typeof cancel>[1]['client'],
        person: ana.person as Parameters<typeof cancel>[1]['person'],
      });
    await owner.query('t.again', 'delete from refills');
  }
  expect(await findings(portal.db.url)).toEqual([]);
});
