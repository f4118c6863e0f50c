/** One step of a random history as calls on the real portal, and as the model's answer to it (model.server.test.ts). */
import { randomBytes } from 'node:crypto';
import { daysOfMonth } from '#kernel/days.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { tronAddressOf } from '#network/addresses.ts';
import type { Answered, Person, TestPortal } from '#portal.testing.server.ts';
import { monthAgo } from '#spend/spend.testing.server.ts';
import { ask, judge, takesTwo, type Account, type Kind, type Model, type Verdict } from './model.testing.ts';

type Asking = { do: 'ask'; kind: Kind; amount: number; which: number };
type Judging = { do: Verdict; which: number };
type Repeating = { do: 'repeat'; which: number; altered: boolean };
export type Step = Asking | Judging | Repeating;

const dollars = (amount: number) => (amount / 100).toFixed(2);
/** No address of ours, as no client is paid there. */
const address = tronAddressOf('b'.repeat(40));

/** Everything that one history is about. */
export type Game = {
  portal: TestPortal;
  model: Model;
  client: Person;
  admin: Person;
  second: Person;
  calls: (Call | Unasked)[];
  ids: string[];
  /** How many declared amounts were credited without an admin, and how many deposits a rule asked for. */
  credited: number;
  refilled: number;
};
/** What nobody called for: it is whose it is, and cannot be sent again. */
type Unasked = { kind: Kind; as: Person; path?: never };
type Call = {
  kind: Kind;
  as: Person;
  path: string;
  body: Record<string, unknown>;
  form?: true;
  key: string;
  adsId: string;
};

/** How a client, or an admin for corrections, asks for this. */
function callFor({ client, admin }: Game, kind: Kind, amount: number, { adsId, id, month }: Named): Call {
  const key = randomBytes(8).toString('hex');
  const money = dollars(amount);
  const as = kindNamed(kind).askedBy === 'admin' ? admin : client;
  const call = (path: string, body: Record<string, unknown>): Call => ({ kind, as, path, body, key, adsId });
  switch (kind) {
    case 'topup':
      return { ...call('/add-money', { chargeMoney: money, transactionId: key }), form: true };
    case 'application':
      return call('/create-google-ads', { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: money }] });
    case 'deposit':
      return call('/kimi/create-google-adDeposit', { adsId, money });
    case 'refund':
      return call('/kimi/apply-refund', { adsId, amount: money, adType: 'Google' });
    case 'withdrawal':
      return call('/kimi/apply-withdrawal', {
        amount: money,
        networkName: 'TRC20',
        networkAddress: address,
        password: client.password,
      });
    case 'penalty':
    case 'goodwill':
      return call('/kimi/apply-correction', { userId: client._id, kind, amount: money, reason: 'a reason' });
    case 'replacement':
      return { ...call('/kimi/apply-replacement', { id, reason: 'a reason' }), as: client };
    case 'settlement':
      return call('/kimi/settle-month', { month, dry: false });
  }
}

function send(portal: TestPortal, { as, path, body, form, key }: Call): Promise<Answered> {
  return portal.call('POST', path, { as, key, ...(form ? { form: body as Record<string, string> } : { body }) });
}

/** 'done', or the refusal as the model writes it. */
const ending = ({ status, body }: Answered) => (status === 200 ? 'done' : `${status} ${body.code}`);

/** What the answer is about. That of a settlement lists all accounts of the month, so that the book is asked. */
async function applyIdIn({ portal }: Game, { adsId, body: asked }: Call, { body }: Answered): Promise<string> {
  if (body.month !== undefined) {
    const [settled] = await portal.db.owner.query<{ applyId: string }>(
      'model.settled',
      `select r.apply_id as "applyId" from settled_months m join requests r on r.id = m.request
       join ad_accounts a on a.id = m.ad_account where a.ads_id = $1 and m.month = ($2 || '-01')::date`,
      [adsId, asked['month']],
    );
    return body.count === 1 ? settled!.applyId : `${body.count} settled`;
  }
  const made = body.transaction ?? body.refund ?? body.withdrawal ?? body.correction ?? body.replacement ?? body;
  return (body.deposits?.[0] ?? made).applyId as string;
}

type Named = { adsId: string; id: string; month: string };

/**
 * What has to be so before this can be asked: the platform has suspended the account; what it spent in one more month
 * is imported.
 */
async function prepare(game: Game, kind: Kind, amount: number, account: Account): Promise<Named> {
  const { portal, admin } = game;
  const { adsId } = account;
  if (kind !== 'replacement' && kind !== 'settlement') return { adsId, id: '', month: '' };
  const id = await idOf(game, adsId);
  const month = monthAgo(2 + account.months);
  if (kind === 'replacement' && !account.closed && !account.suspended) {
    const body = { state: 'Suspended', reason: 'a reason' };
    expectDone(await portal.call('PUT', '/kimi/account-state', { as: admin, query: { id }, body }));
    account.suspended = true;
  }
  if (kind === 'settlement') {
    const query = `update ad_accounts set opened_at = ($2 || '-01')::date where public_id = $1`;
    await portal.db.owner.query('model.opened', query, [id, month]);
    const rows = daysOfMonth(month).map((day, n) => `${day},${adsId},USD,${n === 0 ? dollars(amount) : '0'}`);
    const text = ['Day,Customer ID,Currency code,Cost', ...rows].join('\n');
    expectDone(
      await portal.call('POST', '/kimi/import-spend', { as: admin, body: { platform: 'Google', text, dry: false } }),
    );
    account.months += 1;
  }
  return { adsId, id, month };
}

