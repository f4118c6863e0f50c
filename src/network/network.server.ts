/**
 * Reading and changing where clients send USDT. A change is proved by a password, kept for good, and mailed to every
 * admin.
 */
import { randomBytes } from 'node:crypto';
import { speakable } from '#kernel/ids.ts';
import { insist, notFound, refuse } from '#kernel/refusal.ts';
import { reached } from '#kernel/page.ts';
import { record } from '#audit/audit.server.ts';
import { insistOnThisPassword } from '#users/proofs.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import { queueMail, type Mail } from '#server/mail.server.ts';
import type { Session } from '#server/session.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { discardProposal, propose, takeProposal, type Applier } from '#proposals/proposals.server.ts';
import { adminEmails } from '#users/admins.server.ts';
import {
  confirmNetwork,
  dropNetwork,
  getNetworkDetails,
  getNetworkHistory,
  updateNetworkDetails,
  type NetworkVersion,
} from './network.api.ts';
import { comparedAddress } from './addresses.ts';
import { changeMail } from './network.mails.server.ts';
import { nothingWaits, refusalToNetwork, sameNetwork, type Network } from './network.ts';
import {
  findVersion,
  insertVersion,
  listVersions,
  lockNetwork,
  readAddresses,
  readCurrent,
  readShown,
  readShownSince,
  type VersionRow,
} from './network.store.server.ts';

/** Where clients send USDT now; undefined before an admin has said so. */
export const currentNetwork = readCurrent;

/** Where clients were ever told to send USDT: money may arrive there for years. */
export const shownNetworks = readShown;
export const shownSince = readShownSince;

/** Every address at which clients paid or pay the agency, as addresses are compared. */
export async function ownAddresses(db: Database): Promise<ReadonlySet<string>> {
  return new Set((await readAddresses(db)).map(comparedAddress));
}

/** Clients pay to one address, so that one change of it waits at a time. */
const subject = { kind: 'network', subject: 'network' } as const;

export const networkHandlers = [
  handle(getNetworkDetails, async ({ app }) => {
    const current = await readCurrent(app.db);
    return {
      message: current ? 'Network details fetched successfully' : 'No data available',
      networkDetails: current ?? null,
    };
  }),

  handle(updateNetworkDetails, async ({ body, app, session, from, reply }) => {
    const wanted: Network = { networkName: body.networkName, networkAddress: body.networkAddress };
    insist(refusalToNetwork(wanted));
    await insistOnThisPassword(app, session, body.password, 'password');
    const { secondPair } = await currentSettings(app.db);
    const waits = secondPair.on && secondPair.network;
    const version = await app.db.transaction((tx) => change({ app, session, from }, tx, wanted, waits));
    app.events.hint('admins', 'request');
    if (waits) reply.status(202);
    return {
      message: waits ? 'The change waits for another admin to confirm it.' : 'Network details updated successfully.',
      networkDetails: (await readCurrent(app.db)) ?? null,
      version: onWire(version, session),
    };
  }),

  handle(confirmNetwork, async ({ query, ...call }) => confirmNetworkChange(call, query.id)),

  handle(dropNetwork, async ({ query, app, session, from }) => {
    const version = await app.db.transaction(async (tx) => {
      await lockNetwork(tx);
      const before = (await findVersion(tx, query.id)) ?? refuse(notFound);
      if (!before.waits || !(await discardProposal(tx, subject, session.person))) refuse(nothingWaits);
      await record(tx, { action: 'network.dropped', actor: session.person, from, before: asNetwork(before) });
      return (await findVersion(tx, query.id))!;
    });
    app.events.hint('admins', 'request');
    return {
      message: 'The change was dropped.',
      networkDetails: (await readCurrent(app.db)) ?? null,
      version: onWire(version, session),
    };
  }),

  handle(getNetworkHistory, async ({ query, app, session }) => {
    const { rows, total } = await listVersions(app.db, query);
    return {
      message: 'Network history fetched successfully',
      versions: rows.map((row) => onWire(row, session)),
      ...reached(total),
      page: query.page,
      limit: query.limit,
    };
  }),
];

