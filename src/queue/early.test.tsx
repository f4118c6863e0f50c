/** A payout that should wait can be let pass in the queue, also where the page learns of that by a refusal alone. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { withdrawal } from '#kinds/withdrawal.ts';
import { waitsBefore } from '#requests/requests.ts';
import { words } from '#requests/requests.words.ts';
import { VerdictForm } from './VerdictForm.tsx';
import { decidedAlone, type QueuedRequest } from './verdicts.ts';

const rowOf = (payableFrom: Date | null) =>
  ({
    applyId: 'WD-1',
    kind: withdrawal.name,
    userId: { username: 'Ana Lima', contact: { emailId: 'ana@lima.example' } },
    details: {},
    duplicates: [],
    signals: [],
    destination: { payableFrom, askedSince: new Date(), addedAt: null, paidBefore: 1, takesTwo: false },
    amount: 80_00n,
    totalCost: 80_00n,
    receivedMoney: null,
    waits: null,
    own: false,
  }) as unknown as QueuedRequest;

function isAsked(payableFrom: Date | null, refused?: { message: string; code?: string }): boolean {
  const does = { busy: false, refused, onSend: () => {}, onLeave: () => {} };
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <VerdictForm row={rowOf(payableFrom)} verdict="approve" {...does} />
    </MantineProvider>,
  );
  return drawn.includes(words.letPass);
}

test('why it may pass is asked where it waits by whatever clock, and once it was refused for that', () => {
  const over = new Date(Date.now() - 3_600_000);
  expect([isAsked(over), isAsked(null)]).toEqual([true, false]);
  expect(isAsked(null, waitsBefore(withdrawal, null))).toBe(true);
  expect(isAsked(null, { message: 'Nobody can be asked now.', code: 'unavailable' })).toBe(false);
  expect(decidedAlone(rowOf(over), 'approve')).toBeDefined();
  expect(decidedAlone(rowOf(null), 'approve')).toBeUndefined();
});
