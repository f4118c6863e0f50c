/** Registration, the own profile, and the proof of an e-mail address. */
import type { PersonId } from '#kernel/ids.ts';
import { channels, choiceKey, isTold, topicNames } from '#kinds/topics.ts';
import { insist, notFound, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import type { App } from '#server/app.server.ts';
import { handle, type Caller } from '#server/handle.server.ts';
import { dropMails, queueMail, sealedMail } from '#server/mail.server.ts';
import type { Session } from '#server/session.server.ts';
import { issueCode, takeEmailCode } from './codes.server.ts';
import { hashPassword } from './passwords.server.ts';
import { insistOnLiving, insistOnPassword } from './proofs.server.ts';
import { accountKey, insistUnderLimit, limitsOfAddress, per } from './throttle.server.ts';
import { me } from './me.api.ts';
import {
  createAccount,
  emailChange,
  getNoticeChoices,
  updateNoticeChoices,
  updateProfile,
  verifyEmail,
} from './users.api.ts';
import {
  noticeChoices,
  oneself,
  personByEmail,
  personById,
  register,
  setNoticeChoices,
  setPhone,
  setVerifiedEmail,
  type PersonRow,
} from './people.server.ts';
import { emailTaken, passwordsDiffer, refusalOfName, wrongCode, refusalOfChoice } from './users.ts';
import { changedMail, codeMail } from './users.mails.server.ts';

export const usersHandlers = [
  handle(
    createAccount,
    async ({ body, app, from }) => {
      insist(refusalOfName(body.username, body.emailId));
      if (body.password !== body.confirmPassword) refuse({ ...passwordsDiffer, message: 'Passwords do not match!' });
      if (app.config.rateLimit) await insistUnderLimit(app.db, limitsOfAddress('register', from.address, 30), per.hour);
      const passwordHash = await hashPassword(body.password, accountKey(body.emailId));
      return app.db.transaction(async (tx) => {
        const agencyAds =
          body.platform.length + body.business.length > 0
            ? { platform: body.platform, business: body.business }
            : body.agencyAds;
        const made = await register(tx, {
          name: body.username,
          email: body.emailId,
          passwordHash,
          country: body.country,
          phone: body.contact1,
          pincode: body.pincode,
          contactMethod: body.contactMethod,
          agencyAds,
        });
        if (!made) return refuse(emailTaken);
        await mailCode(app, tx, made.person, body.emailId);
        await record(tx, {
          action: 'user.registered',
          actor: made.person,
          subject: made.person,
          from,
          after: { emailId: body.emailId, country: body.country },
        });
        return { message: 'Account created successfully! Please sign in.', _id: made.publicId };
      });
    },
    { formPage: '/register', nextPage: () => '/login#registered' },
  ),

  handle(me, async ({ session, app }) => {
    const person = await oneself(app.db, session.person);
    if (!person) return refuse(notFound);
    return {
      message: 'Signed in.',
      ...profileOf(person),
      ...(session.ownId === session.publicId ? {} : { person: session.ownId }),
      role: session.role,
      emailVerified: person.emailVerifiedAt !== null,
      codeSentTo: person.codeSentTo,
      twoFactor: person.twoFactorAt !== null,
      twoFactorMissing: session.secondFactor === 'missing',
      needsCurrentPassword: !session.justSignedIn,
      features: [...app.features.now()],
      ...(session.actingAdmin ? { actingAdmin: session.actingAdmin.username, until: session.expiresAt } : {}),
    };
  }),

  handle(updateProfile, async ({ body: { mobile }, session, app, from }) => {
    const person = await app.db.transaction(async (tx) => {
      const before = (await personById(tx, session.person))!;
      await setPhone(tx, session.person, mobile);
      await record(tx, {
        action: 'user.mobile_changed',
        actor: session.person,
        subject: session.person,
        from,
        before: { mobile: before.phone },
        after: { mobile },
      });
      return { ...before, phone: mobile };
    });
    return { message: 'Profile updated successfully!', user: profileOf(person) };
  }),

  handle(getNoticeChoices, async ({ session, app }) => {
    return {
      message: 'Choices fetched successfully',
      choices: choicesOf(app, session.typeOfUser, await noticeChoices(app.db, session.person)),
    };
  }),

  handle(updateNoticeChoices, async ({ body, session, app, from }) => {
    const wanted: Record<string, boolean> = {};
    for (const channel of channels) {
      const on = body[channel];
      if (on === undefined) continue;
      insist(refusalOfChoice(session.typeOfUser, body.topic, channel));
      wanted[choiceKey(body.topic, channel)] = on;
    }
    const { person } = session;
    const kept = await app.db.transaction(async (tx) => {
      await record(tx, { action: 'user.notices_changed', actor: person, subject: person, from, after: body });
      return setNoticeChoices(tx, person, wanted);
    });
    return { message: 'Your choice is saved.', choices: choicesOf(app, session.typeOfUser, kept) };
  }),

  handle(emailChange, async ({ body, session, app, from }) => {
    await insistUnderLimit(app.db, [{ key: `email-change:${session.person}`, most: 10 }], per.hour);
    const other = await personByEmail(app.db, body.newEmail);
    // Whoever holds the address can set a new password: a stolen session alone must not move it. The database takes a
    // dotted İ for an i, mailboxes do not: only the address as it is written is one's own.
    const isOwn = body.newEmail.toLowerCase() === session.email.toLowerCase();
    if (!isOwn) await insistOnPassword({ app, session, from }, body.currentPassword);
    if (other && other.id !== session.person)
      refuse({ ...emailTaken, message: 'This e-mail address is already in use.', field: 'newEmail' });
    // From all accounts together: nobody's mailbox is filled in the agency's name.
    if (!isOwn) await insistUnderLimit(app.db, [{ key: `code-to:${accountKey(body.newEmail)}`, most: 10 }], per.hour);
    await app.db.transaction((tx) => mailCode(app, tx, session.person, body.newEmail));
    return { message: 'OTP has been sent to your email.' };
  }),

  handle(verifyEmail, async ({ body, session, app, from }) => {
    await insistUnderLimit(app.db, [{ key: `verify:${session.person}`, most: 15 }], per.quarterHour);
    const address = await takeEmailCode(app.db, app.secrets, session.person, body.otp);
    if (address === undefined) {
      await record(app.db, { action: 'auth.code_refused', actor: session.person, subject: session.person, from });
      return refuse(wrongCode);
    }
    await changeAddress(app, session, address, from);
    // The address, and whether it is confirmed, is part of what a session knows.
    app.events.end(session.person);
    return { message: 'Email verified successfully!', emailId: address };
  }),
];

async function mailCode(app: App, tx: App['db'], person: PersonId, email: string): Promise<void> {
  const code = await issueCode(tx, app.secrets, { person, purpose: 'email', email });
  await queueMail(tx, sealedMail(app.secrets, codeMail(email, code, app.config.publicUrl)));
}

function profileOf(person: PersonRow) {
  return {
    _id: person.clientPublicId ?? person.publicId,
    username: person.clientName ?? person.name,
    emailId: person.email,
    mobile: person.phone,
    contact1: person.clientPhone ?? '',
    typeOfUser: person.client === null ? ('Admin' as const) : ('User' as const),
  };
}

function choicesOf({ config }: App, role: Session['typeOfUser'], kept: Readonly<Record<string, unknown>>) {
  return topicNames
    .map((topic) => ({
      topic,
      portal: isTold(kept, role, topic, 'portal') ?? null,
      mail: isTold(kept, role, topic, 'mail') ?? null,
      telegram: (config.telegram && isTold(kept, role, topic, 'telegram')) ?? null,
      fixed: topic === 'security',
    }))
    .filter(({ portal, mail }) => portal !== null || mail !== null);
}

async function changeAddress(app: App, session: Session, address: string, from: Caller['from']): Promise<void> {
  await app.db.transaction(async (tx) => {
    const before = await personById(tx, session.person);
    if (!(await setVerifiedEmail(tx, session.person, address)))
      refuse({ ...emailTaken, message: 'This e-mail address is already in use.', field: 'newEmail' });
    await insistOnLiving(tx, session.id);
    const changed = before !== undefined && before.email.toLowerCase() !== address.toLowerCase();
    if (changed) {
      await dropMails(tx, before.email);
      await queueMail(tx, changedMail(before, address));
    }
    await record(tx, {
      action: changed ? 'user.email_changed' : 'user.email_verified',
      actor: session.person,
      subject: session.person,
      from,
      before: { emailId: before?.email },
      after: { emailId: address },
    });
  });
}
