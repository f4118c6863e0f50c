/** The calls about settings: reading them, a new version, and one client's own prices. */
import { record } from '#audit/audit.server.ts';
import { notFound, refuse } from '#kernel/refusal.ts';
import { handle } from '#server/handle.server.ts';
import { queueMail, type Mail } from '#server/mail.server.ts';
import { adminEmails, userByPublicId } from '#users/people.server.ts';
import { getSettings, setClientPrices, updateSettings } from './settings.api.ts';
import { currentSettings, forgetPrices } from './settings.server.ts';
import { insertOverride, insertVersion, readPrices, readVersions } from './settings.store.server.ts';
import type { Settings } from './settings.ts';

/** What stands between one admin and the money: nobody changes it without everybody knowing. */
function guardsChanged(before: Settings, after: Settings): boolean {
  return guardsOf(before) !== guardsOf(after);
}

function guardsOf({ secondPair, adminsNeedTwoFactor }: Settings): string {
  const { on, network, corrections, refundsAboveCents, withdrawalsAboveCents } = secondPair;
  return [on, network, corrections, refundsAboveCents, withdrawalsAboveCents, adminsNeedTwoFactor].join(' ');
}

function guardsMail(to: string, who: string, { secondPair, adminsNeedTwoFactor }: Settings): Mail {
  return {
    to,
    subject: 'The rules for admins were changed',
    lines: [
      `${who} changed what is asked of admins. The second pair of eyes is ${secondPair.on ? 'on' : 'off'} now, and two-factor sign-in of every admin is ${adminsNeedTwoFactor ? 'asked for' : 'not asked for'}.`,
      'If nobody told you of it, ask them, and look at the audit log.',
    ],
  };
}

export const settingsHandlers = [
  handle(getSettings, async ({ app }) => {
    const [settings, versions, admins] = await Promise.all([currentSettings(app.db), readVersions(app.db, 50), adminEmails(app.db)]);
    return {
      message: 'Settings fetched successfully',
      settings: onWire(settings),
      history: versions.map((version) => ({
        _id: String(version.id),
        at: version.at,
        author: version.author,
        settings: onWire(version.settings),
      })),
      admins: admins.length,
    };
  }),

  handle(updateSettings, async ({ body, session, app, from }) => {
    const settings: Settings = {
      openingFeeCents: body.openingFee,
      topupBasisPoints: BigInt(body.topUpRate),
      depositOptionsCents: [...new Set(body.depositOptions)].toSorted((a, b) => (a < b ? -1 : 1)),
      refundsReturnFee: body.refundsReturnFee,
      secondPair: {
        on: body.secondPair.on,
        network: body.secondPair.network,
        corrections: body.secondPair.corrections,
        refundsAboveCents: body.secondPair.refundsAbove,
        withdrawalsAboveCents: body.secondPair.withdrawalsAbove,
      },
      adminsNeedTwoFactor: body.adminsNeedTwoFactor,
    };
    const [before, admins] = await Promise.all([currentSettings(app.db), adminEmails(app.db)]);
    if (settings.secondPair.on && !before.secondPair.on && admins.length < 2) {
      refuse({
        code: 'settings.one_admin',
        message: 'A second pair of eyes needs a second admin. Please invite one first.',
        status: 409,
        field: 'secondPair',
      });
    }
    await app.db.transaction(async (tx) => {
      await insertVersion(tx, session.user, settings);
      await record(tx, { action: 'settings.changed', actor: session.user, from, before, after: settings });
      if (guardsChanged(before, settings)) await queueMail(tx, ...admins.map((to) => guardsMail(to, session.username, settings)));
    });
    forgetPrices(app.db);
    return { message: 'Settings saved.', settings: onWire(settings) };
  }),

  handle(setClientPrices, async ({ body, session, app, from }) => {
    const client = await userByPublicId(app.db, body.userId);
    if (!client || client.role !== 'User') return refuse(notFound);
    const { override: before } = await readPrices(app.db, client.id);
    const after = {
      openingFeeCents: body.openingFee ?? null,
      topupBasisPoints: body.topUpRate === undefined || body.topUpRate === null ? null : BigInt(body.topUpRate),
    };
    await app.db.transaction(async (tx) => {
      await insertOverride(tx, session.user, client.id, after);
      await record(tx, { action: 'settings.client_prices_changed', actor: session.user, subject: client.id, from, before, after });
    });
    forgetPrices(app.db);
    return { message: 'Prices saved.', _id: client.public_id };
  }),
];

function onWire(settings: Settings) {
  const { secondPair } = settings;
  return {
    openingFee: settings.openingFeeCents,
    topUpRate: Number(settings.topupBasisPoints),
    depositOptions: [...settings.depositOptionsCents],
    refundsReturnFee: settings.refundsReturnFee,
    secondPair: {
      on: secondPair.on,
      network: secondPair.network,
      corrections: secondPair.corrections,
      refundsAbove: secondPair.refundsAboveCents,
      withdrawalsAbove: secondPair.withdrawalsAboveCents,
    },
    adminsNeedTwoFactor: settings.adminsNeedTwoFactor,
  };
}
