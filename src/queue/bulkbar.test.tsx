/** More than one call takes is said while rows are picked, not after the reason for all of them was written. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BulkBar } from './BulkBar.tsx';
import { tooManyAtOnce } from './queue.api.ts';
import type { QueuedRequest } from './verdicts.ts';

const row = { applyId: 'TU-1', kind: 'topup', totalCost: 10_00n, details: {}, lines: [] } as unknown as QueuedRequest;

function drawn(many: number): string {
  const rows = Array.from({ length: many }, () => row);
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <BulkBar rows={rows} onClear={() => {}} onDecided={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('two hundred are decided at once, and one more is not', () => {
  expect(drawn(200)).not.toMatch(/disabled=""/);
  const html = drawn(201);
  expect(html).toContain(tooManyAtOnce);
  expect(html.match(/disabled=""/g)).toHaveLength(2);
});
