/**
 * Reading and changing where clients send USDT. A change is proved by a password, kept for good, and mailed to every
 * admin.
 */
import { insist, refuse } from '#kernel/refusal.ts';
import { reached } from '#kernel/page.ts';
import { record } from '#audit/audit.server.ts';
import { insistOnThisPassword } from '#users/proofs.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Call, type Caller } from '#server/handle.server.ts';
import { newId } from '#server/ids.server.ts';
import type { Mail } from '#server/mail.server.ts';
import type { Session } from '#server/session.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { discardProposal, propose, takeProposal, type Applier, type Proposal } from '#proposals/proposals.server.ts';
import { mailAdmins } from '#users/admins.server.ts';
import {
  getNetworkDetails,
  getNetworkHistory,
  hideNetwork,
  updateNetworkDetails,
  type NetworkVersion,
} from './network.api.ts';
import { comparedAddress } from './addresses.ts';
import { changeMail } from './network.mails.server.ts';
import {
  allOf,
  asNetwork,
  isSameShown,
  notBeside,
  nothingWaits,
  refusalToNetwork,
  sameNetwork,
  shownAfter,
  shownWithout,
  type Network,
  type Shown,
} from './network.ts';
import {
  findVersion,
  insertVersion,
  listVersions,
  lockNetwork,
  readCurrent,
  readShownSince,
  type VersionRow,
} from './network.store.server.ts';

export { shownAt } from './network.store.server.ts';

/** Where clients send USDT now where they choose nothing else; undefined before an admin has said so. */
export const currentNetwork = readCurrent;

/** Where clients may send USDT now, the default first. */
export async function networksNow(db: Database): Promise<readonly Network[]> {
  return allOf(await readCurrent(db));
}

/** Where clients were ever told to send USDT, and since when: money may arrive there for years. */
export const shownSince = readShownSince;

/** Every address at which clients paid or pay the agency, as addresses are compared. */
export async function ownAddresses(db: Database): Promise<ReadonlySet<string>> {
  return new Set((await shownSince(db)).map(({ networkAddress }) => comparedAddress(networkAddress)));
}

/** Clients pay to one address, so that one change of it waits at a time. */
const subject = { kind: 'network', subject: 'network' } as const;

export const networkHandlers = [
  handle(getNetworkDetails, async ({ app }) => {
    const current = await readCurrent(app.db);
    return {
      message: current ? 'Network details fetched successfully' : 'No data available',
      networkDetails: current ? asNetwork(current) : null,
      networks: [...allOf(current)],
    };
  }),

  handle(updateNetworkDetails, async ({ body, app, session, from, reply }) => {
    const wanted = asNetwork(body);
    insist(refusalToNetwork(wanted));
    return changeTo({ app, session, from, reply }, body.password, (now) => {
      const after = shownAfter(now, wanted, body.beside);
      return isSameShown(now, after) ? refuse(sameNetwork) : after;
    });
  }),

  handle(hideNetwork, ({ body, app, session, from, reply }) =>
    changeTo(
      { app, session, from, reply },
      body.password,
      (now) => (now && shownWithout(now, body.networkName)) ?? refuse(notBeside),
    ),
  ),

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
    const { networkName, networkAddress, beside } = shownIn(payload);
    const others = beside.map((each) => ` Or on ${each.networkName} to ${each.networkAddress}.`).join('');
    return `Clients would send USDT on ${networkName} to ${networkAddress}.${others}`;
  },
  page: () => '/admin/accountmanage/changenetwork',
  holding: readCurrent,
  change: ({ payload }, holding) => ({
    before: holding && audited(holding as Shown),
    after: audited(shownIn(payload)),
  }),
  droppedAs: () => ({ action: 'network.dropped' }),
  confirm: async (call, proposal) => {
    await confirmChange(call, proposal);
    return { subject: proposal.publicId, state: 'Approved' };
  },
  holds: async (db, id) => (await findVersion(db, id)) !== undefined,
  notWaiting: nothingWaits,
};

