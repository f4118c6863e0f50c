/**
 * Setting up, renewing and switching off the second factor of one's own account; and how a passkey begins. A new factor
 * is proved by the one that is there.
 */
import { insist, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import type { Database } from '#server/database.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import { queueMail } from '#server/mail.server.ts';
import type { Session } from '#server/session.server.ts';
import { addressOf } from '#totp/totp.ts';
import { askForNewKey } from '#passkeys/ceremony.server.ts';
import { startPasskey } from '#passkeys/passkeys.api.ts';
import { lockFactors, passkeysOf } from '#passkeys/passkeys.server.ts';
import { mostPasskeys, tooMany } from '#passkeys/passkeys.ts';
import { personById } from '#users/people.server.ts';
import {
  insistOnCurrentPassword,
  insistOnLiving,
  insistOnPassword,
  insistOnThisPassword,
} from '#users/proofs.server.ts';
import { refusalToAddFactor } from '#users/users.ts';
import { secondFactorMail } from './auth.mails.server.ts';
import { otpRequired } from './auth.ts';
import { insistOnCode, insistOnSecondFactor } from './proofs.server.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from './twofactor.api.ts';
import {
  acceptTotp,
  begunKeyOf,
  keepNewKey,
  newCodes,
  renewCodes,
  switchOff,
  switchOn,
  twoFactorOf,
} from './secondfactor.server.ts';
import { alreadyOff, alreadyOn, neededOfAdmins, notStarted } from './twofactor.ts';

export const twoFactorHandlers = [
  handle(getTwoFactor, async ({ session, app }) => {
    const { enabledAt, codesLeft } = await twoFactorOf(app.db, session.person);
    return {
      message: 'Two-factor sign-in fetched successfully',
      enabled: enabledAt !== null,
      enabledAt,
      recoveryCodesLeft: codesLeft,
      needed: session.secondFactor !== 'free',
      isLast: session.secondFactor !== 'free' && !session.passkey,
    };
  }),

  handle(startTwoFactor, async ({ body, session, app, from }) => {
    insist(refusalToAddFactor(session));
    await insistOnPassword({ app, session, from }, body.currentPassword);
    const key = await keepNewKey(app, session);
    if (!key) return refuse(alreadyOn);
    return {
      message: 'Scan the key with your authenticator app.',
      secret: key.secret,
      uri: addressOf({ ...key, issuer: app.config.brand.name, label: session.email }),
    };
  }),

  handle(startPasskey, async ({ body, session, app, from }) => {
    insist(refusalToAddFactor(session));
    const isAdmin = session.typeOfUser === 'Admin';
    // A thief whose key an admin's decisions ask for keeps the admin from taking it off.
    await (isAdmin ? insistOnCurrentPassword : insistOnPassword)({ app, session, from }, body.currentPassword);
    const person = (await personById(app.db, session.person))!;
    // An admin's passkey has just confirmed this call.
    if (person.twoFactorAt !== null && !(isAdmin && session.passkey)) {
      if (body.otp === '') return refuse({ ...otpRequired, status: 400 });
      await insistOnSecondFactor({ app, session, from }, body.otp);
    }
    const has = await passkeysOf(app.db, session.person);
    insist(has.length >= mostPasskeys ? tooMany : undefined);
    return { message: 'Please follow your browser.', options: await askForNewKey(app, session.id, person, has) };
  }),

  handle(enableTwoFactor, async ({ body, session, app, from }) => {
    const { enabledAt } = await twoFactorOf(app.db, session.person);
    if (enabledAt !== null) return refuse(alreadyOn);
    const begun = (await begunKeyOf(app.db, session)) ?? refuse(notStarted);
    await insistOnCode({ app, session, from }, () => acceptTotp(app, session.person, begun, body.otp));
    const fresh = await newCodes(session.person);
    const recoveryCodes = await app.db.transaction(async (tx) => {
      const codes = await switchOn(tx, session.person, begun, fresh);
      if (!codes) return refuse(notStarted);
      await insistOnLiving(tx, session.id);
      await tell(tx, session, from, 'on');
      return codes;
    });
    return { message: 'Two-factor sign-in is on.', recoveryCodes };
  }),

  handle(disableTwoFactor, async ({ body, session, app, from }) => {
    const { enabledAt } = await twoFactorOf(app.db, session.person);
    if (enabledAt === null) return refuse(alreadyOff);
    if (session.secondFactor !== 'free' && !session.passkey) return refuse(neededOfAdmins);
    await insistOnThisPassword({ app, session, from }, body.password, 'password');
    await insistOnSecondFactor({ app, session, from }, body.otp);
    await app.db.transaction(async (tx) => {
      const { passkeys } = await lockFactors(tx, session);
      if (session.secondFactor !== 'free' && passkeys === 0) return refuse(neededOfAdmins);
      await switchOff(tx, session.person);
      await tell(tx, session, from, 'off');
    });
    return { message: 'Two-factor sign-in is off.' };
  }),

  handle(renewRecoveryCodes, async ({ body, session, app, from }) => {
    const { enabledAt } = await twoFactorOf(app.db, session.person);
    if (enabledAt === null) return refuse(alreadyOff);
    await insistOnSecondFactor({ app, session, from }, body.otp);
    const fresh = await newCodes(session.person);
    const recoveryCodes = await app.db.transaction(async (tx) => {
      await tell(tx, session, from, 'renewed');
      const codes = await renewCodes(tx, session.person, fresh);
      await insistOnLiving(tx, session.id);
      return codes;
    });
    return { message: 'Ten new recovery codes were made. The old ones no longer work.', recoveryCodes };
  }),
];

type What = 'on' | 'off' | 'renewed';
const actions: Record<What, string> = {
  on: 'auth.two_factor_on',
  off: 'auth.two_factor_off',
  renewed: 'auth.recovery_codes_renewed',
};

async function tell(tx: Database, session: Session, from: Caller['from'], what: What): Promise<void> {
  await queueMail(tx, secondFactorMail(session.email, what));
  await record(tx, { action: actions[what], actor: session.person, subject: session.person, from });
}
