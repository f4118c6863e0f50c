/**
 * Asking and deciding, as the handlers of calls do it: the verbs of requests.server.ts and deciding.server.ts with
 * everything around them that a slice must not forget: whether a second admin is needed, the audit log, notices and
 * mails to the client, and the live hints.
 */
import { mayCall } from '#kernel/access.ts';
import { sum, toDollars, usd, type Cents } from '#kernel/money.ts';
import { refuse, wrongRole, type Refusal } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import type { App } from '#server/app.server.ts';
import type { Call, Caller } from '#server/handle.server.ts';
import type { Endpoint } from '#kernel/endpoint.ts';
import type { ClientSession } from '#server/session.server.ts';
import { walletOf } from '#ledger/ledger.server.ts';
import { tellClient } from '#notices/tell.server.ts';
import { secondAdminText, type SecondAdmin, type Settings } from '#settings/settings.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { cancel, confirm, decide, pay, reverse, type Also, type Decided } from './deciding.server.ts';
import { ask, wasAttempted } from './requests.server.ts';
import type { Fill } from '#kinds/kind.ts';
import { settlesSpend } from '#kinds/facts.ts';
import { kindNamed, type Kind } from '#kinds/kinds.ts';
import type { Price } from '#kinds/postings.ts';
import { life, type Verdict } from '#kinds/life.ts';
import type { Database } from '#server/database.server.ts';
import { awaitStandby } from '#server/standby.server.ts';
import type { Request } from './requests.store.server.ts';
import { isShownToClient } from './hidden.ts';
import { runHook } from './hooks.server.ts';
import { insistAlone, approvedInADay, NeedsSecondAdmin, secondAdminOver } from './thresholds.server.ts';
import { letsPass } from './requests.ts';
import { begunByAdmins } from './begun.server.ts';
import { clientPageOf, mailOf, noticeOf } from './messages.ts';

/** Asks for one or more requests in one all-or-nothing step; the answer tells of an attempt that was made before. */
export async function askFor(
  call: Caller & Pick<Call<Endpoint>, 'key' | 'reply' | 'expectedCents'>,
  wish: Omit<Parameters<typeof ask>[1], 'askedBy' | 'key'>,
): Promise<Awaited<ReturnType<typeof ask>>> {
  await refuseAnew(call, refusalOfTotal(wish.rows, call.expectedCents));
  const asked = await ask(call.app.db, {
    ...wish,
    askedBy: call.session.person,
    ...(call.key === undefined ? {} : { key: call.key }),
  });
  if (asked.replayed) void call.reply.header('idempotent-replayed', 'true');
  // Of what waits for a second admin its client hears nothing, not even that something happened.
  const hidden = asked.requests.some((request) => !isShownToClient(request));
  if (hidden) call.app.events.hint('admins', 'request');
  else hintAbout(call.app, wish.client);
  return asked;
}

/** Whoever asks was shown another total, as prices have changed since. A total that only the lock knows is nobody's. */
function refusalOfTotal(rows: readonly { price: Price }[], expectedCents: Cents | undefined): Refusal | undefined {
  const totals = rows.map(({ price }) => price.totalCents);
  if (expectedCents === undefined || totals.includes(undefined)) return undefined;
  const totalCents = sum(totals as Cents[]);
  if (totalCents === expectedCents) return undefined;
  const message = `Prices have changed: this is ${usd(totalCents)} in total now, not ${usd(expectedCents)}. Nothing was sent.`;
  return { code: 'prices.changed', message, status: 409, extra: { totalCost: toDollars(totalCents) } };
}

/**
 * Refuses what is asked for the first time: an answer that was lost on its way is given again, whatever has changed
 * since. A standby that is not promoted yet may lack what was read for it, and answers 503 instead.
 */
export async function refuseAnew(
  { app, session, key }: Caller & Pick<Call<Endpoint>, 'key'>,
  refusal: Refusal | undefined,
): Promise<void> {
  if (!refusal || (await wasAttempted(app.db, session.person, key))) return;
  await awaitStandby(app.db);
  refuse(refusal);
}

export async function decideAs(
  call: Caller,
  wish: Omit<Parameters<typeof decide>[1], 'admin' | 'approvals' | 'also'>,
): Promise<Decided> {
  const settings = await currentSettings(call.app.db);
  const admin = call.session.person;
  let why: SecondAdmin | undefined;
  const day = await approvedInADay(call.app.db, settings, { applyIds: [wish.applyId], admin });
  const approvals = (request: Request, fill: Fill) => {
    why =
      secondAdminOver(settings, request, day(request.client), wish.verdict, fill.receivedCents) ??
      // Sending money that should still wait always takes two admins.
      (letsPass(fill) ? { because: 'switch' } : undefined);
    return why ? 2 : 1;
  };
  const by = { ...wish, admin, also: alsoAlone(call, settings), why: () => why && secondAdminText(why, 'anybody') };
  const asked = settings.secondPair.on ? approvals : 1;
  try {
    return hinted(call.app, await decide(call.app.db, { ...by, approvals: asked }));
  } catch (error) {
    if (!(error instanceof NeedsSecondAdmin)) throw error;
    why = error.because;
    return hinted(call.app, await decide(call.app.db, { ...by, approvals: 2, asks: undefined }));
  }
}

