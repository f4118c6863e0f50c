/** Making, listing and revoking pay links, and the two public calls behind their page. */
import { createHash, randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import { reached } from '#kernel/page.ts';
import { insist, keyReused, notFound, refuse, Refused } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { networksNow } from '#network/network.server.ts';
import { chosenOf, refusalToStaleAddress } from '#network/network.ts';
import { hintAbout } from '#requests/calls.server.ts';
import { ask } from '#requests/requests.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Call, type Caller } from '#server/handle.server.ts';
import { newId } from '#server/ids.server.ts';
import type { ClientSession } from '#server/session.server.ts';
import { claimOfTopup } from '#chain/evidence.server.ts';
import { lookSoon } from '#chain/looks.server.ts';
import { tellOwner } from '#topups/arrivals.server.ts';
import { declareForLink } from '#topups/declaredlinks.server.ts';
import { fileDigest, keepProof, proofByFile } from '#topups/proofs.server.ts';
import { refusalToIncoming } from '#topups/topups.server.ts';
import type { TopupDetails } from '#topups/shown.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { linksFile } from './file.server.ts';
import { flatPrice } from '#kinds/postings.ts';
import { topup } from '#kinds/topup.ts';
import { insistUnderLimit, limitsOfAddress, per } from '#users/throttle.server.ts';
import {
  createPaylinkCompany,
  createPaylinkIndividual,
  declarePayment,
  exportPaylinks,
  getPay,
  getPaylinks,
  pay,
  revokePaylink,
  type Paylink,
} from './paylinks.api.ts';
import { asPublic } from './paypage.server.ts';
import { paylinkStates, refusalToPay, refusalToRevoke } from './paylinks.ts';
import {
  insertLink,
  linkByCode,
  linkByKey,
  stateBeside,
  linkOfClient,
  listLinks,
  revokeLink,
  type NewPaylink,
  type PaylinkRow,
} from './paylinks.store.server.ts';

/** A state may be typed in small letters. */
function listingOf({ page, limit, q, sort, after, state }: z.output<NonNullable<typeof getPaylinks.query>>) {
  const known = paylinkStates.find((name) => name.toLowerCase() === state.toLowerCase()) ?? state;
  return { page, limit, q, after, state: known, up: sort === 'createdAt' };
}

type Attempt = Caller<ClientSession> & { key: string | undefined };

/** Whether somebody made this link. Where the database is away, the page says so itself. */
export async function isPaylink(db: Database, code: string): Promise<boolean> {
  return linkByCode(db, code).then(
    (link) => link !== undefined,
    () => true,
  );
}

/** Far more than anybody sends out; links stay, as what was paid names them. */
const mostLinksADay = 500;

export const paylinksHandlers = [
  handle(getPaylinks, async ({ query, session, app }) => {
    const { page, limit } = query;
    const { rows, counted } = await listLinks(app.db, { client: session.client, ...listingOf(query) });
    return {
      message: 'paylinks fetched successfully',
      paylinks: rows.map((row) => asPaylink(row, app)),
      ...reached(counted),
      page,
      limit,
    };
  }),

  handle(exportPaylinks, ({ query, session, app }) => linksFile(app, { client: session.client, ...listingOf(query) })),

  handle(createPaylinkIndividual, ({ body, ...call }) =>
    create(call, { ...body, kind: 'Individual', companyName: '', website: '' }),
  ),

  handle(createPaylinkCompany, ({ body, ...call }) => create(call, { ...body, kind: 'Company' })),

  handle(revokePaylink, async ({ query, session, app, from }) => {
    const link = (await linkOfClient(app.db, session.client, query.id)) ?? refuse(notFound);
    insist(refusalToRevoke(link.state));
    await app.db.transaction(async (tx) => {
      // A payer may have been faster; then the link is no longer open.
      if (!(await revokeLink(tx, link.id))) refuse(refusalToRevoke('Processing')!);
      await record(tx, {
        action: 'paylink.revoked',
        actor: session.person,
        subject: session.client,
        from,
        applyId: link.publicId,
      });
    });
    return { message: 'Paylink revoked successfully!', paylink: asPaylink({ ...link, state: 'Revoked' }, app) };
  }),

  handle(getPay, async ({ params, app }) => {
    const link = (await linkByCode(app.db, params['code'] ?? '')) ?? refuse(notFound);
    return { message: 'Paylink fetched successfully', paylink: await asPublic(app, link) };
  }),

  handle(pay, async ({ params, body, file, app, from }) => {
    await insistUnderLimit(app.db, limitsOfAddress('pay', from.address, 60), per.quarterHour);
    const link = (await linkByCode(app.db, params['code'] ?? '')) ?? refuse(notFound);
    await submit(app, link, body, { file, from });
    hintAbout(app, link.client);
    const after = (await linkByCode(app.db, link.code))!;
    return { message: 'Payment submitted successfully!', paylink: await asPublic(app, after) };
  }),

  handle(declarePayment, async ({ params, body, app, from }) => {
    await insistUnderLimit(app.db, limitsOfAddress('declare', from.address, 30), per.hour);
    const link = (await linkByCode(app.db, params['code'] ?? '')) ?? refuse(notFound);
    insist(refusalToPay(link.state));
    const network = chosenOf(await networksNow(app.db), body);
    if (!network) return refuse({ ...notFound, message: 'This network was not found.', field: 'networkName' });
    await declareForLink(app, link, network);
    return { message: 'Send exactly this amount.', paylink: await asPublic(app, link) };
  }),
];

/**
 * A link takes one payment at a time. Each round of a link uses one idempotency key: of two payers one wins and the
 * other is refused, and a payment that is sent twice gets the same answer. A rejected payment starts the next round.
 */
async function submit(
  app: App,
  link: PaylinkRow,
  body: { transactionId: string; networkName: string; networkAddress: string },
  { file, from: { address } }: Pick<Call<typeof pay>, 'file' | 'from'>,
): Promise<void> {
  const underWay = link.paymentState === 'Pending' || link.paymentState === 'Approved';
  // What was seen arriving is nobody's attempt, which could be repeated.
  if (!underWay || link.paymentDeclared) insist(refusalToPay(link.state));
  const [shown, { mostPendingTopups }] = await Promise.all([networksNow(app.db), currentSettings(app.db)]);
  const network = chosenOf(shown, body);
  // Where this round already has a payment, its picture is stored. Any other payment is refused below, so that its
  // picture must not be stored.
  if (!underWay) {
    insist(refusalToStaleAddress(body, network));
    insist(await refusalToIncoming(app.db, body.transactionId));
  }
  const proof =
    file &&
    (await (underWay
      ? proofByFile(app.db, link.client, fileDigest(file))
      : keepProof(app, link.client, file, { is: 'payer', address })));
  const details: TopupDetails = {
    payway: 'USDT',
    networkName: network?.networkName ?? body.networkName,
    networkAddress: body.networkAddress || (network?.networkAddress ?? ''),
    paylink: link.publicId,
    ...(proof === undefined ? {} : { proof: proof.toString() }),
  };
  const claim = await claimOfTopup(app.db, link.client, body.transactionId, link.amountCents);
  try {
    const asked = await ask(app.db, {
      kind: topup,
      client: link.client,
      mostPending: mostPendingTopups,
      askedBy: undefined,
      key: `paylink ${link.publicId} ${link.round}`,
      content: { ...contentOf(body), photo: file ? fileDigest(file).toString('hex') : '' },
      rows: [{ price: flatPrice(link.amountCents), transactionId: body.transactionId, claim, details }],
      also: async (tx, [made]) => {
        // An exact amount may have arrived since the link was read.
        insist(refusalToPay(await stateBeside(tx, link.publicId, made!.applyId)));
        await tellOwner(tx, link, made!.applyId);
      },
    });
    await lookSoon(app, asked.requests[0]!.id, details.networkName);
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== keyReused.code) throw error;
    refuse(refusalToPay(link.paymentState === 'Approved' ? 'Paid' : 'Processing')!);
  }
}

