/** What an admin asks of one client before speaking to them: what they brought, who they are, what they pay. */
import { notFound, refuse } from '#kernel/refusal.ts';
import { shownCents } from '#ledger/spending.ts';
import { handle } from '#server/handle.server.ts';
import { signalsAbout } from '#signals/signals.server.ts';
import { clientByPublicId } from '#users/clients.server.ts';
import { addressesOf } from '#withdrawals/destinations.server.ts';
import { getUserFigures } from './figures.api.ts';
import { lastMonthOf, lifetimeOf, pendingOf, peopleOf, pricesSoFar } from './figures.store.server.ts';

export const userFiguresHandler = handle(getUserFigures, async ({ query, app: { db } }) => {
  const client = (await clientByPublicId(db, query.userId)) ?? refuse(notFound);
  const [lifetime, people, prices, month, signals] = await Promise.all([
    lifetimeOf(db, client.id),
    peopleOf(db, client.id),
    pricesSoFar(db, client.id),
    lastMonthOf(db, client.id),
    pendingOf(db, client.id).then((ids) => signalsAbout(db, ids, addressesOf(db, ids))),
  ]);
  const { spentMicros, ...money } = lifetime;
  return {
    message: 'Figures fetched successfully',
    lifetime: { ...money, spent: spentMicros === null ? null : shownCents(spentMicros) },
    people: people.map(({ name, email, ...person }) => ({ username: name, emailId: email, ...person })),
    prices: prices.map(({ openingFeeCents, basisPoints, ...made }) => ({
      ...made,
      openingFee: openingFeeCents,
      topUpBasisPoints: basisPoints,
    })),
    lastMonth: { orders: month.orders, deposits: month.depositsCents, fees: month.feesCents },
    // That sign-in is disabled stands above all of them.
    signals: [...signals].flatMap(([applyId, each]) =>
      each.filter(({ code }) => code !== 'disabled').map(({ text }) => ({ applyId, text })),
    ),
  };
});
