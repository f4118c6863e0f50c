/** The agency's figures, as the ledger gives them. */
import { dayOf } from '#kernel/days.ts';
import { goodwill } from '#kinds/goodwill.ts';
import { penalty } from '#kinds/penalty.ts';
import { topup } from '#kinds/topup.ts';
import type { App } from '#server/app.server.ts';
import { handle } from '#server/handle.server.ts';
import { getActiveAccounts, getDailyRevenue, getFigures, getTotalRevenue, getUserCount } from './revenue.api.ts';
import {
  approvedToday,
  countActive,
  countUsers,
  holdings,
  revenueOfDays,
  rollFigures,
  unmarkInactive,
} from './revenue.store.server.ts';
import { lastSevenDays } from './revenue.ts';

export const revenueHandlers = [
  handle(getUserCount, async ({ app }) => ({
    message: 'User count fetched successfully',
    totalUsers: await countUsers(app.db, app.config.businessTz),
  })),

  handle(getTotalRevenue, async ({ app }) => ({
    message: 'Total revenue fetched successfully',
    totalRevenue: (await holdings(app.db, app.config.businessTz)).revenueCents,
  })),

  handle(getActiveAccounts, async ({ app }) => ({
    message: 'Active accounts fetched successfully',
    activeCount: await countActive(app.db),
  })),

  handle(getDailyRevenue, async ({ query, app }) => {
    const [revenue] = await revenueOfDays(app.db, app.config.businessTz, [query.date]);
    return { message: 'Daily revenue fetched successfully', revenue: revenue!, date: query.date };
  }),

  handle(getFigures, async ({ app }) => {
    const { db } = app;
    const zone = app.config.businessTz;
    const at = new Date();
    const days = lastSevenDays(dayOf(at, zone));
    const [users, active, revenue, held, today] = await Promise.all([
      countUsers(db, zone),
      countActive(db),
      revenueOfDays(db, zone, days),
      holdings(db, zone),
      approvedToday(db, zone),
    ]);
    return {
      message: 'Figures fetched successfully',
      totalUsers: users,
      activeCount: active,
      totalRevenue: held.revenueCents,
      days: days.map((date, place) => ({ date, revenue: revenue[place]! })),
      timeZone: zone,
      walletLiability: held.walletCents,
      heldMoney: held.heldCents,
      inAdAccounts: held.inAdAccountsCents,
      topupsToday: { count: today.get(topup.name)?.count ?? 0, money: today.get(topup.name)?.cents ?? 0n },
      penaltiesToday: today.get(penalty.name)?.cents ?? 0n,
      goodwillToday: today.get(goodwill.name)?.cents ?? 0n,
      at,
    };
  }),
];

/**
 * Keeps the roll-up close behind the book, and the marks of active clients close behind time, on whichever node comes
 * first.
 */
export function startRollUp({ db, config, log }: Pick<App, 'db' | 'config' | 'log'>): { stop(): void } {
  let rolling = false;
  const roll = async () => {
    if (rolling) return;
    rolling = true;
    await rollFigures(db, config.businessTz).catch((error: unknown) => log.debug('revenue roll-up', { error }));
    rolling = false;
  };
  const unmark = () =>
    void unmarkInactive(db).catch((error: unknown) => log.debug('marks of active clients', { error }));
  const timers = [setInterval(() => void roll(), 60_000).unref(), setInterval(unmark, 3_600_000).unref()];
  void roll();
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
