/** Every call of the portal, from every slice: the table that routing, tests and the API's own description walk. */
import type { Handler } from '#server/handle.server.ts';
import { accountsHandlers } from '#accounts/accounts.server.ts';
import { refillHandlers } from '#runway/refill.server.ts';
import { runwayHandlers } from '#runway/runway.server.ts';
import { adaccountsHandlers } from '#adaccounts/adaccounts.server.ts';
import { ownLogHandlers } from '#audit/own.server.ts';
import { auditHandlers } from '#audit/log.server.ts';
import { roleHandlers } from '#settings/adminrole.server.ts';
import { adminsHandlers } from '#settings/admins.server.ts';
import { settingsHandlers } from '#settings/settings.handlers.server.ts';
import { authHandlers } from '#auth/auth.server.ts';
import { signInHandlers } from '#auth/signin.server.ts';
import { twoFactorHandlers } from '#auth/twofactor.server.ts';
import { lookAgainHandlers } from '#chain/again.server.ts';
import { bookHandlers } from '#book/book.server.ts';
import { jobHandlers } from '#jobs/jobs.server.ts';
import { correctionsHandlers } from '#corrections/corrections.server.ts';
import { depositsHandlers } from '#deposits/deposits.server.ts';
import { leavingHandlers } from '#clients/leaving.server.ts';
import { ownHandlers } from '#requests/own.server.ts';
import { usualHandlers } from '#requests/usual.server.ts';
import { overviewHandlers } from '#wallet/overview.server.ts';
import { noticesHandlers } from '#notices/notices.server.ts';
import { networkHandlers } from '#network/network.server.ts';
import { refundsHandlers } from '#refunds/refunds.server.ts';
import { passkeyHandlers } from '#passkeys/passkeys.server.ts';
import { paylinksHandlers } from '#paylinks/paylinks.server.ts';
import { connectionHandlers } from '#connections/connections.server.ts';
import { spendHandlers } from '#spend/handlers.server.ts';
import { reconciliationHandlers } from '#spend/reconciliation.server.ts';
import { settlingHandlers } from '#spend/settling.server.ts';
import { sharesHandlers } from '#shares/shares.server.ts';
import { dayHandlers } from '#chain/day.server.ts';
import { lostHandlers } from '#chain/lost.server.ts';
import { notesHandlers } from '#support/notes.server.ts';
import { supportHandlers } from '#support/support.server.ts';
import { transfersHandlers } from '#chain/transfers.server.ts';
import { declarationsHandlers } from '#topups/declarations.server.ts';
import { draftsHandlers } from '#topups/drafts.server.ts';
import { dryRunHandlers } from '#topups/dryrun.server.ts';
import { topupsHandlers } from '#topups/topups.server.ts';
import { userFiguresHandler } from '#clients/figures.server.ts';
import { clientsHandlers } from '#clients/clients.server.ts';
import { inboxHandlers } from '#queue/inbox.server.ts';
import { queueHandlers } from '#queue/queue.server.ts';
import { requestHandler } from '#queue/request.server.ts';
import { findHandlers } from '#lookup/find.server.ts';
import { traceHandlers } from '#lookup/trace.server.ts';
import { teamHandlers } from '#team/team.server.ts';
import { takingHandlers } from '#queue/taking.server.ts';
import { revenueEntriesHandlers } from '#revenue/entries.server.ts';
import { businessFiguresHandlers } from '#revenue/figures.server.ts';
import { revenueHandlers } from '#revenue/revenue.server.ts';
import { telegramHandlers } from '#telegram/telegram.server.ts';
import { usersHandlers } from '#users/users.server.ts';
import { statementHandlers } from '#wallet/statement.server.ts';
import { requestsHandlers } from '#desk/requests.server.ts';
import { walletHandlers } from '#wallet/wallet.server.ts';
import { weeklyHandlers } from '#wallet/weekly.server.ts';
import { withdrawalsHandlers } from '#withdrawals/withdrawals.server.ts';

export const handlers: readonly Handler[] = [
  ...spendHandlers,
  ...settlingHandlers,
  ...connectionHandlers,
  ...reconciliationHandlers,
  ...accountsHandlers,
  ...runwayHandlers,
  ...refillHandlers,
  ...adaccountsHandlers,
  ...adminsHandlers,
  ...roleHandlers,
  ...auditHandlers,
  ...settingsHandlers,
  ...clientsHandlers,
  userFiguresHandler,
  ...lookAgainHandlers,
  ...bookHandlers,
  ...jobHandlers,
  ...queueHandlers,
  requestHandler,
  ...inboxHandlers,
  ...traceHandlers,
  ...findHandlers,
  ...requestsHandlers,
  ...takingHandlers,
  ...teamHandlers,
  ...revenueHandlers,
  ...revenueEntriesHandlers,
  ...businessFiguresHandlers,
  ...depositsHandlers,
  ...refundsHandlers,
  ...withdrawalsHandlers,
  ...correctionsHandlers,
  ...statementHandlers,
  ...leavingHandlers,
  ...overviewHandlers,
  ...ownHandlers,
  ...usualHandlers,
  ...ownLogHandlers,
  ...sharesHandlers,
  ...supportHandlers,
  ...notesHandlers,
  ...networkHandlers,
  ...paylinksHandlers,
  ...dayHandlers,
  ...lostHandlers,
  ...transfersHandlers,
  ...declarationsHandlers,
  ...draftsHandlers,
  ...dryRunHandlers,
  ...topupsHandlers,
  ...usersHandlers,
  ...telegramHandlers,
  ...authHandlers,
  ...signInHandlers,
  ...twoFactorHandlers,
  ...passkeyHandlers,
  ...noticesHandlers,
  ...walletHandlers,
  ...weeklyHandlers,
];
