/**
 * One client's own prices. A price below what everybody pays is money given away, and one above it is taken: while the
 * second pair of eyes is on, another admin confirms either.
 */
import { isDeepStrictEqual } from 'node:util';
import { record } from '#audit/audit.server.ts';
import { dayOf } from '#kernel/days.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import { tellClient } from '#notices/tell.server.ts';
import { specOf } from '#platforms/platforms.ts';
import {
  discardProposal,
  propose,
  takeProposal,
  waitingProposal,
  type Applier,
  type Proposal,
} from '#proposals/proposals.server.ts';
import { takesAnother } from '#proposals/proposals.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { awaitStandby } from '#server/standby.server.ts';
import { handle, type Call, type Caller } from '#server/handle.server.ts';
import { adminsAtWork } from '#users/admins.server.ts';
import { clientByPublicId } from '#users/clients.server.ts';
import { newPricesMail, newPricesNotice, type Paid } from './newprices.ts';
import { setClientPrices } from './settings.api.ts';
import { forgetPrices } from './settings.server.ts';
import {
  insertOverride,
  lockSettings,
  readPrices,
  readPricesProposed,
  type Override,
} from './settings.store.server.ts';
import { nobodyCouldConfirm, pricesWaitNoLonger, type Settings } from './settings.ts';

/** What somebody wants a client to pay; null means what everybody pays. Cents are text in JSON. */
type Wanted = { client: string; name: string; openingFeeCents: string | null; topupBasisPoints: string | null };

/** What one client, and everybody, pays now. */
type Holding = ReadonlyMap<string, { own: Override; everybody: Paid }>;

const about = (publicId: string) => ({ kind: 'prices', subject: publicId }) as const;

export const clientPricesHandler = handle(setClientPrices, async (call) => {
  const { body, app, reply } = call;
  const client = await clientByPublicId(app.db, body.userId);
  if (!client) return refuse(notFound);
  const fate = await app.db.transaction((tx) => wish(call, tx, client));
  forgetPrices(app.db);
  app.events.hint('admins', 'request');
  if (fate === 'waits') reply.status(202);
  else app.events.hint(client.id, 'notice');
  return { message: saidOf[fate], _id: client.publicId };
});

const saidOf = { saved: 'Prices saved.', same: 'These are the prices already.', waits: takesAnother };

async function wish(
  { body, session, from, app }: Call<typeof setClientPrices>,
  tx: Database,
  client: { id: bigint; publicId: string; name: string },
): Promise<keyof typeof saidOf> {
  await lockSettings(tx, session.person);
  const { override: before, everybody } = await readPrices(tx, client.id);
  // What is left out stays what it is, or what the same admin wishes for already: nobody proposes for a colleague.
  const waiting = everybody.secondPair.on ? await waitingProposal(tx, about(client.publicId)) : undefined;
  const now = waiting?.by === session.person ? overrideOf(waiting) : before;
  const { openingFee = now.openingFeeCents, topUpBasisPoints: points = now.topupBasisPoints } = body;
  const after = { openingFeeCents: openingFee, topupBasisPoints: points === null ? null : BigInt(points) };
  const { reason } = body;
  const entry = { actor: session.person, subject: client.id, from, before, after: { ...after, reason } };
  if (everybody.secondPair.on && isDeepStrictEqual(before, after)) {
    // What a colleague wants waits on: whoever is against it says why.
    if (waiting?.by !== session.person) {
      await awaitStandby(tx);
      return 'same';
    }
    await discardProposal(tx, about(client.publicId), session.person);
    await record(tx, { action: 'settings.client_prices_dropped', ...entry, before: overrideOf(waiting), after: {} });
    return 'same';
  }
  if (!everybody.secondPair.on) {
    await discardProposal(tx, about(client.publicId), session.person);
    await insertOverride(tx, client.id, after, { author: session.person, reason });
    await record(tx, { action: 'settings.client_prices_changed', ...entry });
    await tellPrices(tx, app, client.id, { before, after, everybody });
    return 'saved';
  }
  if ((await adminsAtWork(tx)) < 2) refuse(nobodyCouldConfirm);
  const payload = { client: client.publicId, name: client.name, ...after };
  await propose(tx, { ...about(client.publicId), payload, reason, by: session.person });
  await record(tx, { action: 'settings.client_prices_proposed', ...entry });
  return 'waits';
}

