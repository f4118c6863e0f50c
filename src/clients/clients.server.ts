/** Clients as admins see them: lists with their latest requests, one client's page, and opening or closing sign-in. */
import { asAd } from '#adaccounts/adaccounts.wire.ts';
import { record } from '#audit/audit.server.ts';
import { endAll, sessionsOf } from '#auth/sessions.server.ts';
import { asDepositOnWire } from '#deposits/deposits.server.ts';
import { mayCall } from '#kernel/access.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import { application } from '#kinds/application.ts';
import { deposit } from '#kinds/deposit.ts';
import { refund } from '#kinds/refund.ts';
import { topup } from '#kinds/topup.ts';
import { refundableOf } from '#ledger/spending.ts';
import { deepest, reached, totalOf } from '#kernel/page.ts';
import { refundsOnWire } from '#refunds/refunds.server.ts';
import type { Lists } from '#requests/listkeys.server.ts';
import { latestOf, type ListedRequest } from '#requests/list.server.ts';
import { inUsers, platforms, type Platform } from '#platforms/platforms.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import type { AdminSession } from '#server/session.server.ts';
import { pricesInFull } from '#settings/settings.server.ts';
import { asTransaction } from '#topups/shown.ts';
import { mailOwners } from '#users/clients.server.ts';
import { disabledMail, enabledMail } from '#users/users.mails.server.ts';
import { disableUser, enableUser, exportUsers, getActiveUsers, getUser, getUsers, mostNested } from './clients.api.ts';
import { exportClients } from './clientsexport.server.ts';
import {
  adAccountsOfClient,
  countClients,
  listClients,
  oneClient,
  setDisabled,
  sumClients,
  type ClientList,
  type ClientRow,
} from './clients.store.server.ts';

export const clientsHandlers = [
  handle(getUsers, async ({ query, session, app }) => {
    const { rows, nested, ...page } = await clientPage(app, { ...query, active: false }, session);
    const users = rows.map((row) => ({
      _id: row.publicId,
      username: row.name,
      contact: { emailId: row.email, contact1: row.phone },
      address: { country: row.country, pincode: row.pincode },
      wallet: row.walletCents,
      held: row.heldCents,
      createdAt: row.createdAt,
      disabled: row.disabled,
      ...nested(row.id),
    }));
    return { message: 'Users fetched successfully', users, ...page };
  }),

  handle(getActiveUsers, async ({ query, session, app }) => {
    const { rows, nested, ...page } = await clientPage(app, { ...query, active: true }, session);
    const activeUsers = rows.map((row) => ({
      _id: row.publicId,
      username: row.name,
      email: row.email,
      contactNumber: row.phone,
      walletBalance: row.walletCents,
      address: { country: row.country, pincode: row.pincode },
      createdAt: row.createdAt,
      ...nested(row.id),
    }));
    return { message: 'Active users fetched successfully', activeUsers, ...page };
  }),

  handle(exportUsers, async ({ query, app }) =>
    exportClients(await app.oldReads.database(), query, app.config.businessTz),
  ),

  handle(getUser, async ({ query, app }) => {
    const client = await oneClient(app.db, query.userId);
    if (!client) return refuse(notFound);
    const [accounts, sessions, prices] = await Promise.all([
      adAccountsOfClient(app.db, client.id),
      sessionsOf(app.db, client.owner),
      pricesInFull(app.db, client.id),
    ]);
    return {
      message: 'User fetched successfully',
      user: {
        _id: client.publicId,
        username: client.name,
        contact: {
          emailId: client.email,
          contact1: client.phone,
          mobile: client.mobile,
          contactMethod: client.contactMethod,
        },
        address: { country: client.country, pincode: client.pincode },
        wallet: client.walletCents,
        held: client.heldCents,
        inAdAccounts: client.inAdAccountsCents,
        emailVerified: client.emailVerified,
        twoFactor: client.twoFactor,
        createdAt: client.createdAt,
        lastSignIn: client.lastSignIn,
        disabledAt: client.disabledAt,
        closedAt: client.closedAt,
        pending: client.pending,
        agencyAds: client.agencyAds,
        openingFee: prices.everybody.openingFeeCents,
        topUpBasisPoints: Number(prices.everybody.topupBasisPoints),
        ownOpeningFee: prices.override.openingFeeCents,
        ownTopUpBasisPoints:
          prices.override.topupBasisPoints === null ? null : Number(prices.override.topupBasisPoints),
        adAccounts: accounts.map((account) => ({
          _id: account.publicId,
          state: account.state,
          adType: account.platform,
          adsId: account.adsId,
          available: refundableOf(account),
          feeLeft: account.feeLeftCents,
        })),
        adAccountsTotal: client.adAccounts,
        sessions: sessions.map((session) => ({
          address: session.address,
          agent: session.agent,
          signedInAt: session.signed_in_at,
          expiresAt: session.expires_at,
        })),
      },
    };
  }),

  handle(disableUser, async ({ body, session, app, from }) => {
    const people = await app.db.transaction(async (tx) => {
      const changed = await setDisabled(tx, body.userId, true);
      if (!changed) return undefined;
      const { client, people } = changed;
      const after = { reason: body.reason, sessionsEnded: await endAll(tx, people) };
      await record(
        tx,
        ...people.map((subject) => ({ action: 'user.disabled', actor: session.person, subject, from, after })),
      );
      await mailOwners(tx, client, disabledMail);
      return people;
    });
    if (!people) return refuse(await whyUnchanged(app.db, body.userId, 'This client is disabled already.'));
    for (const person of people) app.events.end(person);
    return { message: 'The client was disabled and every session was ended.', _id: body.userId };
  }),

  handle(enableUser, async ({ body, session, app, from }) => {
    const people = await app.db.transaction(async (tx) => {
      const changed = await setDisabled(tx, body.userId, false);
      if (!changed) return undefined;
      const { client, people } = changed;
      // One that was opened at the moment of disabling was not seen by it, and would come back to life.
      await endAll(tx, people);
      await record(tx, ...people.map((subject) => ({ action: 'user.enabled', actor: session.person, subject, from })));
      await mailOwners(tx, client, enabledMail);
      return people;
    });
    if (!people) return refuse(await whyUnchanged(app.db, body.userId, 'This client is not disabled.'));
    return { message: 'The client can sign in again.', _id: body.userId };
  }),
];

