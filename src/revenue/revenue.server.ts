/** The agency's figures, as the ledger gives them. */
import { dayOf, startOfDay } from '#kernel/days.ts';
import { goodwill } from '#kinds/goodwill.ts';
import { penalty } from '#kinds/penalty.ts';
import { topup } from '#kinds/topup.ts';
import { handle } from '#server/handle.server.ts';
import { getActiveAccounts, getDailyRevenue, getFigures, getTotalRevenue, getUserCount } from './revenue.api.ts';
import { approvedSince, countActive, countUsers, holdings, revenueOfDays } from './revenue.store.server.ts';
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
      approvedSince(db, startOfDay(dayOf(at, zone), zone)),
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
