/** Withdrawals: asked by clients who prove who they are, decided by admins who have sent the money. */
import { record } from '#audit/audit.server.ts';
import { evidenceOf } from '#chain/evidence.server.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { clientPageOf } from '#requests/messages.ts';
import { insist, Refused, refuse } from '#kernel/refusal.ts';
import { networkNamed } from '#network/addresses.ts';
import { notify } from '#notices/notices.server.ts';
import { askFor, decideAs, payAs } from '#requests/calls.server.ts';
import { findRequest, listRequests, type ListedRequest, type Listing } from '#requests/list.server.ts';
import type { Asked } from '#requests/requests.server.ts';
import { waitingStates } from '#kinds/life.ts';
import { flatPrice } from '#kinds/postings.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import { blankPayOut, refusalOfBlank } from '#requests/requests.ts';
import { asPersonOnWire, asRequestOnWire, listQueryOf } from '#requests/wire.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Call } from '#server/handle.server.ts';
import { signalsAbout } from '#signals/signals.server.ts';
import { queueMail } from '#server/mail.server.ts';
import { takesAnother } from '#proposals/proposals.ts';
import {
  applyWithdrawal,
  approveWithdrawal,
  getApprovedWithdrawals,
  getPendingWithdrawals,
  getWithdrawals,
  getWithdrawalsToPay,
  payWithdrawal,
} from './withdrawals.api.ts';
import { addressesHandlers, keepAddress, newAddressText } from './addresses.server.ts';
import { addressesOf, destinationsOf, refuseOwnAddress } from './destinations.server.ts';
import { proveIdentity } from './identity.server.ts';
import { insistOnPayout } from './sent.server.ts';
import { waitsOf } from './withdrawals.store.server.ts';

/** A client, or an admin by number. */
type Reader = 'client' | bigint;
type Made = Asked['requests'][number];

const fetched = 'Withdrawals fetched successfully';

export const withdrawalsHandlers = [
  ...addressesHandlers,
  handle(applyWithdrawal, async (call) => {
    await proveIdentity(call, call.body, call.key);
    const { requests, wallet } = await askAndTell(call);
    return {
      message: 'Withdrawal applied successfully.',
      wallet,
      withdrawal: await one(call.app.db, requests[0]!.applyId, 'client'),
    };
  }),

  handle(getWithdrawals, async ({ query, session, app }) => ({
    message: fetched,
    ...(await page(app.db, { client: session.client, ...listQueryOf(query) }, 'client')),
  })),
  handle(getPendingWithdrawals, async ({ query, session, app }) => ({
    message: fetched,
    ...(await page(app.db, listQueryOf(query, ['Pending']), session.person)),
  })),
  handle(getWithdrawalsToPay, async ({ query, session, app }) => ({
    message: fetched,
    ...(await page(app.db, listQueryOf(query, ['To pay']), session.person)),
  })),
  handle(getApprovedWithdrawals, async ({ query, session, app }) => ({
    message: fetched,
    ...(await page(app.db, listQueryOf(query, ['Approved']), session.person)),
  })),

  handle(approveWithdrawal, async (call) => {
    const { applyId, action } = call.query;
    const { acknowledged, ...fill } = call.body;
    if (action === 'reject') insist(refusalOfBlank(withdrawal, action, fill, blankPayOut));
    const asks = async (request: Made) => {
      if (action === 'reject') return;
      await refuseOwnAddress(call.app.db, request);
      await insistOnPayout(call, { applyId, transactionId: fill.transactionId, acknowledged });
    };
    const { waits } = await decideAs(call, { kinds: [withdrawal], applyId, verdict: action, fill, asks });
    if (waits) call.reply.status(202);
    const done = action === 'approve' ? 'Withdrawal approved successfully!' : 'Withdrawal rejected successfully!';
    return { message: waits ? takesAnother : done, withdrawal: await one(call.app.db, applyId, call.session.person) };
  }),

  handle(payWithdrawal, async (call) => {
    const { applyId } = call.query;
    const { acknowledged, ...fill } = call.body;
    const asks = () => insistOnPayout(call, { applyId, transactionId: fill.transactionId, acknowledged });
    const { waits } = await payAs(call, { kinds: [withdrawal], applyId, fill, asks });
    if (waits) call.reply.status(202);
    return {
      message: waits ? takesAnother : 'Withdrawal paid successfully!',
      withdrawal: await one(call.app.db, applyId, call.session.person),
    };
  }),
];

/**
 * The request, its audit row, and a notice and mail that would warn the owner of a stolen password: all or none of
 * them.
 */