/** The public id of the account with this Ads ID. */
export async function idOf({ portal, admin }: Game, adsId: string): Promise<string> {
  const { accounts } = (await portal.call('GET', '/kimi/get-ad-accounts', { as: admin, query: { q: adsId } })).body;
  return accounts.find((one: { adsId: string }) => one.adsId === adsId)._id;
}

export function expectDone(answer: Answered): void {
  if (answer.status !== 200 || answer.body.faults > 0) throw new Error(JSON.stringify(answer.body));
}

/** Plays one step on both; answers what the model says and what the portal said. */
export async function play(game: Game, step: Step): Promise<[expected: string, said: string]> {
  const { portal, model, calls, ids } = game;
  if (step.do === 'ask') {
    const { kind } = step;
    const needsAccount = ['deposit', 'refund', 'replacement', 'settlement'].includes(kind);
    if (needsAccount && model.accounts.length === 0) return ['nothing', 'nothing'];
    const account = needsAccount ? model.accounts[step.which % model.accounts.length] : undefined;
    // All of an account is replaced. No more is settled than is in it, or what is left over would wait for a deposit.
    const { balance = 0, closed } = account ?? {};
    const amount =
      kind === 'replacement' ? balance : kind === 'settlement' ? Math.min(step.amount, balance) : step.amount;
    if (kind === 'settlement' && (closed || amount === 0)) return ['nothing', 'nothing'];
    const named = account ? await prepare(game, kind, amount, account) : { adsId: '', id: '', month: '' };
    const call = callFor(game, kind, amount, named);
    const expected = ask(model, kind, amount, account);
    const answer = await send(portal, call);
    if (ending(answer) === 'done') {
      calls.push(call);
      ids.push(await applyIdIn(game, call, answer));
    }
    return [expected, ending(answer)];
  }
  if (ids.length === 0) return ['nothing', 'nothing'];
  const at = step.which % ids.length;
  if (step.do === 'repeat') {
    const call = calls[at]!;
    if (call.path === undefined) return ['nothing', 'nothing'];
    if (step.altered)
      return ['422 idempotency.key_reused', ending(await send(portal, { ...call, body: altered(call.body) }))];
    const answer = await send(portal, call);
    return [`done ${ids[at]}`, `${ending(answer)} ${await applyIdIn(game, call, answer)}`];
  }
  // What an admin asked for is not a client's to cancel.
  const verdict = step.do === 'cancel' && calls[at]!.as === game.admin ? 'reject' : step.do;
  // What a reversed settlement was about waits to be settled, and would be so in another client's history; those of
  // spend/settling.server.test.ts and spend/histories.server.test.ts reverse them.
  if (verdict === 'reverse' && calls[at]!.kind === 'settlement') return ['nothing', 'nothing'];
  const adsId = randomBytes(6).toString('hex');
  const request = model.requests[at]!;
  const byTwo = request.state === 'Pending' && verdict === 'approve' && takesTwo(model, request);
  const answer = byTwo ? await agree(game, ids[at]!) : await said(game, ids[at]!, verdict, adsId);
  return [judge(model, at, verdict, adsId), answer];
}

/** The same call with a cent more, or another mailbox. */
function altered(body: Record<string, unknown>): Record<string, unknown> {
  if ('id' in body) return { ...body, reason: 'another reason' };
  if ('month' in body) return { ...body, month: monthAgo(1) };
  const name = ['chargeMoney', 'money', 'amount'].find((field) => field in body);
  if (name) return { ...body, [name]: (Number(body[name]) + 0.01).toFixed(2) };
  return { ...body, adsDetails: [{ ...(body['adsDetails'] as object[])[0], gmail: 'bea@gmail.com' }] };
}

/** Two admins approve it, without a transfer. */
async function agree({ portal, admin, second }: Game, applyId: string): Promise<string> {
  const query = { applyId, action: 'approve' };
  const first = await portal.call('PUT', '/kimi/approve-withdrawal', { as: admin, query });
  if (first.status !== 202) return ending(first);
  return ending(await portal.call('PUT', '/kimi/confirm-action', { as: second, query: { id: applyId } }));
}

async function said(
  { portal, client, admin }: Game,
  applyId: string,
  verdict: Verdict,
  adsId: string,
): Promise<string> {
  if (verdict === 'cancel')
    return ending(await portal.call('PUT', '/kimi/cancel-request', { as: client, query: { applyId } }));
  if (verdict === 'pay') {
    const body = { transactionId: `paid ${applyId}` };
    return ending(await portal.call('PUT', '/kimi/pay-withdrawal', { as: admin, query: { applyId }, body }));
  }
  if (verdict === 'reverse')
    return ending(
      await portal.call('PUT', '/kimi/reverse-request', {
        as: admin,
        body: { applyId, reason: 'a mistake', acknowledged: true },
      }),
    );
  const { body } = await portal.decide(admin, verdict, {
    applyId,
    adsId,
    transactionId: `sent ${applyId}`,
    // Of most accounts nobody knows what they spent.
    acknowledged: true,
    remarks: verdict === 'reject' ? 'not now' : '',
  });
  const [{ done, code }] = body.results;
  return done ? 'done' : `409 ${code}`;
}
