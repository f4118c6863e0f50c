import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { callKey } from '#ui/call.tsx';
import { getClosing } from './leaving.api.ts';
import { ClosingSection } from './LeavingSection.tsx';
import { words } from './leaving.words.ts';

function drawn(left: { wallet: bigint; adAccounts: bigint }): string {
  const calls = new QueryClient();
  const refusal = 'Your account cannot be closed yet.';
  calls.setQueryData(callKey(getClosing, {}), { message: '', held: 0n, openRequests: 0, refusal, ...left });
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={calls}>
        <StaticRouter location="/">
          <ClosingSection />
        </StaticRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('whoever wants to close is sent to withdraw where the wallet holds money, not for what is in ad accounts', () => {
  expect(drawn({ wallet: 5_00n, adAccounts: 0n })).toContain(words.settle);
  const without = drawn({ wallet: 0n, adAccounts: 5_00n });
  expect(without).toContain('cannot be closed yet');
  expect(without).not.toContain(words.settle);
});
