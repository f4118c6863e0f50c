/** Topping up: a client tells of USDT that was sent, an admin who has seen it arrive decides. */
import { notFound, refuse, insist, type Refusal } from '#kernel/refusal.ts';
import { claimOfTransfer, hashOf } from '#network/transferids.ts';
import { claimOfTopup, evidenceOf, isClaimed, seenOf, sharesUnknownLine } from '#chain/evidence.server.ts';
import { lockTransfer } from '#chain/payouts.server.ts';
import { lookSoon } from '#chain/looks.server.ts';
import { networksNow } from '#network/network.server.ts';
import { chosenOf, refusalToStaleAddress, type Network } from '#network/network.ts';
import { askFor, decideAs, refuseAnew } from '#requests/calls.server.ts';
import { findRequest, listRequests, type ListedRequest } from '#requests/list.server.ts';
import type { Hook } from '#requests/hooks.server.ts';
import { listQueryOf } from '#requests/wire.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { Download, handle, type Upload } from '#server/handle.server.ts';
import type { ClientSession } from '#server/session.server.ts';
import { signalsBeside } from '#signals/signals.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { takesAnother } from '#proposals/proposals.ts';
import { insistOnArrival } from './arrived.server.ts';
import { duplicatesOf, fileDigest, keepProof, loadProof, proofByFile } from './proofs.server.ts';
import { asReviewed, asTransaction, detailsOf, type TopupDetails } from './shown.ts';
import {
  addMoney,
  approveTransaction,
  checkTransaction,
  getCompleteTransactions,
  getOwnTransactions,
  getProof,
  getTransactions,
} from './topups.api.ts';
import { wasPaidOut } from '#withdrawals/payouts.server.ts';
import type { State } from '#kinds/life.ts';
import { flatPrice } from '#kinds/postings.ts';
import { topup } from '#kinds/topup.ts';

/** How many a client may tell of in a day, however many of them are taken back. */
const mostADay = (mostPending: number) => Math.max(500, 5 * mostPending);

