/**
 * Settling a month: every account whose days are all final pays what it spent. Two hundred share a transaction and a
 * round trip; each is done or not by itself, looked at again under the lock of its client's money. Killed between two
 * of them, the same call again does the rest: what is settled is not settled twice.
 */
import { dayAt } from '#kernel/days.ts';
import { insist, refuse, type Refusal } from '#kernel/refusal.ts';
import { sum, toDollars, usd, type Cents } from '#kernel/money.ts';
import { record } from '#audit/audit.server.ts';
import { shownCents } from '#ledger/spending.ts';
import { feeShare } from '#kinds/refund.ts';
import { priceSettlement, settlement } from '#kinds/settlement.ts';
import { refusalOf } from '#requests/outcomes.server.ts';
import { askEach, madeWith } from '#requests/requests.server.ts';
import type { Database } from '#server/database.server.ts';
import { onStandby } from '#server/standby.server.ts';
import { handle, type Call } from '#server/handle.server.ts';
import { databaseNow } from '#server/now.server.ts';
import { settleMonth } from './settling.api.ts';
import { monthOfAccounts, type SettleRow } from './settling.store.server.ts';
import { settleStateOf, settleStates, settleText, type SettleState } from './settling.ts';

const atOnce = 200;
const mostShown = 500;

export const settlingHandlers = [
  handle(settleMonth, async (call) => {
    const { month, dry } = call.body;
    insist(month < dayAt(await databaseNow(call.app.db)).slice(0, 7) ? undefined : notOver);
    let found = await statesOf(call.app.db, month);
    const ready = found.filter(({ state }) => state === 'ready');
    let [count, amount] = [ready.length, sum(ready.map(({ row }) => row.cents))];
    if (!dry) {
      const before = await madeBefore(call, call.app.db, found);
      if (before.some(({ details }) => details['month'] !== month)) refuse(refusalOf(settlement, keyReused));
      const rows = withoutThose(
        ready.map(({ row }) => row),
        before,
      );
      const made = await settleAll(call, asShown(call, rows, before), before.length === 0);
      // An attempt made again says what all of its tries have settled together.
      const all = call.key === undefined ? made : await onStandby(call.app.db, (tx) => madeBefore(call, tx, found));
      [count, amount] = [all.length, sum(all.map(({ amountCents }) => amountCents))];
      if (made.length > 0) found = await statesOf(call.app.db, month);
    }
    const blocked = found.filter(({ state }) => !['ready', 'settled'].includes(state)).length;
    return {
      message: said({ dry, count, amount, blocked }),
      dry,
      month,
      count,
      amount,
      blocked,
      settled: found.filter(({ state }) => state === 'settled').length,
      accounts: found.slice(0, mostShown).map(onWire),
    };
  }),
];

/** What a settlement of this month would post by now; one round trip. */
export async function readyOf(db: Database, month: string): Promise<Cents> {
  const found = await statesOf(db, month);
  return sum(found.flatMap(({ row, state }) => (state === 'ready' ? [row.cents] : [])));
}

const notOver: Refusal = {
  code: 'settlement.not_over',
  message: 'This month is not over yet.',
  status: 409,
  field: 'month',
};

type Found = { row: SettleRow; state: SettleState };

/** Every account that spent in this month or may have, what stands in the way first. */
async function statesOf(db: Database, month: string): Promise<Found[]> {
  const rows = await monthOfAccounts(db, `${month}-01`);
  return rows
    .flatMap((row) => {
      const state = settleStateOf(row);
      const isSettledToo = row.settledBy !== null && state !== 'settled';
      return [
        ...(state === undefined ? [] : [{ row, state }]),
        // It paid, and has to pay once more.
        ...(isSettledToo ? [{ row, state: 'settled' as const }] : []),
      ];
    })
    .toSorted((a, b) => settleStates.indexOf(a.state) - settleStates.indexOf(b.state));
}

const keyReused = { outcome: 'key_reused', blamed: null } as const;

/**
 * An attempt of many requests, each of another client's money: the first has the key of the call as its own, so that
 * another month is found to be another attempt; every other one has a key with its account.
 */
const keyFor = (key: string | undefined, row: SettleRow) => key && `${key} ${row.publicId}`;

/** What this admin has settled with this key before. */
async function madeBefore({ session, key }: Call<typeof settleMonth>, db: Database, found: readonly Found[]) {
  if (key === undefined) return [];
  return madeWith(db, session.person, [key, ...found.map(({ row }) => keyFor(key, row)!)]);
}

