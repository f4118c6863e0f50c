/**
 * Settling a month: every account whose days are all final pays what it spent. Two hundred share a transaction and a
 * round trip; each is done or not by itself, looked at again under the lock of its client's money. Killed between two
 * of them, the same call again does the rest: what is settled is not settled twice.
 */
import { insist, type Refusal } from '#kernel/refusal.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { record } from '#audit/audit.server.ts';
import { shownCents } from '#ledger/spending.ts';
import { feeShare } from '#kinds/refund.ts';
import { priceSettlement, settlement } from '#kinds/settlement.ts';
import { askEach } from '#requests/requests.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Call } from '#server/handle.server.ts';
import { settleMonth } from './settling.api.ts';
import { monthOfAccounts, type SettleRow } from './settling.store.server.ts';
import { settleStateOf, settleStates, settleText, type SettleState } from './settling.ts';

const atOnce = 200;
const mostShown = 500;

export const settlingHandlers = [
  handle(settleMonth, async (call) => {
    const { month, dry } = call.body;
    insist(month < new Date().toISOString().slice(0, 7) ? undefined : notOver);
    let found = await statesOf(call.app.db, month);
    const ready = found.filter(({ state }) => state === 'ready');
    let [count, amount] = [ready.length, sumOf(ready.map(({ row }) => row.cents))];
    if (!dry && count > 0) {
      ({ count, amount } = await settleAll(
        call,
        ready.map(({ row }) => row),
      ));
      found = await statesOf(call.app.db, month);
    }
    const blocked = found.filter(({ state }) => !['ready', 'settled'].includes(state)).length;
    return {
      message: said({ dry, count, amount, blocked }),
      ...{ dry, month, count, amount, blocked },
      settled: found.filter(({ state }) => state === 'settled').length,
      accounts: found.slice(0, mostShown).map(onWire),
    };
  }),
];

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
      return state === undefined ? [] : [{ row, state }];
    })
    .toSorted((a, b) => settleStates.indexOf(a.state) - settleStates.indexOf(b.state));
}

/** What another admin, an import or a refund was quicker with stays as it is; the list says so afterwards. */
async function settleAll({ app, session, from, body }: Call<typeof settleMonth>, rows: readonly SettleRow[]) {
  let [count, amount] = [0, 0n];
  for (let first = 0; first < rows.length; first += atOnce) {
    const some = rows.slice(first, first + atOnce);
    const askings = some.map(({ client, platform, adsId, cents }) => ({
      ...{ kind: settlement, client, askedBy: session.person, content: [adsId, body.month], atOnce: true },
      rows: [{ platform, adsId, price: priceSettlement(cents), details: { month: body.month } }],
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
    count += made.length;
    amount += sumOf(made.map(({ amountCents }) => amountCents));
    for (const client of new Set(made.map((request) => request.client))) app.events.hint(client, 'request');
    app.events.hint('admins', 'request');
  }
  return { count, amount };
}

function onWire({ row, state }: Found) {
  const { publicId, adsId, platform, clientPublicId, clientName, micros, cents, balanceCents, feeLeftCents } = row;
  const share = cents < balanceCents ? feeShare(cents, feeLeftCents, balanceCents) : feeLeftCents;
  const posts =
    state === 'settled'
      ? { spent: shownCents(row.settledMicros), amount: row.settledCents, feeShare: row.settledFeeCents }
      : { spent: shownCents(micros), amount: cents, feeShare: share };
  return {
    ...{ _id: publicId, adsId, platform, state },
    userId: { _id: clientPublicId, username: clientName },
    message: settleText(state, row),
    ...posts,
    applyId: row.settledBy,
  };
}

function said({ dry, count, amount, blocked }: { dry: boolean; count: number; amount: Cents; blocked: number }) {
  const accounts = (many: number) => (many === 1 ? '1 account' : `${many} accounts`);
  if (count === 0 && blocked === 0) return 'Nothing is left to settle.';
  if (count === 0) return `Nothing can be settled now; ${accounts(blocked)} can’t be yet.`;
  const done = `${accounts(count)} with ${usd(amount)} ${dry ? 'can be' : count === 1 ? 'was' : 'were'} settled`;
  return blocked === 0 ? `${done}.` : `${done}; ${accounts(blocked)} can’t be yet.`;
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);
