/** Ad accounts as lists and pages show them, their nicknames, and their states. */
import { mayCall } from '#kernel/access.ts';
import type { QueryOf } from '#kernel/endpoint.ts';
import { deepest, reached } from '#kernel/page.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { feeShare } from '#kinds/refund.ts';
import type { Runway } from '#ledger/runway.ts';
import { owedCents, refundableOf, remainingOf, shownCents } from '#ledger/spending.ts';
import { runwaysOf } from '#runway/runway.server.ts';
import { shownState } from '#requests/requests.ts';
import { pricesFor } from '#settings/settings.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { leftOf } from '#spend/left.server.ts';
import { latestSpendOf } from '#spend/spend.server.ts';
import { sharesOfAccount } from '#shares/shares.server.ts';
import { clientByPublicId } from '#users/clients.server.ts';
import { appealAs } from './appealing.server.ts';
import {
  appealAdAccount,
  applyReplacement,
  beginRefund,
  exportAdAccounts,
  getAdAccount,
  getAdAccounts,
  importStates,
  nameAdAccount,
  setAccountState,
} from './accounts.api.ts';
import {
  countAccounts,
  findAccount,
  listAccounts,
  renameAccount,
  replacementsOf,
  requestsAbout,
  stepsOf,
  sumAccounts,
  type AccountList,
  type AccountRow,
  type StepRow,
} from './accounts.store.server.ts';
import { accountsFile } from './file.server.ts';
import { flowsOf, movementsOf } from './flows.store.server.ts';
import { importStatesAs } from './importing.server.ts';
import { beginRefundAs } from './refunding.server.ts';
import { askForReplacement } from './replacing.server.ts';
import { stepAs } from './stepping.server.ts';

const daysShown = 60;

export const accountsHandlers = [
  handle(getAdAccounts, async ({ query, session, app }) => {
    const { page, limit } = query;
    const list = { ...(await askedOf(app.db, query, session.client)), page, limit, after: query.after };
    const [rows, { counted, ...sums }] = await Promise.all([
      listAccounts(app.db, list),
      countedAndSummed(app.db, list, mayCall(exportAdAccounts.access, session)),
    ]);
    const runways = await runwaysOf(
      app.db,
      rows.map(({ id }) => id),
    );
    return {
      message: 'Ad accounts fetched successfully',
      accounts: rows.map((row) => asAccount(row, runways.get(row.id), session.client === undefined)),
      ...sums,
      ...reached(counted),
      page,
      limit,
    };
  }),

  handle(exportAdAccounts, async ({ query, session, app: { db, config } }) => {
    const asked = await askedOf(db, query, session.client);
    return accountsFile(db, asked, config.businessTz, session.client === undefined);
  }),

  handle(getAdAccount, async ({ query, session, app: { db } }) => {
    const row = (await findAccount(db, query.id, session.client)) ?? refuse(notFound);
    const forAdmins = session.client === undefined;
    const [steps, movements, requests, shares, others, runways, spend, flows, left, prices] = await Promise.all([
      stepsOf(db, row.id),
      movementsOf(db, row.id),
      requestsAbout(db, row.id),
      sharesOfAccount(db, row),
      replacementsOf(db, row),
      runwaysOf(db, [row.id]),
      latestSpendOf(db, row.id, daysShown),
      flowsOf(db, row.id),
      forAdmins ? leftOf(db, row.id) : undefined,
      pricesFor(db, row.client),
    ]);
    const runway = runways.get(row.id);
    return {
      message: 'Ad account fetched successfully',
      account: {
        ...asAccount(row, runway, forAdmins),
        feeLeft: row.feeLeftCents,
        feeBack: prices.refundsReturnFee ? feeShare(refundableOf(row), row.feeLeftCents, row.balanceCents) : null,
        emptyOn: runway?.emptyOn ?? null,
      },
      spend: spend.days.map(({ day, micros, final }) => ({ date: day, amount: shownCents(micros), final })),
      spentBefore: spend.earlier.map(({ day, micros, at }) => ({
        date: day,
        amount: micros === null ? null : shownCents(micros),
        at,
      })),
      reconciliation: {
        funded: flows.fundedCents,
        returned: flows.returnedCents,
        settled: flows.settledCents,
        unsettled: row.openMicros === null ? null : owedCents(row.openMicros),
        spentUntil: row.spentUntil,
        left: left ? { amount: left.cents, at: left.at } : null,
      },
      ...others,
      timeline: [opening(row, forAdmins), ...steps.map((step) => asStep(step, forAdmins))],
      movements: movements.map(({ amountCents, balanceCents, ...rest }) => ({
        ...rest,
        amount: amountCents,
        balance: balanceCents,
      })),
      requests: requests.map(({ platform, amountCents, ...request }) => ({
        ...request,
        state: shownState({ ...request, platform }),
        amount: amountCents,
      })),
      shares: shares.map((share) => ({ _id: share.publicId, emailId: share.email, createdAt: share.createdAt })),
    };
  }),

  handle(nameAdAccount, async ({ query, body: { nickname }, session, app, from }) => {
    await app.db.transaction(async (tx) => {
      const before = await renameAccount(tx, { publicId: query.id, client: session.client, nickname });
      if (before === undefined) return refuse(notFound);
      await record(tx, {
        action: 'account.named',
        actor: session.person,
        subject: session.client,
        from,
        before: { nickname: before },
        after: { account: query.id, nickname },
      });
    });
    return { message: 'The name is saved.', _id: query.id, nickname };
  }),

  handle(setAccountState, async (call) => {
    const { state, reason, word, note } = call.body;
    const { before } = await stepAs(call, { account: call.query.id, state, reason, word, note });
    return { message: `The ad account is ${state} now.`, _id: call.query.id, state, before };
  }),

  handle(appealAdAccount, async (call) => ({
    message: 'Your appeal is on its way. We tell you what the platform answers.',
    _id: call.query.id,
    state: await appealAs(call),
  })),

  handle(applyReplacement, async (call) => ({
    message: 'Another account is asked for.',
    replacement: await askForReplacement(call),
  })),

  handle(beginRefund, async (call) => ({
    message: 'The refund is asked for, and the client is told.',
    refund: await beginRefundAs(call),
  })),

  handle(importStates, async (call) => {
    const { dry, rows } = await importStatesAs(call);
    const count = (outcome: (typeof rows)[number]['outcome']) => rows.filter((row) => row.outcome === outcome).length;
    const [changed, same, faults] = [count('changes'), count('same'), count('fault')];
    const message = `${changed} ${dry ? 'would change' : 'changed'}, ${same} stay as they are, ${faults} could not be read or taken.`;
    return { message, dry, changed, same, faults, rows };
  }),
];

