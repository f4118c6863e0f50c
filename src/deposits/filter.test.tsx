/** A list of deposits is filtered by the word that its rows say. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { platforms, specOf } from '#platforms/platforms.ts';
import { DepositList } from './DepositList.tsx';
import DepositRecordsPage from './DepositRecordsPage.tsx';

function drawn(page: ReactNode, at: string): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <StaticRouter location={at}>{page}</StaticRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test.each(platforms)('of %s, by client and admin', (platform) => {
  const { pages, wire } = specOf(platform);
  const approved = `<option value="Approved">${wire.approvedDeposit}</option>`;
  expect(drawn(<DepositRecordsPage />, pages.deposits[0])).toContain(approved);
  expect(drawn(<DepositList which="pending" />, pages.pendingDeposits[0])).toContain(approved);
});