/** The second admin's word: from now on clients see this version. */
async function confirmChange({ app, session, from }: Caller, proposal: Proposal): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockNetwork(tx, session.person);
    const before = await readCurrent(tx);
    const { publicId, by, byName, at, payload } = await takeProposal(tx, proposal, session.person, nothingWaits);
    const wanted = shownIn(payload);
    await insertVersion(tx, { ...wanted, publicId, author: by, createdAt: at, confirmedBy: session.person });
    await record(tx, {
      action: 'network.changed',
      actor: session.person,
      from,
      before: before && audited(before),
      after: { ...audited(wanted), author: byName },
    });
    await tellAdmins(tx, app, (to) => changeMail(to, byName, wanted, before, { confirmedBy: session.username }));
  });
  app.events.hint('admins', 'request');
}

/** `after`: what is to be shown, judged under the lock by what is shown now. */
type After = (now: Shown | undefined) => Shown;

async function changeTo(
  call: Caller & Pick<Call<typeof updateNetworkDetails>, 'reply'>,
  password: string,
  after: After,
) {
  const { app, session, reply } = call;
  await insistOnThisPassword(call, password, 'password');
  const { secondPair } = await currentSettings(app.db);
  const waits = secondPair.on && secondPair.network;
  const version = await app.db.transaction((tx) => change(call, tx, after, waits));
  app.events.hint('admins', 'request');
  if (waits) reply.status(202);
  return {
    message: waits ? 'The change waits for another admin to confirm it.' : 'Network details updated successfully.',
    networkDetails: await defaultNow(app.db),
    version: onWire(version, session),
  };
}

async function change({ app, session, from }: Caller, tx: Database, after: After, waits: boolean): Promise<VersionRow> {
  await lockNetwork(tx, session.person);
  const before = await readCurrent(tx);
  const wanted = after(before);
  const publicId = await showOrPropose(tx, wanted, session.person, waits);
  await record(tx, {
    action: waits ? 'network.proposed' : 'network.changed',
    actor: session.person,
    from,
    before: before && audited(before),
    after: audited(wanted),
  });
  await tellAdmins(tx, app, (to) => changeMail(to, session.username, wanted, before, { waits }));
  return (await findVersion(tx, publicId))!;
}

/** A newer wish takes the place of what waits. Answers the version's public id, the same once it is confirmed. */
async function showOrPropose(tx: Database, wanted: Shown, by: bigint, waits: boolean): Promise<string> {
  if (waits) return (await propose(tx, { ...subject, payload: wanted, by, prefix: 'NW' })).publicId;
  await discardProposal(tx, subject, by);
  const publicId = newId('NW');
  await insertVersion(tx, { ...wanted, publicId, author: by });
  return publicId;
}

async function tellAdmins(tx: Database, { config }: App, mail: (to: string) => Mail): Promise<void> {
  const button = { label: 'Look at the network', url: `${config.publicUrl}/admin/accountmanage/changenetwork` };
  await mailAdmins(tx, (to) => ({ ...mail(to), button }));
}

async function defaultNow(db: Database): Promise<Network | null> {
  const current = await readCurrent(db);
  return current ? asNetwork(current) : null;
}

/** What a proposal carries; one from before there were several has none beside. */
function shownIn(payload: unknown): Shown {
  const { networkName, networkAddress, beside = [] } = payload as Network & { beside?: Network[] };
  return { networkName, networkAddress, beside };
}

/** As the log keeps it: the others are named where there are some. */
function audited({ beside, ...network }: Shown): object {
  return { ...asNetwork(network), ...(beside.length > 0 ? { beside } : {}) };
}

function onWire(row: VersionRow, session: Session): NetworkVersion {
  return {
    _id: row.publicId,
    networkName: row.networkName,
    networkAddress: row.networkAddress,
    beside: row.beside,
    state: row.current ? 'Shown' : row.shownAt ? 'Replaced' : row.waits ? 'Waiting' : 'Dropped',
    author: row.authorName,
    own: row.author === session.person,
    confirmedBy: row.confirmedByName,
    createdAt: row.createdAt,
    shownAt: row.shownAt,
  };
}