/** This admin has sent the money that two admins agreed on. */
export async function payAs(
  call: Caller,
  wish: Pick<Parameters<typeof pay>[1], 'kinds' | 'applyId' | 'fill' | 'asks'>,
): Promise<Decided> {
  const { secondPair } = await currentSettings(call.app.db);
  const by = {
    admin: call.session.person,
    also: alsoFor(call),
    why: () => secondAdminText({ because: 'switch' }, 'anybody'),
  };
  return hinted(call.app, await pay(call.app.db, { ...wish, ...by, passesByTwo: secondPair.on }));
}

/** The second admin confirms the verdict that waits, whichever it is, or none but `only`. */
export async function confirmAs(
  call: Caller,
  wish: Omit<Parameters<typeof confirm>[1], 'admin' | 'also' | 'why'>,
): Promise<Decided> {
  return hinted(call.app, await confirm(call.app.db, { ...wish, admin: call.session.person, also: alsoFor(call) }));
}

/** A client takes an own request back while nobody has decided it. */
export async function cancelAs(
  call: Caller<ClientSession>,
  wish: { kinds: readonly Kind[]; applyId: string },
): Promise<Decided> {
  return hinted(
    call.app,
    await cancel(call.app.db, {
      ...wish,
      client: call.session.client,
      person: call.session.person,
      also: alsoFor(call),
    }),
  );
}

/** Undoes an approval that was a mistake, with a reason that the client reads. */
export async function reverseAs(
  call: Caller,
  wish: Omit<Parameters<typeof reverse>[1], 'admin' | 'approvals' | 'also' | 'why'>,
): Promise<Decided> {
  const settings = await currentSettings(call.app.db);
  const admin = call.session.person;
  const day = await approvedInADay(call.app.db, settings, { applyIds: [wish.applyId], admin });
  const approvals = (request: Request) => (secondAdminOver(settings, request, day(request.client), 'reverse') ? 2 : 1);
  const by = { ...wish, admin, also: alsoAlone(call, settings) };
  return hinted(
    call.app,
    await reverse(call.app.db, { ...by, approvals }).catch((error: unknown) => {
      if (!(error instanceof NeedsSecondAdmin)) throw error;
      return reverse(call.app.db, { ...by, approvals: 2, asks: undefined });
    }),
  );
}

function hinted(app: App, decided: Decided): Decided {
  if (decided.waits) app.events.hint('admins', 'request');
  else hintAbout(app, decided.request.client);
  return decided;
}

/** Browsers that show this client's money, or an admin's queue, fetch again. */
export function hintAbout(app: App, client: bigint): void {
  app.events.hint(client, 'wallet', 'request', 'notice');
  app.events.hint('admins', 'request');
}

/** What the audit log calls each verdict. */
const happened: Readonly<Record<Verdict, string>> = {
  approve: 'approved',
  reject: 'rejected',
  cancel: 'cancelled',
  reverse: 'reversed',
  release: 'to_pay',
  pay: 'paid',
  takeBack: 'taken_back',
};

/** Like `alsoFor`, for an admin who decides alone: it also counts what others approved at the same moment. */
export function alsoAlone(call: Parameters<typeof alsoFor>[0], settings: Settings): Also {
  return async (tx, after, how) => {
    const { verdict: event, waits } = how;
    if ((event === 'approve' || event === 'reverse') && !waits)
      await insistAlone(tx, settings, after, { event, admin: call.session.person });
    await alsoFor(call)(tx, after, how);
  };
}

/**
 * What is written in the transaction of the verdict: always the audit row; notice and mail only when something was
 * decided.
 */
function alsoFor({ session, from, app }: Pick<Caller, 'session' | 'from' | 'app'>): Also {
  return async (tx, after, { verdict, before, waits }) => {
    // Calls that decide any kind can't declare whose work it is, so that is checked here.
    if (verdict !== 'cancel' && !mayCall({ admin: kindNamed(after.kind).decidedBy }, session)) refuse(wrongRole);
    if (!waits) await runHook(app.hooks, tx, life[verdict].event, after);
    const wanted = verdict === 'release' ? 'approve' : verdict;
    await record(tx, {
      action: `${after.kind}.${waits ? `${wanted}.proposed` : happened[verdict]}`,
      actor: session.person,
      subject: after.client,
      from,
      applyId: after.applyId,
      before: { state: before },
      after: {
        state: after.state,
        totalCents: after.totalCents,
        transactionId: after.transactionId,
        adsId: after.adsId,
        remarks: after.remarks,
        receivedCents: after.receivedCents,
        reason: after.reason,
      },
    });
    if (!waits && verdict !== 'cancel') await tellDecision(tx, after, app.features.now());
  };
}

async function tellDecision(tx: Database, after: Request, on: ReadonlySet<string>): Promise<void> {
  const { client, applyId } = after;
  const kind = kindNamed(after.kind);
  // Its client was not told of the settlement, and no money of theirs moves with it or back.
  if (settlesSpend(kind)) return;
  const { topic } = kind;
  const notice = { client, topic, text: noticeOf(after), link: clientPageOf(after, on), applyId };
  let wallet: ReturnType<typeof walletOf> | undefined;
  const begun = after.state === 'Rejected' && (await begunByAdmins(tx, [after])).has(applyId);
  await tellClient(tx, notice, async (username) =>
    mailOf(after, { username, walletCents: await (wallet ??= walletOf(tx, client)), on, begun }),
  );
}
