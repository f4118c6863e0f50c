/**
 * Refills by rule: below so many days left a rule asks an ordinary deposit, which an admin decides like any other. Once
 * a rule and day, as the key of `refills` says; the wallet's floor and the day's limit are looked at under the lock of
 * the client's money, after the deposit was taken from it and before that counts.
 */
import { dayAt } from '#kernel/days.ts';
import { notFound, insist, refuse, Refused } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { deposit, priceDeposit } from '#kinds/deposit.ts';
import { notify } from '#notices/notices.server.ts';
import { tellClient, tellOwners } from '#notices/tell.server.ts';
import { lockWallet } from '#ledger/ledger.server.ts';
import { hintAbout } from '#requests/calls.server.ts';
import { ask } from '#requests/requests.server.ts';
import type { App } from '#server/app.server.ts';
import { isDatabaseAway } from '#server/away.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { databaseNow } from '#server/now.server.ts';
import { awaitStandby } from '#server/standby.server.ts';
import { pricesFor } from '#settings/settings.server.ts';
import { provePerson } from '#withdrawals/identity.server.ts';
import { getRefillRule, setRefillRule, stopRefillRule } from './refill.api.ts';
import {
  holdRule,
  lastRefusal,
  refillsOf,
  ruleOf,
  rulesDue,
  saveRule,
  stopRule,
  waitsBeside,
  walletAndDay,
  writeRefill,
  writeRefusal,
  type Rule,
} from './refill.store.server.ts';
import { refusalOfRule, refusalToRefill, unverified } from './refill.ts';
import { lastingCalled, lastingOf, type Lasting } from './runway.store.server.ts';
import { refilledNotice, ruleMail, ruleNotice, stoppedMail, stoppedNotice } from './telling.ts';

export function refillJob(app: App): Job {
  return { name: 'refills by rule', everySeconds: 600, run: async () => refillAll(app, await databaseNow(app.db)) };
}

/**
 * Answers how many deposits were asked for. A rule that fails stands in the way of no other; that it failed is said
 * once all have had their turn.
 */
