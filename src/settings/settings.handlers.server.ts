/** The calls about settings: reading them, and a new version. One client's own prices: clientprices.server.ts. */
import { isDeepStrictEqual } from 'node:util';
import { record } from '#audit/audit.server.ts';
import { insist, refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import { awaitStandby } from '#server/standby.server.ts';
import { handle, type Call, type Caller } from '#server/handle.server.ts';
import {
  discardProposal,
  propose,
  takeProposal,
  waitingProposal,
  type Applier,
  type Proposal,
} from '#proposals/proposals.server.ts';
import { adminsAtWork, mailAdmins } from '#users/admins.server.ts';
import { clientPricesHandler } from './clientprices.server.ts';
import { getSettings, updateSettings } from './settings.api.ts';
import { guardsMail } from './settings.mails.server.ts';
import { currentSettings, forgetPrices } from './settings.server.ts';
import { insertVersion, lockSettings, readSettings, readVersions } from './settings.store.server.ts';
import { fromStored, loosens, merged, nothingWaits, onWire, refusalToOffer } from './settings.ts';

/** Settings are changed as a whole, so that one change of them waits at a time. */
const subject = { kind: 'settings', subject: 'settings' } as const;

type Wish = Call<typeof updateSettings>['body'];

export const settingsHandlers = [
  handle(getSettings, async ({ app, session }) => {
    const [settings, versions, admins, waiting] = await Promise.all([
      currentSettings(app.db),
      readVersions(app.db, 50),
      adminsAtWork(app.db),
      waitingProposal(app.db, subject),
    ]);
    return {
      message: 'Settings fetched successfully',
      settings: onWire(settings),
      history: versions.map((version) => ({
        _id: String(version.id),
        at: version.at,
        author: version.author,
        confirmedBy: version.confirmedBy,
        settings: onWire(version.settings),
      })),
      waiting: waiting
        ? {
            _id: waiting.publicId,
            at: waiting.at,
            author: waiting.byName,
            own: waiting.by === session.person,
            settings: onWire(fromStored(waiting.payload)),
          }
        : null,
      admins,
    };
  }),

  handle(updateSettings, async ({ body, session, app, from, reply }) => {
    const waits = await app.db.transaction((tx) => change({ app, session, from }, tx, body));
    forgetPrices(app.db);
    await app.features.again();
    app.events.hint('admins', 'request');
    if (waits) reply.status(202);
    const message = waits ? 'The change waits for another admin to confirm it.' : 'Settings saved.';
    return { message, settings: onWire(await currentSettings(app.db)) };
  }),

  clientPricesHandler,
];

/** True where another admin has to confirm it. */
async function change({ session, from }: Caller, tx: Database, wish: Wish): Promise<boolean> {
  await lockSettings(tx, session.person);
  const before = await readSettings(tx);
  const { depositOptions } = wish;
  const options = depositOptions && [...new Set(depositOptions)].toSorted((a, b) => (a < b ? -1 : 1));
  const after = merged(before, { ...wish, depositOptions: options });
  if (after.secondPair.on && !before.secondPair.on && (await adminsAtWork(tx)) < 2) {
    refuse({
      code: 'settings.one_admin',
      message: 'A second pair of eyes needs a second admin. Please invite one first.',
      status: 409,
      field: 'secondPair',
    });
  }
  insist(refusalToOffer(after.depositOptionsCents, after.leastDepositCents));
  if (isDeepStrictEqual(before, after)) {
    await awaitStandby(tx);
    return false;
  }
  const waits = loosens(before, after);
  if (waits) await propose(tx, { ...subject, payload: after, by: session.person, prefix: 'SG' });
  else {
    await discardProposal(tx, subject, session.person);
    await insertVersion(tx, session.person, after);
  }
  const action = waits ? 'settings.proposed' : 'settings.changed';
  await record(tx, { action, actor: session.person, from, before, after });
  await mailGuards(tx, session.username, before, after, waits);
  return waits;
}

/** Nobody changes what stands between one admin and the money without everybody knowing. */
async function mailGuards(tx: Database, ...change: Parameters<typeof guardsMail>): Promise<void> {
  const mail = guardsMail(...change);
  if (mail) await mailAdmins(tx, mail);
}

export const settingsApplier: Applier = {
  kind: subject.kind,
  summary: () => 'The settings would be changed.',
  page: () => '/admin/settings',
  holding: readSettings,
  change: ({ payload }, holding) => ({ before: holding, after: fromStored(payload) }),
  droppedAs: () => ({ action: 'settings.dropped' }),
  confirm: async (call, proposal) => {
    await confirmChange(call, proposal);
    return { subject: proposal.publicId, state: 'Approved' };
  },
  notWaiting: nothingWaits,
};

/** The second admin's word: what was proposed holds from now on. */
async function confirmChange({ app, session, from }: Caller, wanted: Proposal): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockSettings(tx, session.person);
    const proposal = await takeProposal(tx, wanted, session.person, nothingWaits);
    const [settings, author] = [fromStored(proposal.payload), proposal.byName];
    const before = await readSettings(tx);
    await insertVersion(tx, proposal.by, settings, session.person);
    await record(tx, {
      action: 'settings.changed',
      actor: session.person,
      from,
      before,
      after: { ...settings, author },
    });
    const who = `${author}, and ${session.username} with them,`;
    await mailGuards(tx, who, before, settings, false);
  });
  forgetPrices(app.db);
  await app.features.again();
  app.events.hint('admins', 'request');
}