/** Whose accounts are listed and by what: a client's own, or to an admin everybody's or those of the client named. */
async function askedOf(db: Database, query: QueryOf<typeof getAdAccounts>, own: bigint | undefined) {
  const { userId, platform, state, q, sort } = query;
  const named = own !== undefined || userId === '' ? undefined : await clientByPublicId(db, userId);
  if (own === undefined && userId !== '' && named === undefined) refuse({ ...notFound, field: 'userId' });
  return { client: own ?? named?.id, platform, state, q, up: sort === 'openedAt' };
}

async function countedAndSummed(db: Database, list: AccountList, maySum: boolean) {
  const counted = await countAccounts(db, list);
  if (!maySum) return { counted };
  const cents = counted > deepest ? undefined : await sumAccounts(db, list);
  return { counted, sums: cents === undefined ? null : { balance: cents } };
}

function asAccount(row: AccountRow, runway: Runway | undefined, forAdmins: boolean) {
  const { publicId, balanceCents, clientPublicId, clientName, clientEmail } = row;
  const { adsId, platform, state, nickname, openedAt, closedAt, applyId, lastDepositAt } = row;
  return {
    _id: publicId,
    adsId,
    platform,
    state,
    nickname,
    openedAt,
    closedAt,
    applyId,
    lastDepositAt,
    balance: balanceCents,
    spent: row.spentMicros === null ? null : shownCents(row.spentMicros),
    remaining: remainingOf(row) ?? null,
    daysLeft: runway?.daysLeft ?? null,
    idle: runway?.idle ?? false,
    ...(forAdmins ? { userId: { _id: clientPublicId, username: clientName, emailId: clientEmail } } : {}),
  };
}

/** The first step of every account is the approval of its order. */
function opening({ openedAt, openedBy }: AccountRow, forAdmins: boolean) {
  const first = { state: 'Active', reason: '', word: '', at: openedAt, source: 'order' } as const;
  return forAdmins ? { ...first, by: openedBy ?? '', note: '' } : first;
}

/** Who said so and the internal note are no client's. */
function asStep({ by, note, ...step }: StepRow, forAdmins: boolean) {
  return forAdmins ? { ...step, by, note } : step;
}