export const pricesApplier: Applier = {
  kind: 'prices',
  summary: (proposal) => `The prices of ${wantedOf(proposal).name} would be changed.`,
  page: ({ subject }) => `/admin/users/${subject}`,
  holding: readPricesProposed,
  change: (proposal, holding) => {
    const held = (holding as Holding | undefined)?.get(proposal.subject);
    const after = overrideOf(proposal);
    return held ? { before: paid(held.own, held.everybody), after: paid(after, held.everybody) } : { after };
  },
  droppedAs: () => ({ action: 'settings.client_prices_dropped' }),
  confirm: async (call, proposal) => {
    await confirmPrices(call, proposal);
    return { subject: proposal.publicId, state: 'Approved' };
  },
  notWaiting: pricesWaitNoLonger,
};

/** The second admin's word: the prices hold from now on, in the name of whoever wanted them. */
async function confirmPrices({ app, session, from }: Caller, wanted: Proposal): Promise<void> {
  const client = await app.db.transaction(async (tx) => {
    await lockSettings(tx, session.person);
    const proposal = await takeProposal(tx, wanted, session.person, pricesWaitNoLonger);
    const client = await clientByPublicId(tx, wantedOf(proposal).client);
    if (!client) return refuse(notFound);
    const { override: before, everybody } = await readPrices(tx, client.id);
    const after = overrideOf(proposal);
    const reason = proposal.reason ?? undefined;
    await insertOverride(tx, client.id, after, { author: proposal.by, confirmedBy: session.person, reason });
    await record(tx, {
      action: 'settings.client_prices_changed',
      actor: session.person,
      subject: client.id,
      from,
      before,
      after: { ...after, reason, author: proposal.byName },
    });
    await tellPrices(tx, app, client.id, { before, after, everybody });
    return client.id;
  });
  forgetPrices(app.db);
  app.events.hint('admins', 'request');
  app.events.hint(client, 'notice');
}

/** What one pays from now on, and paid until now; the order form shows the fees. */
async function tellPrices(
  tx: Database,
  { config }: App,
  client: bigint,
  { before, after, everybody }: { before: Override; after: Override; everybody: Settings },
): Promise<void> {
  const text = newPricesNotice(paid(before, everybody), paid(after, everybody));
  if (text === undefined) return;
  const [sold] = everybody.platforms;
  const link = sold === undefined ? '/dashboard' : specOf(sold).pages.apply.to;
  const today = dayOf(new Date(), config.businessTz);
  const button = { label: 'See your fees', url: `${config.publicUrl}${link}` };
  await tellClient(tx, { client, topic: 'wallet', text, link }, (name) => ({
    button,
    ...newPricesMail(text, today, name),
  }));
}

const wantedOf = ({ payload }: Proposal) => payload as Wanted;

function overrideOf(proposal: Proposal): Override {
  const { openingFeeCents, topupBasisPoints } = wantedOf(proposal);
  return {
    openingFeeCents: openingFeeCents === null ? null : BigInt(openingFeeCents),
    topupBasisPoints: topupBasisPoints === null ? null : BigInt(topupBasisPoints),
  };
}

/** What that comes to for the client. */
function paid(own: Override, everybody: Paid): Paid {
  return {
    openingFeeCents: own.openingFeeCents ?? everybody.openingFeeCents,
    topupBasisPoints: own.topupBasisPoints ?? everybody.topupBasisPoints,
  };
}
