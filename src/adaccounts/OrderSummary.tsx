/** What an order comes to while it is typed, and that the wallet can't pay for it. */
import { Alert } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { percent, usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { priceOrder } from '#kinds/application.ts';
import type { Price } from '#kinds/postings.ts';
import type { Spec } from '#platforms/platforms.ts';
import { useAddMoney } from '#platforms/usePlatform.tsx';
import { useCall, useRefresh } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { useWallet } from '#ui/session.tsx';
import { getPrices } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { CostSummary } from './CostSummary.tsx';
import { shortfallOf } from './orders.ts';

const { order } = words;

export type Prices = { openingFee: Cents; rate: bigint; offered: readonly Cents[]; leastDeposit: Cents };

/** A form that shows a total: nobody fills it in before the server has said what this client pays. */
export function WithPrices({ children }: { children: (prices: Prices) => ReactNode }) {
  return (
    <DataState call={useCall(getPrices, {}, { on: ['notice'] })} failed={order.pricesFailed} lines={6}>
      {({ prices }) =>
        children({
          openingFee: prices.accountOpeningFee,
          rate: prices.topUpRate,
          offered: prices.depositOptions,
          leastDeposit: prices.leastDeposit,
        })
      }
    </DataState>
  );
}

/** Where prices have changed since the form was opened, they are asked for again, so that it shows the new total. */
export function usePricesAnew(): (refusal: Refusal) => void {
  const refresh = useRefresh();
  return ({ code }) => {
    if (code === 'prices.changed') void refresh(getPrices);
  };
}

/** What the form says that these deposits come to. */
export function totalOf(deposits: readonly Cents[], { openingFee, rate }: Prices): Cents | undefined {
  return priceOrder(deposits, openingFee, rate).totalCents;
}

type Quote = { price: Price; rate: bigint; wallet: Cents | undefined };

/** An order that `repeats` one whose answer was lost may be paid already: the wallet then says nothing about it. */
export function useQuote(deposits: readonly Cents[], { openingFee, rate }: Prices, repeats: boolean): Quote {
  const wallet = useWallet()?.wallet;
  return { price: priceOrder(deposits, openingFee, rate), rate, wallet: repeats ? undefined : wallet };
}

export function OrderSummary({ platform, quote: { price, rate, wallet } }: { platform: Spec; quote: Quote }) {
  return (
    <CostSummary
      {...{ platform, wallet, totalCents: price.totalCents, more: order.perOrder, lacks: order.insufficient }}
      title={order.summary}
      lines={[
        { label: order.deposits, cents: price.amountCents },
        { label: order.openingFee, cents: price.openingFeeCents },
        { label: order.fee(percent(rate)), cents: price.feeCents },
        { label: order.total, cents: price.totalCents, strong: true },
      ]}
      addMoney={order.addAmount}
      send={order.send}
    />
  );
}

/** Stays until dismissed or paid for; once dismissed it returns only when the balance was enough in between. */
export function LowBalance({ platform, quote: { price, wallet } }: { platform: Spec; quote: Quote }) {
  const [dismissed, setDismissed] = useState(false);
  const shortfall = shortfallOf(price.totalCents, wallet);
  const addMoney = useAddMoney(platform, shortfall);
  const low = shortfall > 0n;
  if (!low && dismissed) setDismissed(false);
  if (!low || dismissed) return null;
  return (
    <Alert
      color="wait"
      variant="light"
      icon={<Icon name="warning" />}
      withCloseButton
      closeButtonLabel={words.order.dismiss}
      onClose={() => setDismissed(true)}
      mb="md"
    >
      {order.low} <Link to={addMoney}>{order.lowLink}</Link>. {order.short(usd(shortfall))} {order.kept}
    </Alert>
  );
}
