/** Wherever a client looks at a request that was undone, the page says why, and that its money came back. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AdFacts } from '#adaccounts/AdDetails.tsx';
import { DepositTimeline } from '#deposits/DepositTimeline.tsx';
import { specOf } from '#platforms/platforms.ts';
import { column } from '#requests/RequestParts.tsx';
import { RequestTimeline } from '#requests/Receipt.tsx';
import { Result, TopupTimeline } from '#topups/TopupProgress.tsx';
import { Rejection } from '#topups/TopupsPage.tsx';

const why = 'It was meant for another account.';
const at = new Date('2026-11-21T00:00:00Z');
const person = { _id: 'US-1', username: 'Ana', wallet: 0n, contact: { emailId: 'ana@example.com', contact1: '' } };

const reversed = {
  _id: 'XX-7K3Q-X2MF',
  applyId: 'XX-7K3Q-X2MF',
  state: 'Reversed',
  remarks: 'My own note.',
  clientRemarks: 'My own note.',
  reversalReason: why,
  transactionId: '',
  createdAt: at,
  updatedAt: at,
  decidedAt: at,
  decidedBy: null,
  late: false,
  waits: null,
  userId: person,
};

const order = {
  ...reversed,
  adsId: '',
  adsIds: [],
  adNum: 1,
  accountOpenFee: 30_00n,
  totalDeposit: 0n,
  topUpFee: 0n,
  totalCost: 30_00n,
};

const topup = {
  ...reversed,
  chargeMoney: 30_00n,
  receivedMoney: null,
  payway: 'USDT',
  image: null,
  networkName: 'TRC20',
  networkAddress: '',
  paylink: null,
  declared: false,
  adminRemarks: '',
};

const deposit = { ...reversed, adsId: '1-2', money: 40_00n, totalCost: 46_00n };

function textOf(drawn: ReactNode): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <StaticRouter location="/">{drawn}</StaticRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const says = { next: '', approved: '', back: '' };

test('the receipt of a top-up names what was sent: its id, the amount and the transaction', () => {
  const receipt = textOf(<Result of={{ ...topup, state: 'Pending', transactionId: 'ab'.repeat(32) }} />);
  for (const said of ['XX-7K3Q-X2MF', '$30.00', 'ababab…ababab']) expect(receipt).toContain(said);
});

test('the card of a rejected top-up says why, and leads to sending it again; that of any other says nothing', () => {
  const rejected = { ...topup, state: 'Rejected', remarks: 'Nothing has arrived.' };
  const card = textOf(<Rejection row={rejected} />);
  for (const said of ['Nothing has arrived.', 'Send again', '?add=XX-7K3Q-X2MF']) expect(card).toContain(said);
  // What came over a link is sent again over the link.
  expect(textOf(<Rejection row={{ ...rejected, paylink: 'PL-7K3Q-X2MF' }} />)).not.toContain('Send again');
  expect(textOf(<Rejection row={topup} />)).not.toContain('My own note.');
});

test.each([
  ['an order', <AdFacts key="order" ad={order} platform={specOf('Google')} reader="client" />, '$30.00 went back'],
  ['a top-up', <TopupTimeline key="topup" of={topup} />, 'Your statement shows the entry.'],
  [
    'a refund',
    <RequestTimeline key="one" row={reversed} kind="refund" says={says} />,
    'Your statement shows the entry.',
  ],
  ['a deposit', <DepositTimeline key="deposit" row={deposit} />, '$46.00 went back to your wallet.'],
  ['a list', <div key="list">{column('remarks').cell(reversed)}</div>, ''],
])('%s that was reversed says why', (_, drawn, also) => {
  const text = textOf(drawn);
  expect(text).toContain(why);
  expect(text).toContain(also);
});