export async function refillAll(app: App, now: Date): Promise<number> {
  // On a node that nobody calls, what is known of them may be old.
  await app.features.again();
  const day = dayAt(now);
  const rules = await rulesDue(app.db, day);
  const lasting = await lastingOf(app.db, { accounts: rules.map(({ account }) => account) }, now);
  const accounts = new Map(lasting.map((account) => [account.id, account]));
  let asked = 0;
  const failures: unknown[] = [];
  for (const rule of rules)
    try {
      if (await actOn(app, rule, accounts.get(rule.account), day)) asked += 1;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return asked;
}

/** Whether the account, as it stands now, lasts for less than the rule says. */
function isBelow({ belowDays }: Rule, account: Lasting | undefined): account is Lasting {
  return (account?.runway?.daysLeft ?? belowDays) < belowDays;
}

async function actOn(app: App, rule: Rule, account: Lasting | undefined, day: string): Promise<boolean> {
  if (!isBelow(rule, account)) return false;
  // Nobody could ask for a deposit there, either.
  if (!app.features.now().has(account.platform)) return false;
  if (await stopWhereRefused(app, rule, account)) return false;
  return refill(app, rule, account, day);
}

/**
 * Found under the lock: the rule was changed, the account was filled up meanwhile, the day or its limit is over, or
 * something else about the account waits. Nothing is done, nor refused.
 */
class Passed extends Error {}

async function refill(app: App, rule: Rule, account: Lasting, day: string): Promise<boolean> {
  const { client, putCents } = rule;
  const { topupBasisPoints, leastDepositCents } = await pricesFor(app.db, client);
  try {
    insist(refusalOfRule({ put: putCents, mostPerDay: rule.dayCents }, leastDepositCents));
    await ask(app.db, {
      kind: deposit,
      client,
      askedBy: rule.setBy,
      content: { rule: account.publicId, day },
      rows: [
        {
          platform: account.platform,
          adsId: account.adsId,
          price: priceDeposit(putCents, topupBasisPoints),
          clientRemarks: 'Asked for by a refill rule.',
          details: { topupBasisPoints: topupBasisPoints.toString() },
        },
      ],
      also: async (tx, [made]) => {
        if (!(await isDue(tx, rule, day, made!.id))) throw new Passed();
        const now = await walletAndDay(tx, client, day);
        insist(refusalToRefill(now.walletCents, rule.leaveCents));
        if (now.putCents + putCents > rule.dayCents) throw new Passed();
        await writeRefill(tx, { account: rule.account, day, request: made!.id });
        const { applyId } = made!;
        const link = pageOf(account);
        await notify(tx, { client, topic: 'runway', text: refilledNotice(account, made!), link, applyId });
      },
    });
  } catch (error) {
    if (error instanceof Passed || isKey(error)) return false;
    await refused(app, rule, account, day, saidBy(error));
    return false;
  }
  hintAbout(app, client);
  return true;
}

/** Whether the rule still asks, beside this request of its own; asked where the wallet is locked. */
async function isDue(tx: Database, rule: Rule, day: string, request: bigint | null): Promise<boolean> {
  if (!(await holdRule(tx, rule)) || (await waitsBeside(tx, rule, request))) return false;
  const at = await databaseNow(tx);
  const [lasting] = await lastingOf(tx, { accounts: [rule.account] }, at);
  return lasting?.state === 'Active' && isBelow(rule, lasting) && dayAt(at) === day;
}

const pageOf = ({ publicId }: Lasting): string => `/accounts/${publicId}`;

/** Another node has acted on this day. */
function isKey(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'refills_pkey';
}

function saidBy(error: unknown): string {
  if (error instanceof Refused) return error.refusal.message;
  if ((error as { code?: string }).code === '42501') return 'Whoever set the rule is no longer one of your people.';
  throw error;
}

async function refused(app: App, rule: Rule, account: Lasting, day: string, refusal: string): Promise<void> {
  const isWritten = await app.db.transaction(async (tx) => {
    await lockWallet(tx, rule.client);
    return (await isDue(tx, rule, day, null)) && (await writeRefusal(tx, { account: rule.account, day, refusal }));
  });
  if (isWritten) await stopWhereRefused(app, rule, account);
}

/** Three refusals in a row: the rule stops, and its client is told so once. */
async function stopWhereRefused(app: App, rule: Rule, account: Lasting): Promise<boolean> {
  const why = await lastRefusal(app.db, rule);
  if (why === undefined) return false;
  const link = pageOf(account);
  await app.db.transaction(async (tx) => {
    if (!(await holdRule(tx, rule)) || !(await stopRule(tx, rule.account, why))) return;
    const notice = { client: rule.client, topic: 'runway' as const, text: stoppedNotice(account, why), link };
    const button = { label: 'Open the ad account', url: `${app.config.publicUrl}${link}` };
    await tellClient(tx, notice, (name) => ({ button, ...stoppedMail(account, why, name) }));
  });
  app.events.hint(rule.client, 'notice');
  return true;
}

export const refillHandlers = [
  handle(getRefillRule, async ({ query, session, app: { db } }) => {
    const account = (await lastingCalled(db, query.id, session.client)) ?? refuse(notFound);
    const refills = await refillsOf(db, account.id, 10, null);
    return {
      message: 'Rule fetched successfully',
      rule: await shownRule(db, account.id),
      refills: refills.map(({ day, applyId, refusal }) => ({ day, applyId, refusal: refusal ?? '' })),
    };
  }),

  handle(setRefillRule, async ({ query, body, session, app, from }) => {
    const { client } = session;
    const account = (await lastingCalled(app.db, query.id, client)) ?? refuse(notFound);
    insist(refusalOfRule(body, (await pricesFor(app.db, client)).leastDepositCents));
    await provePerson({ app, session, from }, body, { unverified });
    const { belowDays, put: putCents, mostPerDay: dayCents, leave: leaveCents } = body;
    const said = { belowDays, putCents, dayCents, leaveCents };
    await app.db.transaction(async (tx) => {
      await saveRule(tx, { account: account.id, client, setBy: session.person, ...said });
      const after = { account: query.id, ...said };
      await record(tx, { action: 'account.refill_rule', actor: session.person, subject: client, from, after });
      const text = ruleNotice(account, session.email, said);
      await tellOwners(tx, { client, text, link: pageOf(account) }, ruleMail);
    });
    app.events.hint(client, 'notice');
    return { message: 'The rule is set.', rule: await shownRule(app.db, account.id) };
  }),

  handle(stopRefillRule, async ({ query, session, app, from }) => {
    const { client } = session;
    const account = (await lastingCalled(app.db, query.id, client)) ?? refuse(notFound);
    await app.db.transaction(async (tx) => {
      if (!(await stopRule(tx, account.id, null))) return awaitStandby(tx);
      const after = { account: query.id };
      await record(tx, { action: 'account.refill_stopped', actor: session.person, subject: client, from, after });
    });
    return { message: 'The rule is stopped.', rule: await shownRule(app.db, account.id) };
  }),
];

async function shownRule(db: Database, account: bigint) {
  const rule = await ruleOf(db, account);
  if (!rule) return null;
  const { belowDays, putCents: put, dayCents: mostPerDay, leaveCents: leave, setByName: setBy, setAt } = rule;
  return {
    belowDays,
    put,
    mostPerDay,
    leave,
    setBy,
    setAt,
    stoppedAt: rule.stoppedAt,
    stoppedWhy: rule.stoppedWhy ?? '',
  };
}
