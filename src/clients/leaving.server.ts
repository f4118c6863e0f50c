/** Closing an account, and taking one's data along. */
import type { ClientId } from '#kernel/ids.ts';
import { sum } from '#kernel/money.ts';
import { insist, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { otpRequired } from '#auth/auth.ts';
import { setCookie } from '#auth/cookie.server.ts';
import { insistOnSecondFactor } from '#auth/proofs.server.ts';
import { insistOnThisPassword } from '#users/proofs.server.ts';
import { endAll } from '#auth/sessions.server.ts';
import { twoFactorOf } from '#auth/secondfactor.server.ts';
import { adAccountTotalsOf, lockWallet } from '#ledger/ledger.server.ts';
import { revokeOpenLinks } from '#paylinks/ofclient.server.ts';
import { openRequestsOf } from '#requests/open.server.ts';
import type { Database } from '#server/database.server.ts';
import { Download, handle } from '#server/handle.server.ts';
import { queueMail } from '#server/mail.server.ts';
import { onItsWayTo } from '#topups/onitsway.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { closedMail } from '#users/users.mails.server.ts';
import { closeClient } from '#users/clients.server.ts';
import { balanceOf } from '#wallet/wallet.server.ts';
import { closeAccount, exportMyData, getClosing } from './leaving.api.ts';
import { refusalToClose, type Remaining } from './leaving.ts';
import { dataExportOf } from './dataexport.server.ts';

export const leavingHandlers = [
  handle(getClosing, async ({ session, app }) => {
    const left = await remainingOf(app.db, session.client, 'shown');
    return {
      message: 'What is left to settle was fetched successfully',
      wallet: left.walletCents,
      held: left.heldCents,
      adAccounts: left.adAccountCents,
      openRequests: left.openRequests,
      refusal: refusalToClose(left)?.message ?? '',
    };
  }),

  handle(closeAccount, async ({ body, session, app, from, reply }) => {
    await insistOnThisPassword({ app, session, from }, body.password, 'password');
    const { enabledAt } = await twoFactorOf(app.db, session.person);
    if (enabledAt !== null) {
      if (body.otp === '') return refuse({ ...otpRequired, status: 400 });
      await insistOnSecondFactor({ app, session, from }, body.otp);
    }
    const people = await app.db.transaction(async (tx) => {
      // The wallet's lock: whoever asks for something at this moment waits, and what was asked before is counted.
      await lockWallet(tx, session.client);
      insist(refusalToClose(await remainingOf(tx, session.client, 'shown')));
      // A penalty that waits for a second admin is not told of while there is money that it could be taken from.
      insist(refusalToClose(await remainingOf(tx, session.client, 'all')));
      const revoked = await revokeOpenLinks(tx, session.client);
      const people = await closeClient(tx, session.client);
      const ended = await endAll(tx, people);
      await queueMail(tx, closedMail(session.email));
      await record(tx, {
        action: 'user.closed',
        actor: session.person,
        subject: session.person,
        from,
        after: { sessionsEnded: ended, payLinksRevoked: revoked },
      });
      return people;
    });
    for (const person of people) app.events.end(person);
    setCookie(app, reply, '', 0);
    return { message: 'Your account is closed.' };
  }),

  handle(exportMyData, async ({ session, app, from }) => {
    const actor = session.actingAdmin?.id ?? session.person;
    // Each one stays in the log for good.
    await insistUnderLimit(app.db, [{ key: `own data:${actor}`, most: 30 }], per.hour);
    await record(app.db, { action: 'user.data_exported', actor, subject: session.person, from });
    return new Download(dataExportOf(app.db, session), {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="my-data-${session.publicId}.json"`,
    });
  }),
];

async function remainingOf(db: Database, client: ClientId, which: 'all' | 'shown'): Promise<Remaining> {
  const { wallet, held } = await balanceOf(db, client);
  const totals = await adAccountTotalsOf(db, client);
  return {
    walletCents: wallet,
    heldCents: held,
    adAccountCents: sum(totals.map((total) => total.balanceCents)),
    openRequests: await openRequestsOf(db, client, which),
    onItsWay: await onItsWayTo(db, client),
  };
}
