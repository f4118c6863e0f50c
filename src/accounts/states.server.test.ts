/** The states of ad accounts: which steps there are, that each is taken once, and that its client is told once. */
import { beforeAll, describe, expect, test } from 'vitest';
import { accountStates, accountSteps, refusalOfStep, refusalToAppeal, type AccountState } from '#ledger/accountlife.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { findings } from '#requests/story.testing.server.ts';
import { mailsTo } from '#users/users.testing.server.ts';
import { accountsOf } from './accounts.testing.server.ts';

const portal = await testPortal();
const { owner } = portal.db;
const { opened, one, list, step, appeal } = accountsOf(portal);
let admin: Person;
let second: Person;
let ana: Person;

beforeAll(async () => {
  [admin, second] = [await portal.admin(), await portal.admin()];
  ana = await portal.client({ dollars: 5_000 });
});

/** The shortest way from the opening to each state that admins can lead to. */
const ways: Partial<Record<AccountState, AccountState[]>> = {
  Active: [],
  Suspended: ['Suspended'],
  Appealed: ['Suspended', 'Appealed'],
  Lost: ['Suspended', 'Appealed', 'Lost'],
  Closed: ['Suspended', 'Appealed', 'Lost', 'Closed'],
};

/** As the contract writes it: `Active → Suspended → Appealed → Active | Lost → Replaced | Closed`. */
const legal = ['Active Suspended', 'Suspended Appealed', 'Appealed Active', 'Appealed Lost', 'Lost Closed'];

let next = 0;
async function accountThatIs(state: AccountState): Promise<string> {
  const id = await opened(admin, ana, `1000-${next++}`, 0);
  for (const each of ways[state]!) expect((await step(admin, id, each)).status).toBe(200);
  return id;
}

describe('every pair of states', () => {
  const pairs = Object.keys(ways).flatMap((from) => accountStates.map((to) => [from as AccountState, to] as const));

  test.each(pairs)('%s → %s is taken where it is legal, and is 409 otherwise', async (from, to) => {
    const id = await accountThatIs(from);
    const { status, body } = await step(admin, id, to);
    if (legal.includes(`${from} ${to}`)) {
      expect([status, body]).toEqual([
        200,
        { message: `The ad account is ${to} now.`, _id: id, state: to, before: from },
      ]);
      expect(refusalOfStep(from, to)).toBeUndefined();
    } else {
      expect([status, body.code, body.state]).toEqual([409, 'account.no_such_step', from]);
      expect(refusalOfStep(from, to)?.message).toBe(body.message);
    }
    expect((await one(admin, id)).account.state).toBe(status === 200 ? to : from);
  });

  test.each(Object.keys(ways) as AccountState[])(
    '%s: the dashboard counts what is Active among what runs',
    async (as) => {
      const running = async () => (await portal.call('GET', '/kimi/get-overview', { as: ana })).body.outlook.running;
      const before = await running();
      await accountThatIs(as);
      expect(await running()).toBe(as === 'Active' ? before + 1 : before);
    },
  );

  test.each(Object.keys(ways) as AccountState[])('%s × its client appeals: 200 where it is Suspended', async (from) => {
    const id = await accountThatIs(from);
    const { status, body } = await appeal(ana, id);
    if (from === 'Suspended') expect(body).toMatchObject({ _id: id, state: 'Appealed' });
    else expect(body).toMatchObject({ code: 'account.no_appeal', state: from });
    expect([status, refusalToAppeal(from)?.message]).toEqual(status === 200 ? [200, undefined] : [409, body.message]);
    expect((await one(admin, id)).account.state).toBe(status === 200 ? 'Appealed' : from);
  });

  test('stands in the database as in the portal, and only a replacement leads to Replaced', async () => {
    const rows = await owner.query(
      't.steps',
      'select from_state as "from", to_state as "to", by from account_transitions',
    );
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set(accountSteps.map((row) => JSON.stringify(row))),
    );
    expect(accountSteps.filter(({ to }) => to === 'Replaced')).toEqual(
      ['Suspended', 'Appealed', 'Lost'].map((from) => ({ from, to: 'Replaced', by: 'replacement' })),
    );
  });
});

