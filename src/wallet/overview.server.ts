/** The client's dashboard in one call. */
import { waitingStates } from '#kinds/life.ts';
import { adAccountTotalsOf } from '#ledger/ledger.server.ts';
import { begunByAdmins } from '#requests/begun.server.ts';
import { kindsOfClients } from '#requests/hidden.ts';
import { listRequests } from '#requests/list.server.ts';
import { platforms } from '#platforms/platforms.ts';
import { isLate } from '#requests/requests.ts';
import { sentAgain } from '#requests/sentagain.server.ts';
import { statementOf } from '#requests/statement.server.ts';
import { clientPageOf, isPaused, isSentAgain } from '#requests/messages.ts';
import { outlookOf } from '#runway/runway.server.ts';
import { handle } from '#server/handle.server.ts';
import { lineText } from './lines.ts';
import { getOverview } from './overview.api.ts';
import { balanceOf } from './wallet.server.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;

export const overviewHandlers = [
  handle(getOverview, async ({ session, app }) => {
    const client = session.client;
    const [{ wallet, held }, waiting, rejected, totals, lines, { running, remaining, next, left }] = await Promise.all([
      balanceOf(app.db, client),
      listRequests(app.db, { kinds: kindsOfClients, states: waitingStates, client, sort: 'createdAt', limit: 5 }),
      listRequests(app.db, { kinds: kindsOfClients, states: ['Rejected'], client, limit: 20 }),
      adAccountTotalsOf(app.db, client),
      statementOf(app.db, { client, limit: 6 }),
      outlookOf(app.db, client),
    ]);
    const now = new Date();
    const on = app.features.now();
    const own = rejected.rows
      .filter((row) => isSentAgain(row) && !isPaused(row, on))
      .filter(({ decidedAt }) => decidedAt !== null && now.getTime() - decidedAt.getTime() < weekMs);
    const begun = await begunByAdmins(app.db, own);
    const lately = own.filter(({ applyId }) => !begun.has(applyId)).slice(0, 3);
    const again = await sentAgain(
      app.db,
      lately.map(({ applyId }) => applyId),
    );
    return {
      message: 'Overview fetched successfully',
      wallet,
      held,
      waiting: waiting.rows.map((row) => ({
        applyId: row.applyId,
        kind: row.kind,
        platform: row.platform,
        state: row.state,
        amount: row.totalCents,
        createdAt: row.createdAt,
        late: isLate(row, now),
        page: clientPageOf(row, on),
      })),
      waitingTotal: waiting.total,
      rejected: lately
        .filter(({ applyId }) => !again.has(applyId))
        .map((row) => ({
          applyId: row.applyId,
          kind: row.kind,
          platform: row.platform,
          amount: row.totalCents,
          remarks: row.remarks ?? '',
          page: clientPageOf(row, on),
        })),
      outlook: {
        running,
        remaining: remaining ?? null,
        next: next
          ? { _id: next.publicId, adsId: next.adsId, nickname: next.nickname, emptyOn: next.runway.emptyOn! }
          : null,
      },
      accounts: cardsOf(totals, left, on),
      opened: totals.length > 0,
      movements: lines.map((line) => ({
        at: line.at,
        applyId: line.applyId,
        text: lineText(line),
        amount: line.amountCents,
        balance: line.balanceCents,
      })),
    };
  }),
];

type Totals = Awaited<ReturnType<typeof adAccountTotalsOf>>;
type Left = Awaited<ReturnType<typeof outlookOf>>['left'];

/** Each platform that is switched on, or on which accounts are open. */
function cardsOf(totals: Totals, left: Left, on: ReadonlySet<string>) {
  return platforms.flatMap((platform) => {
    const { accounts = 0, balanceCents = 0n } = totals.find((total) => total.platform === platform) ?? {};
    if (accounts === 0 && !on.has(platform)) return [];
    const known = left.get(platform);
    return { platform, accounts, balance: balanceCents, left: known?.accounts === accounts ? known.cents : null };
  });
}