export const topupsHandlers = [
  handle(addMoney, async (call) => {
    const { body, file, session, app } = call;
    const { chargeMoney, transactionId, payway, networkName, networkAddress, remarks, proofOf, picture } = body;
    const key = call.key ?? (body.applyId || undefined);
    const earlier = await earlierTopup(app.db, session.client, proofOf);
    const proof = file
      ? await keepProof(app, session.client, file, { is: 'client', address: call.from.address })
      : ((await pictureOfDraft(app.db, session.client, picture)) ?? earlier?.proof);
    const [shown, { mostPendingTopups }] = await Promise.all([networksNow(app.db), currentSettings(app.db)]);
    const network = chosenOf(shown, body);
    const kept = earlier && keptFrom(earlier, body);
    const stale = kept ? undefined : refusalToStaleAddress(body, network);
    // The address may have changed, and the transfer been written down as the agency's own, since an answer was lost.
    await refuseAnew({ ...call, key }, stale ?? (await refusalToIncoming(app.db, transactionId)));
    const claim = await claimOfTopup(app.db, session.client, transactionId, chargeMoney);
    const details: TopupDetails = {
      payway,
      networkName: network?.networkName ?? networkName,
      networkAddress: networkAddress || (network?.networkAddress ?? ''),
      ...kept,
      ...(proof === undefined ? {} : { proof: proof.toString() }),
    };
    const { requests, wallet } = await askFor(
      { ...call, key },
      {
        kind: topup,
        client: call.session.client,
        mostPending: mostPendingTopups,
        content: {
          chargeMoney,
          transactionId,
          payway,
          networkAddress,
          ...(networkName === '' ? {} : { networkName }),
          remarks,
          photo: photoContent(file, picture || proofOf),
        },
        rows: [{ price: flatPrice(chargeMoney), transactionId, claim, clientRemarks: remarks, details }],
        // What is taken back waits no more, and stays.
        also: (tx) =>
          insistUnderLimit(tx, [{ key: `topups:${session.client}`, most: mostADay(mostPendingTopups) }], per.day),
      },
    );
    await lookSoon(app, requests[0]!.id, details.networkName);
    return {
      message: 'Money added successfully!',
      transaction: asTransaction(ofCaller(requests[0]!, session), new Date(), 'client'),
      wallet,
    };
  }),

  handle(checkTransaction, async ({ query, session, app }) => {
    const { transactionId } = query;
    // Whoever asks for many ids wants to know what others have sent.
    await insistUnderLimit(app.db, [{ key: `transaction ids:${session.person}`, most: mostChecks }], per.quarterHour);
    const claimed = await isClaimed(app.db, session.client, transactionId);
    const used = claimed || (await wasPaidOut(app.db, transactionId));
    return { message: used ? topup.says!.taken! : 'This transaction ID has not been used yet.', used };
  }),

  handle(getOwnTransactions, async ({ query, session, app }) => {
    const { rows, ...page } = await listRequests(app.db, {
      kinds: [topup.name],
      client: session.client,
      ...listQueryOf(query),
    });
    const now = new Date();
    const seen = await seenOf(app.db, applyIdsOf(rows.filter(({ state }) => state === 'Pending')));
    return {
      message: fetched,
      transactions: rows.map((row) => asTransaction(row, now, 'client', seen.get(row.applyId))),
      ...page,
    };
  }),

  handle(getTransactions, async ({ query, app }) => reviewed(app, query, ['Pending'])),

  handle(getCompleteTransactions, async ({ query, app }) => reviewed(app, query, ['Approved'])),

  handle(approveTransaction, async (call) => {
    const { query, body, app, reply } = call;
    const { receivedMoney: receivedCents, remarks, acknowledged } = body;
    const fill =
      query.action === 'reject' ? { remarks } : { remarks, ...(receivedCents === undefined ? {} : { receivedCents }) };
    const { waits } = await decideAs(call, {
      kinds: [topup],
      applyId: query.id,
      verdict: query.action,
      fill,
      asks: async (request) => {
        if (query.action === 'approve') await insistOnArrival(call, request, { receivedCents, acknowledged });
      },
    });
    if (waits) reply.status(202);
    const decided = (await findRequest(app.db, { applyId: query.id }))!;
    const word = query.action === 'approve' ? 'approved' : 'rejected';
    return {
      message: waits ? takesAnother : `Transaction ${word} successfully!`,
      transaction: asReviewed(decided, new Date(), { duplicates: [] }),
    };
  }),

  handle(getProof, async ({ query, session, app }) => {
    const mine = session.client !== undefined ? { client: session.client } : {};
    const request = await findRequest(app.db, { applyId: query.applyId, kinds: [topup.name], ...mine });
    const { proof } = request ? detailsOf(request) : {};
    if (proof === undefined) return refuse(notFound);
    const { image, media } = await loadProof(app, BigInt(proof), query.small);
    return new Download(image, {
      'content-type': media,
      'content-disposition': `inline; filename="${request!.applyId}.jpg"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=300',
    });
  }),
];

/** Of transaction ids, by one person in a quarter of an hour: each is typed once, perhaps twice. */
const mostChecks = 30;

const fetched = 'Transaction details fetched successfully';

async function reviewed(app: App, query: Parameters<typeof listQueryOf>[0], states: readonly State[]) {
  const { rows, ...page } = await listRequests(app.db, { kinds: [topup.name], ...listQueryOf(query, states) });
  const [twins, evidence, signals] = await Promise.all([
    duplicatesOf(app.db, applyIdsOf(rows)),
    evidenceOf(app.db, applyIdsOf(rows)),
    signalsBeside(app.db, rows),
  ]);
  const now = new Date();
  const beside = (row: (typeof rows)[number]) => ({
    duplicates: twins.get(row.applyId),
    evidence: evidence.get(row.applyId),
    ...signals(row),
  });
  return {
    message: fetched,
    transactions: rows.map((row) => asReviewed(row, now, beside(row))),
    ...page,
  };
}

function applyIdsOf(rows: readonly { readonly applyId: string }[]): string[] {
  return rows.map(({ applyId }) => applyId);
}

/** What the agency itself has sent is used, too. */
export async function refusalToIncoming(db: Database, transactionId: string): Promise<Refusal | undefined> {
  if (!(await wasPaidOut(db, transactionId))) return undefined;
  return { code: 'topup.taken', message: topup.says!.taken!, status: 409 };
}

/**
 * Where a transfer was told of before the withdrawal that it paid was decided; and where it pays several top-ups, of
 * which one has no line of its own.
 */
export const refuseWhatWasPaidOut: Hook = async (tx, request) => {
  const transactionId = request.transactionId ?? '';
  if (hashOf(transactionId) === undefined) await lockTransfer(tx, transactionId);
  if (await sharesUnknownLine(tx, request))
    refuse({
      code: 'topup.shared',
      message:
        'Several top-ups name this transaction, and what each of them gets is not known yet. Wait until the chain was looked at.',
      status: 409,
    });
  if (await wasPaidOut(tx, transactionId))
    refuse({
      code: 'topup.sent_out',
      message: 'This is the transfer that paid a withdrawal out. No money came in with it.',
      status: 409,
    });
};

type Earlier = { transactionId: string; proof: bigint | undefined; shown: Network };

/** An earlier top-up of the same client, which is sent again. */
async function earlierTopup(db: Database, client: bigint, applyId: string): Promise<Earlier | undefined> {
  if (applyId === '') return undefined;
  const request = await findRequest(db, { applyId, client, kinds: [topup.name] });
  insist(request ? undefined : { ...notFound, field: 'proofOf' });
  const { proof, networkName = '', networkAddress = '' } = detailsOf(request!);
  return {
    transactionId: request!.transactionId ?? '',
    proof: proof === undefined ? undefined : BigInt(proof),
    shown: { networkName, networkAddress },
  };
}

/**
 * What is sent again was paid before, and no address is shown for it now. The one that was shown then stays with the
 * transfer that was named then; where another one is named, nobody knows what its sender saw, and none is stored.
 */
function keptFrom(
  { transactionId, shown: { networkName, networkAddress } }: Earlier,
  sent: { transactionId: string } & Network,
): Network | undefined {
  if (sent.networkAddress !== '' || networkName === '') return undefined;
  if (sent.networkName !== '' && sent.networkName !== networkName) return undefined;
  const isSame = claimOfTransfer(sent.transactionId) === claimOfTransfer(transactionId);
  return { networkName, networkAddress: isSame ? networkAddress : '' };
}

/** A picture that this client sent before, by the digest of its file. */
async function pictureOfDraft(db: Database, client: bigint, picture: string): Promise<bigint | undefined> {
  if (picture === '') return undefined;
  const proof = await proofByFile(db, client, Buffer.from(picture, 'hex'));
  insist(proof === undefined ? { ...notFound, field: 'photo' } : undefined);
  return proof;
}

/** A file and its digest are the same content: what is sent again after a reload is the same attempt. */
function photoContent(file: Upload | undefined, named: string): string {
  return file ? fileDigest(file).toString('hex') : named;
}

/** A request that was made just now, as its own client's lists show it. */
function ofCaller<R extends object>(
  request: R,
  session: ClientSession,
): R & Pick<ListedRequest, 'person' | 'waits' | 'decidedByName'> {
  const person = {
    publicId: session.publicId,
    username: session.username,
    email: session.email,
    contact1: session.contact1,
    walletCents: 0n,
  };
  return { ...request, person, waits: null, decidedByName: null };
}