describe('a step', () => {
  test('is kept with its words, told to the client once, and its note to no client', async () => {
    const id = await opened(admin, ana, '200-1', 50);
    const before = (await mailsTo(owner, ana.email)).length;
    const said = {
      reason: 'Google asks for a proof of address.',
      word: 'SUSPENDED',
      note: 'Third one of this client.',
    };
    expect((await step(admin, id, 'Suspended', said)).status).toBe(200);

    const own = await one(ana, id);
    expect(own.timeline).toEqual([
      { state: 'Active', reason: '', word: '', at: expect.any(String), source: 'order' },
      { state: 'Suspended', reason: said.reason, word: 'SUSPENDED', at: expect.any(String), source: 'typed' },
    ]);
    expect((await one(second, id)).timeline[1]).toMatchObject({ by: admin.username, note: said.note });

    const sentence = 'Your Google ad account 200-1 was suspended by the platform.';
    const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: ana })).body;
    expect(notices.filter(({ text }: { text: string }) => text === sentence)).toEqual([
      expect.objectContaining({ link: `/accounts/${id}`, topic: 'accounts', seen: false }),
    ]);
    const mails = await mailsTo(owner, ana.email);
    expect(mails.length).toBe(before + 1);
    const [mail] = mails.filter(({ subject }) => subject === sentence);
    expect(mail!.text).toContain('The $50.00 you put into it stays yours on our books');
    expect(mail!.content.quote).toBe(said.reason);
    for (const read of [own, notices, mails.map(({ content }) => content)])
      expect(JSON.stringify(read)).not.toContain(said.note);

    const { entries } = (await portal.call('GET', '/kimi/get-audit-log', { as: admin, query: { userId: ana._id } }))
      .body;
    expect(entries[0]).toMatchObject({ action: 'account.suspended', before: { state: 'Active' } });
  });

  test('is known to the form of deposits, before one is sent', async () => {
    const [stopped, running] = [await opened(admin, ana, '203-1', 15), await opened(admin, ana, '203-2', 15)];
    const inactive = async () =>
      (await portal.call('GET', '/kimi/get-ads-id', { as: ana, query: { adType: 'Google' } })).body.inactive;
    expect(await inactive()).not.toContain('203-1');
    await step(admin, stopped, 'Suspended');
    expect(await inactive()).toContain('203-1');
    expect(await inactive()).not.toContain('203-2');
    await step(admin, running, 'Suspended');
    await step(admin, stopped, 'Appealed');
    await step(admin, stopped, 'Active');
    expect(await inactive()).not.toContain('203-1');
    expect(await inactive()).toContain('203-2');
  });

  test('that two admins take at once is one step, in each of twenty races', async () => {
    for (let race = 0; race < 20; race++) {
      const id = await accountThatIs('Appealed');
      const told = (await mailsTo(owner, ana.email)).length;
      const answers = await Promise.all([step(admin, id, 'Lost'), step(second, id, 'Active')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const { timeline, account } = await one(admin, id);
      expect(timeline).toHaveLength(4);
      expect(timeline[3].state).toBe(account.state);
      expect((await mailsTo(owner, ana.email)).length).toBe(told + 1);
    }
  });

  test('is the work of Operations, not of Finance, Support or a client', async () => {
    const id = await opened(admin, ana, '300-1', 0);
    for (const role of ['Finance', 'Support']) {
      const other = await portal.admin();
      await owner.query('t.role', 'update people set admin_role = $2 where id = $1', [other.person, role]);
      expect((await step(other, id, 'Suspended')).status).toBe(403);
    }
    expect((await step(ana, id, 'Suspended')).status).toBe(403);
    expect((await one(ana, id)).timeline).toHaveLength(1);
    expect((await step(admin, 'AA-0000-0000', 'Suspended')).status).toBe(404);
    expect((await step(admin, id, 'Suspended', { reason: ' ' })).body.field).toBe('reason');
    expect((await step(admin, id, 'Gone')).body.field).toBe('state');
  });
});

describe('closing', () => {
  test('waits until the money is out and nothing is open; the books hold all the while', async () => {
    const id = await opened(admin, ana, '400-1', 50);
    for (const state of ['Suspended', 'Appealed', 'Lost']) await step(admin, id, state);
    expect((await step(admin, id, 'Closed')).body.code).toBe('account.not_empty');
    const asked = await portal.call('POST', '/kimi/apply-refund', {
      as: ana,
      body: { adsId: '400-1', amount: 50, adType: 'Google' },
    });
    expect(asked.status, asked.text).toBe(200);
    expect((await step(admin, id, 'Closed')).body.code).toBe('account.busy');
    const paid = await portal.call('PUT', '/kimi/approve-refund-by-admin', {
      as: admin,
      query: { adsId: '400-1', adType: 'Google', action: 'approve', applyId: asked.body.refund.applyId },
      body: { transactionId: 'R-1' },
    });
    expect(paid.status, paid.text).toBe(200);
    expect((await step(admin, id, 'Closed')).status).toBe(200);
    const { accounts } = await list(ana, { state: 'Closed', q: '400-1' });
    expect(accounts).toEqual([expect.objectContaining({ _id: id, balance: 0, closedAt: expect.any(String) })]);
    expect(await findings(portal.db.url)).toEqual([]);
  });

  test('by the reversal of the order is a step of the timeline, with the reason', async () => {
    const id = await opened(admin, ana, '500-1', 50);
    await step(admin, id, 'Suspended');
    const { account } = await one(ana, id);
    const reversed = await portal.call('PUT', '/kimi/reverse-request', {
      as: second,
      body: { applyId: account.applyId, reason: 'It was for another client.' },
    });
    expect(reversed.status, reversed.text).toBe(200);
    const { timeline, account: after } = await one(ana, id);
    expect(after).toMatchObject({ state: 'Closed', balance: 0 });
    expect(timeline.at(-1)).toMatchObject({
      state: 'Closed',
      source: 'reversal',
      reason: 'It was for another client.',
    });
    expect(await findings(portal.db.url)).toEqual([]);
  });

  test('a state that no step led to is found by the audit', async () => {
    const id = await opened(admin, ana, '600-1', 0);
    await owner.query('t.spoil', `update ad_accounts set state = 'Lost' where public_id = $1`, [id]);
    expect(await findings(portal.db.url)).toEqual([`Ad account ${id} is Lost, which is not what its last step says`]);
    await owner.query('t.mend', `update ad_accounts set state = 'Active' where public_id = $1`, [id]);
  });
});