async function askAndTell(call: Call<typeof applyWithdrawal>): Promise<Asked> {
  const { password: _, otp: __, ...content } = call.body;
  try {
    return await askFor(call, {
      kind: withdrawal,
      client: call.session.client,
      content,
      rows: [rowOf(content)],
      also: (tx, [made], wallet) => tell(tx, call, { made: made!, wallet }),
    });
  } catch (error) {
    if (error instanceof Refused && error.refusal.status === 402) refuse({ ...error.refusal, field: 'amount' });
    throw error;
  }
}

async function tell(
  tx: Database,
  { session, from, app, body }: Call<typeof applyWithdrawal>,
  { made: { applyId, amountCents, details }, wallet }: { made: Made; wallet: Cents },
): Promise<void> {
  const link = clientPageOf({ kind: withdrawal.name, platform: null, applyId }, app.features.now());
  const text = `You asked for ${usd(amountCents)} to be sent to ${body.networkAddress} (${applyId}).`;
  const networkName = networkNamed(body.networkName)!;
  const added = await keepAddress(
    tx,
    { session, from },
    { networkName, networkAddress: body.networkAddress, label: '' },
  );
  await record(tx, {
    action: 'withdrawal.asked',
    actor: session.person,
    subject: session.client,
    from,
    applyId,
    after: { ...details, amountCents },
  });
  await notify(tx, { client: session.client, topic: 'security', text, link, applyId });
  await queueMail(tx, {
    to: session.email,
    urgent: true,
    subject: 'A withdrawal was asked for',
    lines: [
      `Hello ${session.username},`,
      text,
      ...(added?.payableFrom ? [newAddressText(added.payableFrom)] : []),
      'If this was not you, take it back in the portal, change your password and tell us at once.',
    ],
    facts: [
      ['Amount', usd(amountCents)],
      ['Network', networkName],
      ['Wallet balance now', usd(wallet)],
    ],
    button: { label: 'Open it in the portal', url: link },
    applyId,
  });
}

function rowOf({
  amount,
  networkName,
  networkAddress,
  remarks,
}: Omit<BodyOf<typeof applyWithdrawal>, 'password' | 'otp'>) {
  return {
    price: flatPrice(amount),
    clientRemarks: remarks,
    details: { networkName: networkNamed(networkName), networkAddress },
  };
}

async function page(db: Database, listing: Omit<Listing, 'kinds'>, reader: Reader) {
  const { rows, ...rest } = await listRequests(db, { kinds: ['withdrawal'], ...listing });
  return { withdrawals: await asWithdrawals(db, rows, reader), ...rest };
}

async function one(db: Database, applyId: string, reader: Reader) {
  const [shown] = await asWithdrawals(db, [(await findRequest(db, { applyId }))!], reader);
  return shown!;
}

async function asWithdrawals(db: Database, rows: readonly ListedRequest[], reader: Reader) {
  const waiting = rows.filter(({ state }) => waitingStates.includes(state)).map(({ applyId }) => applyId);
  const beside = reader === 'client' ? await waitsBeside(db, waiting) : await knownBeside(db, rows, waiting, reader);
  const now = new Date();
  return rows.map((row) => ({ ...asWithdrawalOnWire(row, now, reader), ...beside(row.applyId) }));
}

async function waitsBeside(db: Database, waiting: readonly string[]) {
  const waits = await waitsOf(db, waiting);
  return (applyId: string) => ({ payableFrom: waits.get(applyId) ?? null });
}

/** What an admin has to know of each before paying it, and sees of it after. */
async function knownBeside(db: Database, rows: readonly ListedRequest[], waiting: readonly string[], admin: bigint) {
  const applyIds = rows.map(({ applyId }) => applyId);
  const addresses = addressesOf(db, applyIds);
  const [destinations, seen, lit] = await Promise.all([
    destinationsOf(db, rows, admin, addresses),
    evidenceOf(db, applyIds),
    signalsAbout(db, waiting, addresses),
  ]);
  return (applyId: string) => {
    const [destination, evidence, signals] = [destinations.get(applyId)!, seen.get(applyId), lit.get(applyId)];
    const { payableFrom } = destination;
    return { payableFrom, destination, ...(evidence && { evidence }), ...(signals && { signals }) };
  };
}

function asWithdrawalOnWire(request: ListedRequest, now: Date, reader: Reader) {
  return {
    ...asRequestOnWire(request, now, reader === 'client' ? reader : 'admin'),
    amount: request.amountCents,
    networkName: String(request.details['networkName'] ?? ''),
    networkAddress: String(request.details['networkAddress'] ?? ''),
    userId: asPersonOnWire(request),
  };
}
