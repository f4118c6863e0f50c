/**
 * Refunds, a replacement, a settlement, imports and their undoing in one moment, over HTTP: what they answer and leave
 * behind is what some order of them would, one after the other. Nothing is given back twice, spent twice or invented.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { daysOfMonth } from '#kernel/days.ts';
import { priceRefund, refund } from '#kinds/refund.ts';
import { endings, findings, story } from '#requests/story.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { play, replacement, type Step, type World } from './serial.testing.ts';
import { monthAgo, spending } from './spend.testing.server.ts';

const portal = await testPortal();
const { db } = portal;
const at = story(db, portal.app.db);
const rounds = Number(process.env['HISTORIES'] ?? (process.env['TESTS'] === 'long' ? 30 : 3));
const month = monthAgo(2);
const [first, ...others] = daysOfMonth(month);
let admin: Person;
let other: Person;
beforeAll(async () => {
  admin = await portal.admin();
  other = await portal.admin('Admin');
});

type Made = { client: Awaited<ReturnType<typeof at.client>>; adsId: string; ids: Map<string, string> };

async function send(rows: string[]): Promise<{ id: string; kept: boolean }> {
  const text = ['Day,Customer ID,Currency code,Cost', ...rows].join('\n');
  const { body } = await portal.call('POST', '/kimi/import-spend', {
    as: admin,
    body: { platform: 'Google', text, dry: false },
  });
  return { id: body._id, kept: body.rows.every(({ outcome }: { outcome: string }) => outcome !== 'fault') };
}

const cost = (micros: bigint) => `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`;

/** $100 in an account, of which $10 came back before; two refunds wait, or all of it for another account. */
async function begin(dies: boolean): Promise<{ made: Made; world: World }> {
  const { client, adsId } = await at.account(100_00n);
  await spending(db, 0n).opened(160);
  const ids = new Map<string, string>();
  const wishes: World['wishes'] = {};
  const wait = async (name: string, amount: bigint) => {
    const { requests } = await at.refund(client, adsId, amount);
    ids.set(name, requests[0]!.applyId);
    wishes[name] = { state: 'Pending', amount, share: requests[0]!.feeCents };
  };
  await wait('back', 10_00n);
  await at.approve(ids.get('back')!);
  wishes['back']!.state = 'Approved';
  if (dies) {
    await at.suspended(adsId);
    const { requests } = await at.replacement(client, adsId);
    const { feeLeft } = { feeLeft: 15_00n - wishes['back']!.share };
    ids.set(replacement, requests[0]!.applyId);
    wishes[replacement] = { state: 'Pending', amount: requests[0]!.amountCents, share: feeLeft };
  } else {
    await wait('one', 45_00n);
    await wait('two', 30_00n);
  }
  await send(others.map((day) => `${day},${adsId},USD,0`));
  const micros = 12_345_678n;
  ids.set('file', (await send([`${first},${adsId},USD,${cost(micros)}`])).id);
  const world: World = {
    wallet: await at.wallet(client),
    held: await at.held(client),
    wishes,
    fresh: undefined,
    settled: false,
    old: { ...(await at.inAccount(adsId)), open: micros },
    said: [{ name: 'file', micros, undone: false }],
  };
  return { made: { client, adsId, ids }, world };
}

const fresh = ({ adsId }: Made) => `${adsId}f`;

/** Whether it was done; undefined of a settlement, which does not say of whom it was. */
async function act(made: Made, step: Step): Promise<boolean | undefined> {
  const { adsId, client, ids } = made;
  if (step.do === 'settle') {
    await portal.call('POST', '/kimi/settle-month', { as: admin, body: { month, dry: false } });
    return undefined;
  }
  if (step.do === 'import') {
    const { id, kept } = await send([`${first},${adsId},USD,${cost(step.micros)}`]);
    ids.set(step.name, id);
    return kept;
  }
  if (step.do === 'ask') {
    const rows = [{ platform: 'Google' as const, adsId, price: priceRefund(step.amount, true) }];
    const [end] = await endings([at.ask(client, refund, rows)]);
    return end === 'done';
  }
  const by = step.do === 'undo' || step.wish.length % 2 ? admin : other;
  const named = ids.get('name' in step ? step.name : step.wish) ?? '';
  const answer =
    step.do === 'undo'
      ? portal.call('PUT', '/kimi/undo-spend-import', { as: by, query: { id: named }, body: { reason: 'Wrong.' } })
      : step.do === 'reverse'
        ? portal.call('PUT', '/kimi/reverse-request', {
            as: by,
            body: { applyId: named, reason: 'A mistake.', acknowledged: true },
          })
        : decide(by, named, step.do, step.wish === replacement ? { adsId: fresh(made) } : { transactionId: 'tx' });
  return (await answer).status === 200;
}

