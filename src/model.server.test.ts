/**
 * Random histories, played over HTTP on the real portal and on the model beside it. After every step the answer, the
 * wallet, every ad account and the agency's figures have to be what the model says. A history that fails is made as
 * short as it can be. `npm run model` plays for ten minutes; MODEL_SEED plays a printed seed again.
 */
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findings } from '#requests/story.testing.server.ts';
import { payAtOnce } from '#settings/settings.testing.server.ts';
import { prepare } from '#topups/thieves.testing.server.ts';
import { testPortal, type Person } from '#portal.testing.server.ts';
import { paidByTwo, type Kind, type Model, type Verdict } from './model.testing.ts';
import { playAlone, type Alone } from './model.alone.testing.server.ts';
import { play, type Game, type Step } from './model.testing.server.ts';

const seconds = Number(process.env['MODEL_SECONDS'] ?? 10);
const seed = Number(process.env['MODEL_SEED'] ?? randomBytes(4).readInt32LE());
const portal = await testPortal();
await prepare(portal);
await payAtOnce(portal.db.owner);

const which = fc.nat(1_000);
const cents = fc.oneof(
  fc.integer({ min: 1, max: 400_00 }),
  fc.integer({ min: 1, max: 99 }),
  fc.constantFrom(100_00, 50_00),
);
const kinds = fc.oneof(
  {
    arbitrary: fc.constantFrom<Kind>('topup', 'deposit', 'refund', 'deposit', 'refund', 'penalty', 'goodwill'),
    weight: 6,
  },
  { arbitrary: fc.constantFrom<Kind>('replacement', 'settlement'), weight: 1 },
  // A withdrawal asks for the password, which takes its time.
  { arbitrary: fc.constant<Kind>('withdrawal'), weight: 1 },
);
const asking = fc.record({ do: fc.constant('ask' as const), kind: kinds, amount: cents, which });
const ordering = fc.record({
  do: fc.constant('ask' as const),
  kind: fc.constant<Kind>('application'),
  amount: fc.constantFrom(0, 15_00, 30_00, 50_00, 100_00),
  which,
});
const judging = fc.record({
  do: fc.constantFrom<Verdict>('approve', 'approve', 'approve', 'reject', 'cancel', 'reverse', 'pay'),
  which,
});
const alone = fc.record({ do: fc.constantFrom('arrive' as const, 'refill' as const), amount: cents, which });
const repeating = fc.record({ do: fc.constant('repeat' as const), which, altered: fc.boolean() });
const steps = fc.array(
  fc.oneof(
    { arbitrary: asking, weight: 6 },
    { arbitrary: ordering, weight: 1 },
    { arbitrary: judging, weight: 8 },
    { arbitrary: repeating, weight: 1 },
    { arbitrary: alone, weight: 1 },
  ),
  { minLength: 4, maxLength: 40, size: '+1' },
);

const inCents = (money: number) => Math.round(money * 100);

type Figures = { walletLiability: number; heldMoney: number; inAdAccounts: number; totalRevenue: number };

const figures = async (admin: Person): Promise<Figures> =>
  (await portal.call('GET', '/kimi/get-figures', { as: admin })).body;

/** What the portal shows, in the model's words. */
async function shown({ client, admin }: Game, before: Figures) {
  const [{ body: wallet }, { body: accounts }, now] = await Promise.all([
    portal.call('GET', '/kimi/get-wallet-of-user', { as: client }),
    portal.call('GET', '/kimi/get-refundable', { as: client, query: { adType: 'Google' } }),
    figures(admin),
  ]);
  const since = (name: keyof Figures) => inCents(now[name]) - inCents(before[name]);
  return {
    wallet: inCents(wallet.users.wallet),
    held: inCents(wallet.users.held),
    accounts: accounts.accounts.map((one: { adsId: string; available: number; feeLeft: number }) => [
      one.adsId,
      inCents(one.available),
      inCents(one.feeLeft),
    ]),
    figures: [since('walletLiability'), since('heldMoney'), since('inAdAccounts'), since('totalRevenue')],
  };
}

function expectedOf({ wallet, held, revenue, accounts }: Model) {
  const open = accounts.filter(({ closed }) => !closed).toSorted((a, b) => a.order - b.order);
  const inAccounts = open.reduce((sum, { balance }) => sum + balance, 0);
  return {
    wallet,
    held,
    accounts: open.map(({ adsId, balance, feeLeft }) => [adsId, balance, feeLeft]),
    figures: [wallet, held, inAccounts, revenue],
  };
}

/** One admin makes no other while the second pair of eyes is on. */
async function freshAdmin(): Promise<Person> {
  const switched = (on: boolean) =>
    portal.db.owner.query(
      'model.pair',
      `insert into settings_versions (author, value) select author, jsonb_set(value, '{secondPair,on}', $1::jsonb)
       from settings_versions order by id desc limit 1`,
      [String(on)],
    );
  await switched(false);
  // Hundreds of invitations are accepted from one address here.
  await portal.db.owner.query('model.forget', 'delete from throttles');
  const admin = await portal.admin();
  await switched(true);
  return admin;
}

