/** Whoever writes why a payment is rejected is told who reads it. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { besideReason } from '#topups/arrived.ts';
import { words as topups } from '#topups/topups.words.ts';
import { words } from './queue.words.ts';
import { VerdictForm } from './VerdictForm.tsx';
import type { QueuedRequest } from './verdicts.ts';

function drawn(details: object): string {
  const userId = { username: 'Ana Lima', contact: { emailId: 'ana@lima.example' } };
  const amounts = { amount: 80_00n, totalCost: 80_00n, receivedMoney: null };
  const row = { applyId: 'TU-1', kind: 'topup', userId, details, duplicates: [], ...amounts } as unknown;
  const does = { busy: false, refused: undefined, onSend: () => {}, onLeave: () => {} };
  return renderToStaticMarkup(
    <MantineProvider>
      <VerdictForm row={row as QueuedRequest} verdict="reject" {...does} />
    </MantineProvider>,
  );
}

test('of a payment through a paylink that its payer reads the reason, too; of any other not', () => {
  expect(topups.payerReads).toBe('Whoever pays the link reads this, too.');
  expect(drawn({ paylink: 'PL-1' })).toContain(topups.payerReads);
  expect(drawn({})).not.toContain(topups.payerReads);
});

test('and beside it that the money is here for good', () => {
  const arrived = { verdict: 'Verified', final: true } as Parameters<typeof besideReason>[0];
  const both = besideReason(arrived, true);
  expect([both, besideReason(undefined, false)]).toEqual([
    `${besideReason(arrived, false)} ${topups.payerReads}`,
    undefined,
  ]);
});

test('what leaves the form comes before what sends it, as they stand', () => {
  const form = drawn({});
  expect(form.indexOf(words.cancel)).toBeGreaterThan(0);
  expect(form.indexOf(words.cancel)).toBeLessThan(form.indexOf('Reject $80.00 of Ana Lima'));
});