async function decide(as: Person, applyId: string, action: string, fill: object) {
  const item = { applyId, acknowledged: true, ...(action === 'approve' ? fill : { remarks: 'Not this time.' }) };
  const { body: said, text } = await portal.decide(as, action, item);
  expect(said.results, text).toHaveLength(1);
  return { status: said.results[0].done ? 200 : 409 };
}

/** What the book says now, as the model says it. */
async function seen({ client, adsId, ids }: Made, asked: string | undefined) {
  const purse = async (key: string) => {
    const [row] = await db.query<{ balance: bigint; feeLeft: bigint; open: bigint }>(
      't.purse',
      `select b.balance, b.fee_left as "feeLeft", coalesce(t.open_micros, 0) as open from ad_accounts a
       join balances b on b.account = 'ad:' || a.id left join spend_totals t on t.ad_account = a.id
       where a.key = $1 and (a.closed_at is null or a.state = 'Replaced')`,
      [key],
    );
    return row;
  };
  const states = await db.query<{ id: string; state: string }>(
    't.states',
    'select apply_id as id, state::text as state from requests where client = $1',
    [client],
  );
  const named = [...ids].flatMap(([name, id]) => states.filter((each) => each.id === id).map((s) => [name, s.state]));
  return {
    wallet: await at.wallet(client),
    held: await at.held(client),
    old: await purse(adsId),
    fresh: await purse(`${adsId}f`),
    states: Object.fromEntries(named.filter(([name]) => name !== asked)),
  };
}

function asSeen({ wallet, held, old, fresh: now, wishes }: World, asked: string | undefined) {
  const states = Object.entries(wishes).filter(([name]) => name !== asked);
  return {
    wallet,
    held,
    old,
    fresh: now,
    states: Object.fromEntries(states.map(([name, { state }]) => [name, state])),
  };
}

function* orders<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [n, item] of items.entries()) for (const rest of orders(items.toSpliced(n, 1))) yield [item, ...rest];
}

const text = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

type Ended = { step: Step; done: boolean | undefined; from: number; until: number };

/** Begins it within a few moments, so that some have ended when others begin. */
async function soon(made: Made, step: Step): Promise<Ended> {
  await sleep(randomInt(80));
  const from = performance.now();
  return { step, done: await act(made, step), from, until: performance.now() };
}

/** Whether one after the other, in this order, they would have answered and left the same. */
function explains(world: World, order: readonly Ended[], left: string): boolean {
  // What had ended when another began comes before it.
  if (order.some(({ from }, n) => order.slice(n + 1).some(({ until }) => until < from))) return false;
  const copy = structuredClone(world);
  if (order.some(({ step, done }) => play(copy, step) !== (done ?? true))) return false;
  return text(asSeen(copy, 'late')) === left;
}

const always: Step[] = [
  { do: 'settle' },
  { do: 'undo', name: 'file' },
  { do: 'import', name: 'again', micros: 40_000_001n },
  { do: 'reverse', wish: 'back' },
];
const races: Record<string, Step[]> = {
  'refunds are approved and rejected': [
    ...always,
    { do: 'approve', wish: 'one' },
    { do: 'approve', wish: 'two' },
    { do: 'reject', wish: 'two' },
  ],
  'another refund is asked for': [
    ...always,
    { do: 'approve', wish: 'one' },
    { do: 'ask', wish: 'late', amount: 8_00n },
  ],
};
const deaths: Record<string, Step[]> = {
  'its replacement is approved and rejected': [
    ...always,
    { do: 'approve', wish: replacement },
    { do: 'reject', wish: replacement },
    { do: 'ask', wish: 'late', amount: 8_00n },
  ],
  'its replacement is approved and undone': [
    ...always,
    { do: 'approve', wish: replacement },
    { do: 'reverse', wish: replacement },
  ],
};

test.each([...Object.keys(races), ...Object.keys(deaths)])(
  'while a month is settled, imported and undone, and %s: as if one after the other',
  { timeout: 600_000 },
  async (name) => {
    const dies = name in deaths;
    for (let round = 0; round < rounds; round += 1) {
      const { made, world } = await begin(dies);
      const steps = (races[name] ?? deaths[name])!;
      expect(text(asSeen(world, 'late'))).toBe(text(await seen(made, 'late')));
      const ended = await Promise.all(steps.map((step) => soon(made, step)));
      const left = text(await seen(made, 'late'));
      // A settlement that looked before something else changed what it saw does nothing.
      const without = ended.filter(({ done }) => done !== undefined);
      const possible = [ended, without].some((all) => orders(all).some((order) => explains(world, order, left)));
      expect(possible, `${text(ended)} left ${left}`).toBe(true);
    }
    expect(await findings(db.url)).toEqual([]);
  },
);
