import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import StatementPage from './StatementPage.tsx';

test('the statement is narrowed to kinds that have lines in it', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <StaticRouter location="/kimi/wallet/statement">
          <StatementPage />
        </StaticRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const offered = [...html.matchAll(/<option value="(\w+)"/g)].map(([, kind]) => kind);
  const all = ['topup', 'application', 'deposit', 'refund', 'withdrawal', 'penalty', 'goodwill'];
  expect(offered).toEqual(all);
});
