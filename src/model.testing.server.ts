/** One step of a random history as calls on the real portal, and as the model's answer to it (model.server.test.ts). */
import { randomBytes } from 'node:crypto';
import { kindNamed } from '#kinds/kinds.ts';
import type { Answered, Person, TestPortal } from '#portal.testing.server.ts';
import { ask, judge, takesTwo, type Kind, type Model, type Verdict } from './model.testing.ts';

type Asking = { do: 'ask'; kind: Kind; amount: number; which: number };
type Judging = { do: Verdict; which: number };
type Repeating = { do: 'repeat'; which: number; altered: boolean };
export type Step = Asking | Judging | Repeating;

const dollars = (amount: number) => (amount / 100).toFixed(2);
const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** Everything that one history is about. */
export type Game = {
  portal: TestPortal;
  model: Model;
  client: Person;
  admin: Person;
  second: Person;
  calls: Call[];
  ids: string[];
};
type Call = { kind: Kind; as: Person; path: string; body: Record<string, unknown>; form?: true; key: string };

/** How a client, or an admin for corrections, asks for this. */
function callFor({ client, admin }: Game, kind: Kind, amount: number, adsId: string): Call {
  const key = randomBytes(8).toString('hex');
  const money = dollars(amount);
  const as = kindNamed(kind).askedBy === 'admin' ? admin : client;
  const call = (path: string, body: Record<string, unknown>): Call => ({ kind, as, path, body, key });
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
  }
}

function send(portal: TestPortal, { as, path, body, form, key }: Call): Promise<Answered> {
  return portal.call('POST', path, { as, key, ...(form ? { form: body as Record<string, string> } : { body }) });
}

/** 'done', or the refusal as the model writes it. */
const ending = ({ status, body }: Answered) => (status === 200 ? 'done' : `${status} ${body.code}`);

function applyIdIn({ body }: Answered): string {
  return (body.applyId ??
    body.deposits?.[0].applyId ??
    (body.transaction ?? body.refund ?? body.withdrawal ?? body.correction).applyId) as string;
}

/** Plays one step on both; answers what the model says and what the portal said. */
export async function play(game: Game, step: Step): Promise<[expected: string, said: string]> {
  const { portal, model, calls, ids } = game;
  if (step.do === 'ask') {
    const needsAccount = step.kind === 'deposit' || step.kind === 'refund';
    if (needsAccount && model.accounts.length === 0) return ['nothing', 'nothing'];
    const account = needsAccount ? model.accounts[step.which % model.accounts.length] : undefined;
    const call = callFor(game, step.kind, step.amount, account?.adsId ?? '');
    const expected = ask(model, step.kind, step.amount, account);
    const answer = await send(portal, call);
    if (ending(answer) === 'done') {
      calls.push(call);
      ids.push(applyIdIn(answer));
    }
    return [expected, ending(answer)];
  }
  if (ids.length === 0) return ['nothing', 'nothing'];
  const at = step.which % ids.length;
  if (step.do === 'repeat') {
    const call = calls[at]!;
    if (step.altered)
      return ['422 idempotency.key_reused', ending(await send(portal, { ...call, body: altered(call.body) }))];
    const answer = await send(portal, call);
    return [`done ${ids[at]}`, `${ending(answer)} ${applyIdIn(answer)}`];
  }
  // What an admin asked for is not a client's to cancel.
  const verdict = step.do === 'cancel' && calls[at]!.as === game.admin ? 'reject' : step.do;
  const adsId = randomBytes(6).toString('hex');
  const request = model.requests[at]!;
  const byTwo = request.state === 'Pending' && verdict === 'approve' && takesTwo(model, request);
  const answer = byTwo ? await agree(game, ids[at]!) : await said(game, ids[at]!, verdict, adsId);
  return [judge(model, at, verdict, adsId), answer];
}

/** The same call with a cent more, or another mailbox. */
function altered(body: Record<string, unknown>): Record<string, unknown> {
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
      await portal.call('PUT', '/kimi/reverse-request', { as: admin, body: { applyId, reason: 'a mistake' } }),
    );
  const { body } = await portal.decide(admin, verdict, {
    applyId,
    adsId,
    transactionId: `sent ${applyId}`,
    remarks: verdict === 'reject' ? 'not now' : '',
  });
  const [{ done, code }] = body.results;
  return done ? 'done' : `409 ${code}`;
}