/** What this attempt has settled is not settled by it again, even where that was reversed since. */
function withoutThose(rows: readonly SettleRow[], before: Awaited<ReturnType<typeof madeWith>>): SettleRow[] {
  const settled = new Set(before.map(({ platform, adsId }) => `${platform} ${adsId}`));
  return rows.filter(({ platform, adsId }) => !settled.has(`${platform} ${adsId}`));
}

/**
 * What is settled of this, where the admin was shown what it comes to. An attempt made again was shown what all of its
 * tries come to: what has become final since then is not settled with it.
 */
function asShown(
  { expectedCents }: Call<typeof settleMonth>,
  rows: readonly SettleRow[],
  before: Awaited<ReturnType<typeof madeWith>>,
): readonly SettleRow[] {
  const [made, left] = [sum(before.map(({ amountCents }) => amountCents)), sum(rows.map(({ cents }) => cents))];
  if (expectedCents === undefined || expectedCents === made + left) return rows;
  if (before.length > 0 && expectedCents === made) return [];
  return refuse({
    code: 'prices.changed',
    message: `This has changed: ${usd(left)} can be settled now, not ${usd(expectedCents)}. Please look at it again.`,
    status: 409,
    extra: { totalCost: toDollars(left) },
  });
}

/** What another admin, an import or a refund was quicker with stays as it is; the list says so afterwards. */
async function settleAll(
  { app, session, from, body, key }: Call<typeof settleMonth>,
  rows: readonly SettleRow[],
  isFirst: boolean,
) {
  const all: Awaited<ReturnType<typeof madeWith>> = [];
  for (let first = 0; first < rows.length; first += atOnce) {
    const some = rows.slice(first, first + atOnce);
    const askings = some.map((row) => ({
      kind: settlement,
      client: row.client,
      askedBy: session.person,
      atOnce: true,
      content: [row.adsId, body.month],
      key: isFirst && row === rows[0] ? key : keyFor(key, row),
      rows: [{ ...rowOf(row), details: { month: body.month } }],
    }));
    const made = await app.db.transaction(async (tx) => {
      const each = await askEach(tx, askings);
      const done = each.flatMap((request) => (request === undefined ? [] : [request]));
      if (done.length > 0)
        await record(
          tx,
          ...done.map(({ client, applyId, adsId, amountCents, feeCents }) => ({
            action: `${settlement.name}.approved`,
            actor: session.person,
            subject: client,
            from,
            applyId,
            after: { month: body.month, adsId, amountCents, feeCents },
          })),
        );
      return done;
    });
    all.push(...made);
    for (const client of new Set(made.map((request) => request.client))) app.events.hint(client, 'request');
    app.events.hint('admins', 'request');
  }
  return all;
}

function rowOf({ platform, adsId, cents }: SettleRow) {
  return { platform, adsId, price: priceSettlement(cents) };
}

function onWire({ row, state }: Found) {
  const { publicId, adsId, platform, clientPublicId, clientName, micros, cents, balanceCents, feeLeftCents } = row;
  const share = cents < balanceCents ? feeShare(cents, feeLeftCents, balanceCents) : feeLeftCents;
  const posts =
    state === 'settled'
      ? { spent: shownCents(row.settledMicros), amount: row.settledCents, feeShare: row.settledFeeCents }
      : { spent: shownCents(micros), amount: cents, feeShare: share };
  return {
    _id: publicId,
    adsId,
    platform,
    state,
    userId: { _id: clientPublicId, username: clientName },
    message: settleText(state, row),
    ...posts,
    applyId: state === 'settled' ? row.settledBy : null,
  };
}

function said({ dry, count, amount, blocked }: { dry: boolean; count: number; amount: Cents; blocked: number }) {
  const accounts = (many: number) => (many === 1 ? '1 account' : `${many} accounts`);
  if (count === 0 && blocked === 0) return 'Nothing is left to settle.';
  if (count === 0) return `Nothing can be settled now; ${accounts(blocked)} can’t be yet.`;
  const done = `${accounts(count)} with ${usd(amount)} ${dry ? 'can be' : count === 1 ? 'was' : 'were'} settled`;
  return blocked === 0 ? `${done}.` : `${done}; ${accounts(blocked)} can’t be yet.`;
}