const isAlone = (step: Step | Alone): step is Alone => step.do === 'arrive' || step.do === 'refill';

/**
 * One history from the beginning: a new client, an admin who has approved nothing yet, and every step on both sides.
 */
async function history(second: Person, all: readonly (Step | Alone)[]): Promise<Game> {
  const [client, admin] = [await portal.client(), await freshAdmin()];
  const before = await figures(admin);
  const game: Game = {
    portal,
    model: { wallet: 0, held: 0, revenue: 0, accounts: [], requests: [] },
    client,
    admin,
    second,
    calls: [],
    ids: [],
    credited: 0,
    refilled: 0,
  };
  const first: (Step | Alone)[] = [
    { do: 'ask', kind: 'topup', amount: 500_00, which: 0 },
    { do: 'approve', which: 0 },
    { do: 'ask', kind: 'application', amount: 100_00, which: 0 },
    { do: 'approve', which: 1 },
  ];
  for (const step of [...first, ...all]) {
    const [expected, answered] = await (isAlone(step) ? playAlone(game, step) : play(game, step));
    expect({ step, answered, ...(await shown(game, before)) }).toEqual({
      step,
      answered: expected,
      ...expectedOf(game.model),
    });
  }
  const { body } = await portal.call('GET', '/kimi/get-statement', { as: client, query: { limit: 1 } });
  expect([inCents(body.closing), inCents(body.lines[0].balance)]).toEqual([game.model.wallet, game.model.wallet]);
  return game;
}

/** A cent that was paid and taken back has left: with it the next payment is above what one admin may pay. */
const paidAndReversed: Step[] = [
  { do: 'ask', kind: 'withdrawal', amount: 1, which: 0 },
  { do: 'approve', which: 2 },
  { do: 'reverse', which: 2 },
  { do: 'ask', kind: 'withdrawal', amount: paidByTwo, which: 0 },
  { do: 'approve', which: 3 },
];

/** An account is replaced, that is undone, and done again; what the new one spent is settled, so that it stays. */
const replacedAndSettled: Step[] = [
  { do: 'ask', kind: 'replacement', amount: 0, which: 0 },
  { do: 'ask', kind: 'replacement', amount: 0, which: 0 },
  { do: 'ask', kind: 'deposit', amount: 10_00, which: 0 },
  { do: 'approve', which: 2 },
  { do: 'reverse', which: 2 },
  { do: 'ask', kind: 'replacement', amount: 0, which: 0 },
  { do: 'approve', which: 3 },
  { do: 'repeat', which: 3, altered: false },
  { do: 'ask', kind: 'settlement', amount: 33_33, which: 2 },
  { do: 'repeat', which: 4, altered: false },
  { do: 'repeat', which: 4, altered: true },
  { do: 'reverse', which: 3 },
  { do: 'ask', kind: 'refund', amount: 10_01, which: 2 },
  { do: 'approve', which: 5 },
  { do: 'reverse', which: 1 },
];

/** An amount that arrives is credited and reversed; a rule refills an account once, and never while something waits. */
const arrivedAndRefilled: (Step | Alone)[] = [
  { do: 'arrive', amount: 75_00, which: 0 },
  { do: 'reverse', which: 2 },
  { do: 'refill', amount: 20_00, which: 0 },
  { do: 'refill', amount: 20_00, which: 0 },
  { do: 'approve', which: 3 },
  { do: 'refill', amount: 400_00, which: 0 },
  { do: 'ask', kind: 'refund', amount: 120_00, which: 0 },
];

test(
  `the portal and the model agree on every history (seed ${seed})`,
  { timeout: (seconds + 60) * 1_000 },
  async () => {
    const [admin, second] = [await portal.admin(), await portal.admin()];
    const secondPair = {
      on: true,
      network: false,
      corrections: false,
      refundsAbove: 1_000_000,
      withdrawalsAbove: paidByTwo / 100,
      moneyInAbove: 1_000_000,
    };
    const autoCredit = { on: true, transfer: 1_000_000, clientDay: 1_000_000, agencyDay: 1_000_000 };
    await portal.set(admin, { secondPair, autoCredit });
    let [played, taken, credited, refilled] = [0, 0, 0, 0];
    const property = fc.asyncProperty(steps, async (all) => {
      const game = await history(second, all);
      played += 1;
      taken += all.length + 4;
      credited += game.credited;
      refilled += game.refilled;
    });
    await fc.assert(property, {
      seed,
      // The first is played however little time there is.
      examples: [[arrivedAndRefilled], [paidAndReversed], [replacedAndSettled]],
      numRuns: 100_000,
      interruptAfterTimeLimit: seconds * 1_000,
      markInterruptAsFailure: false,
    });
    process.stdout.write(
      `${played} histories, ${taken} steps, ${credited} credited by the portal itself, ${refilled} refills, seed ${seed}\n`,
    );
    expect([played > 0, credited > 0, refilled > 0]).toEqual([true, true, true]);
    expect(await findings(portal.db.url)).toEqual([]);
  },
);
