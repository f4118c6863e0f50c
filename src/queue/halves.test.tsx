/** What one call of a page could not bring takes nothing else along. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { words as book } from '#book/book.words.ts';
import { getUser } from '#clients/clients.api.ts';
import { getUserFigures } from '#clients/figures.api.ts';
import { getFigures } from '#revenue/revenue.api.ts';
import { callKey } from '#ui/call.tsx';
import { ParamsContext } from '#ui/router.tsx';
import { SessionContext, type Me } from '#ui/session.tsx';
import AdminDashboardPage from './AdminDashboardPage.tsx';
import ClientPage from '#lookup/ClientPage.tsx';
import { getQueueCounts } from './counts.api.ts';
import { words as dashboard } from './dashboard.words.ts';
import { words as story } from '#lookup/story.words.ts';
import { words as shared } from '#ui/ui.words.ts';

const admin: Me = {
  _id: 'US-1',
  username: 'Ana',
  emailId: 'ana@agency.example',
  contact1: '',
  typeOfUser: 'Admin',
  role: 'Admin',
  emailVerified: true,
  features: ['Google'],
};

/** Calls whose answers are here; what failed is not asked for again while it is drawn. */
const callsOf = () => new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });

function fails(calls: QueryClient, queryKey: readonly unknown[]): void {
  calls
    .getQueryCache()
    .build(calls, { queryKey })
    .setState({ status: 'error', error: new Error('No answer.') });
}

function drawn(page: ReactNode, calls: QueryClient): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={calls}>
        <SessionContext value={{ me: admin, wallet: undefined }}>
          <StaticRouter location="/">{page}</StaticRouter>
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('without its figures the dashboard still says what waits and how the book stands, and once what failed', () => {
  const calls = callsOf();
  const counts = { pending: 0, late: 0, oldest: null, mine: 0 };
  calls.setQueryData(callKey(getQueueCounts, {}), { total: counts, queues: [] });
  fails(calls, callKey(getFigures, {}));
  const html = drawn(<AdminDashboardPage />, calls);
  expect(html).toContain(dashboard.nothingWaits);
  expect(html).toContain(book.text);
  expect(html.split(dashboard.failed)).toHaveLength(2);
});

test('the money in ad accounts, a sum over all platforms, leads to the accounts of all', () => {
  const calls = callsOf();
  const none = { walletLiability: 0n, heldMoney: 0n, inAdAccounts: 0n, penaltiesToday: 0n, goodwillToday: 0n };
  const cards = { totalUsers: 0, activeCount: 0, totalRevenue: 0n, days: [], timeZone: 'Asia/Shanghai' };
  calls.setQueryData(callKey(getFigures, {}), { ...none, ...cards, topupsToday: { count: 0, money: 0n } });
  expect(drawn(<AdminDashboardPage />, calls)).toMatch(
    new RegExp(`href="/accounts"[^>]*><span><span[^>]*>${dashboard.adAccounts}<`),
  );
});

test('where the figures of a client could not be fetched, no heading stands over nothing', () => {
  const calls = callsOf();
  const contact = { emailId: 'bo@example.com', contact1: '', contactMethod: '', mobile: '' };
  const money = { wallet: 0n, held: 0n, inAdAccounts: 0n, openingFee: 0n, topUpBasisPoints: 1_500 };
  const none = { adAccounts: [], adAccountsTotal: 0, sessions: [], pending: 0, disabledAt: null, closedAt: null };
  const own = { ownOpeningFee: null, ownTopUpBasisPoints: null };
  const user = { _id: 'US-2', username: 'Bo', contact, address: {}, ...money, ...none, ...own };
  calls.setQueryData(callKey(getUser, { query: { userId: 'US-2' } }), { user });
  fails(calls, callKey(getUserFigures, { query: { userId: 'US-2' } }));
  const html = drawn(
    <ParamsContext value={{ id: 'US-2' }}>
      <ClientPage />
    </ParamsContext>,
    calls,
  );
  expect(html).toMatch(new RegExp(`>${story.client.pricesSoFar}</h3><div[^>]*role="alert".*?${shared.fetchFailed}`));
});