async function whyUnchanged(db: Database, publicId: string, message: string) {
  const client = await oneClient(db, publicId);
  return client ? ({ code: 'user.unchanged', message, status: 409 } as const) : notFound;
}

async function clientPage({ db, features }: App, query: ClientList, session: AdminSession) {
  const finding = listClients(db, query);
  const [rows, { counted, ...sums }] = await Promise.all([
    finding,
    countedAndSummed(db, query, finding, mayCall(exportUsers.access, session)),
  ]);
  const nested = await nestedOf(db, rows, features.now());
  return {
    rows,
    nested,
    ...sums,
    ...reached(counted),
    page: query.page,
    limit: query.limit,
  };
}

async function countedAndSummed(
  db: Database,
  query: ClientList,
  finding: Promise<readonly ClientRow[]>,
  maySum: boolean,
) {
  // As in lists of requests: a search that does not fill its page has been counted by that.
  const known = query.q === '' ? undefined : totalOf((await finding).length, query);
  const counted = known ?? (await countClients(db, query));
  if (!maySum) return { counted };
  const sums = counted > deepest ? undefined : await sumClients(db, query);
  return { counted, sums: sums ? { wallet: sums.walletCents, held: sums.heldCents } : null };
}

/** What is nested in a client, the latest fifty of each. */
const groups = [
  { kinds: [topup.name] },
  ...platforms.map((platform) => ({ kinds: [application.name], platforms: [platform] })),
  { kinds: [deposit.name] },
  { kinds: [refund.name] },
] satisfies Lists[];

type Person = ListedRequest['person'];

function personOf({ publicId, name, email, phone, walletCents }: ClientRow): Person {
  return { publicId, username: name, email, contact1: phone, walletCents };
}

/** The latest requests of every client on the page, in two round trips for all of them. */
async function nestedOf(db: Database, clients: readonly ClientRow[], features: ReadonlySet<string>) {
  const people = new Map<bigint, Person>(clients.map((client) => [client.id, personOf(client)]));
  const latest = await latestOf(db, people, groups, mostNested);
  const refunds = Map.groupBy(latest, (row) => row.kind).get(refund.name);
  const shownRefunds = new Map(
    (refunds ? await refundsOnWire(db, refunds, 'admin') : []).map((row) => [row.applyId, row]),
  );
  const now = new Date();
  const of = Map.groupBy(latest, (row) => row.client);
  return (client: bigint) => {
    const own = of.get(client) ?? [];
    const some = (kind: ListedRequest['kind'], platform?: Platform) =>
      own.filter((row) => row.kind === kind && (platform === undefined || row.platform === platform));
    return {
      transactions: some(topup.name).map((row) => asTransaction(row, now, 'admin')),
      ...Object.fromEntries(
        inUsers
          .filter(({ name, onByDefault }) => onByDefault || features.has(name))
          .map((spec) => [
            spec.wire.nested,
            some(application.name, spec.name).map((row) => asAd(spec, row, now, 'admin')),
          ]),
      ),
      adDeposit: some(deposit.name).map((row) => asDepositOnWire(row, now, 'admin')),
      refund: some(refund.name).map((row) => shownRefunds.get(row.applyId)!),
    };
  };
}