/** A network that was not named is no part of it, so that an attempt from before there were several is the same. */
function contentOf({ networkName, ...body }: { transactionId: string; networkName: string; networkAddress: string }) {
  return networkName === '' ? body : { ...body, networkName };
}

type Wish = {
  kind: NewPaylink['kind'];
  firstName: string;
  lastName: string;
  emailId: string;
  country: string;
  money: bigint;
  companyName: string;
  website: string;
};

async function create(
  { app, session, key, from }: Attempt,
  wish: Wish,
): Promise<{ message: string; newPaylink: Paylink }> {
  const { emailId, money, ...rest } = wish;
  const publicId = newId('PL');
  const contentDigest = digestOf(wish);
  const link = {
    ...rest,
    email: emailId,
    amountCents: money,
    publicId,
    code: randomBytes(16).toString('base64url'),
    client: session.client,
    key: key ?? null,
    contentDigest,
  };
  const made = await app.db.transaction(async (tx) => {
    if (!(await insertLink(tx, link))) return false;
    // Here, so that a link that is there already is answered again, however many were made since.
    await insistUnderLimit(tx, [{ key: `paylinks:${session.client}`, most: mostLinksADay }], per.day);
    await record(tx, {
      action: 'paylink.created',
      actor: session.person,
      subject: session.client,
      from,
      applyId: publicId,
      after: { kind: wish.kind, amountCents: money },
    });
    return true;
  });
  const row = made
    ? await linkOfClient(app.db, session.client, publicId)
    : await linkByKey(app.db, session.client, key!);
  insist(row!.contentDigest === contentDigest ? undefined : keyReused);
  return { message: 'Paylink created successfully!', newPaylink: asPaylink(row!, app) };
}

function digestOf(wish: Wish): string {
  const text = JSON.stringify({ ...wish, money: wish.money.toString() });
  return createHash('sha256').update(text).digest('base64url');
}

function asPaylink(row: PaylinkRow, { config }: App): Paylink {
  return {
    _id: row.publicId,
    code: row.code,
    url: `${config.publicUrl}/pay/${row.code}`,
    paylinkType: row.kind,
    firstName: row.firstName,
    lastName: row.lastName,
    emailId: row.email,
    country: row.country,
    companyName: row.companyName,
    website: row.website,
    money: row.amountCents,
    state: row.state,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    transaction: row.applyId
      ? { applyId: row.applyId, state: row.paymentState!, remarks: row.paymentRemarks ?? '', createdAt: row.paymentAt! }
      : null,
  };
}
