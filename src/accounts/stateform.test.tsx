/** What its client is told at once is chosen by the admin, and proposed only where there is no other. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AccountState } from '#ledger/accountlife.ts';
import type { Account } from './accountParts.tsx';
import { StateForm } from './StateForm.tsx';

function chosen(state: AccountState): string | undefined {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <StateForm account={{ _id: 'AA-1', adsId: '1', state } as Account} onDone={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return /<option value="([^"]*)" selected=""/.exec(html)?.[1];
}

test('of several new states of an ad account none is proposed', () => {
  expect(chosen('Active')).toBe('Suspended');
  expect(chosen('Appealed')).toBe('');
});