export const networkApplier: Applier = {
  kind: subject.kind,
  summary: ({ payload }) => {
    const { networkName, networkAddress } = payload as Network;
    return `Clients would send USDT on ${networkName} to ${networkAddress}.`;
  },
  page: () => '/admin/accountmanage/changenetwork',
  decidedBy: () => 'Admin',
  holding: readCurrent,
  change: ({ payload }, holding) => ({ before: holding && asNetwork(holding as Network), after: payload }),
  droppedAs: () => ({ action: 'network.dropped' }),
  confirm: async (call, { publicId }) => {
    await confirmNetworkChange(call, publicId);
    return { subject: publicId, state: 'Approved' };
  },
  holds: async (db, id) => (await findVersion(db, id)) !== undefined,
  notWaiting: nothingWaits,
};

/** The second admin's word, by `confirm-network` or by `confirm-action`: from now on clients see this version. */
async function confirmNetworkChange({ app, session, from }: Caller, publicId: string) {
  const version = await app.db.transaction(async (tx) => {
    await lockNetwork(tx);
    const before = await readCurrent(tx);
    if (!(await findVersion(tx, publicId))) refuse(notFound);
    const { by, byName, at, payload } = await takeProposal(tx, publicId, session.person, nothingWaits);
    const wanted = payload as Network;
    await insertVersion(tx, { ...wanted, publicId, author: by, createdAt: at, confirmedBy: session.person });
    await record(tx, {
      action: 'network.changed',
      actor: session.person,
      from,
      before,
      after: { ...wanted, author: byName },
    });
    await mailAdmins(tx, app, (to) => changeMail(to, byName, wanted, before, { confirmedBy: session.username }));
    return (await findVersion(tx, publicId))!;
  });
  app.events.hint('admins', 'request');
  return {
    message: 'Network details updated successfully.',
    networkDetails: (await readCurrent(app.db)) ?? null,
    version: onWire(version, session),
  };
}

async function change(
  { app, session, from }: Caller,
  tx: Database,
  wanted: Network,
  waits: boolean,
): Promise<VersionRow> {
  await lockNetwork(tx);
  const before = await readCurrent(tx);
  if (before?.networkName === wanted.networkName && before.networkAddress === wanted.networkAddress)
    refuse(sameNetwork);
  const publicId = await showOrPropose(tx, wanted, session.person, waits);
  await record(tx, {
    action: waits ? 'network.proposed' : 'network.changed',
    actor: session.person,
    from,
    before,
    after: wanted,
  });
  await mailAdmins(tx, app, (to) => changeMail(to, session.username, wanted, before, { waits }));
  return (await findVersion(tx, publicId))!;
}

/** A newer wish takes the place of what waits. Answers the version's public id, the same once it is confirmed. */
async function showOrPropose(tx: Database, wanted: Network, by: bigint, waits: boolean): Promise<string> {
  if (waits) return (await propose(tx, { ...subject, payload: wanted, by, prefix: 'NW' })).publicId;
  await discardProposal(tx, subject, by);
  const publicId = speakable('NW', randomBytes(5));
  await insertVersion(tx, { ...wanted, publicId, author: by });
  return publicId;
}

async function mailAdmins(tx: Database, { config }: App, mail: (to: string) => Mail): Promise<void> {
  const emails = await adminEmails(tx);
  const button = { label: 'Look at the network', url: `${config.publicUrl}/admin/accountmanage/changenetwork` };
  await queueMail(tx, ...emails.map((to) => ({ ...mail(to), button })));
}

function asNetwork({ networkName, networkAddress }: Network): Network {
  return { networkName, networkAddress };
}

function onWire(row: VersionRow, session: Session): NetworkVersion {
  return {
    _id: row.publicId,
    networkName: row.networkName,
    networkAddress: row.networkAddress,
    state: row.current ? 'Shown' : row.shownAt ? 'Replaced' : row.waits ? 'Waiting' : 'Dropped',
    author: row.authorName,
    own: row.author === session.person,
    confirmedBy: row.confirmedByName,
    createdAt: row.createdAt,
    shownAt: row.shownAt,
  };
}
