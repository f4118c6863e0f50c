import { useSearchParams } from 'react-router';
import { SendForm } from '#ui/Form.tsx';
import { useSend } from '#ui/useSend.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { WithSummary } from '#ui/StickySummary.tsx';
import { useAddresses } from '#ui/usePlatform.tsx';
import { words } from './adaccounts.words.ts';
import { License, Pages, Payment, Remarks, Target } from './FacebookFields.tsx';
import { createFacebookAds } from './orders.api.ts';
import { blankFacebook, depositsOf, draftName, facebookBody, type FacebookValues } from './orderforms.ts';
import { OrderPlaced, usePlaced } from './OrderPlaced.tsx';
import { LowBalance, OrderSummary, useQuote, WithPrices, type Prices } from './OrderSummary.tsx';
import styles from './order.module.css';

const { order, facebook } = words;

export default function FacebookOrderPage() {
  const { list } = useAddresses('Facebook');
  const { placed } = usePlaced();
  return (
    <>
      <PageHeader
        title={order.title.Facebook}
        text={placed ? undefined : order.text.Facebook}
        back={{ to: list, label: order.back.Facebook }}
      />
      {placed ? (
        <OrderPlaced key={placed} platform="Facebook" applyId={placed} />
      ) : (
        <WithPrices>{(prices) => <FacebookForm prices={prices} />}</WithPrices>
      )}
    </>
  );
}

function FacebookForm({ prices }: { prices: Prices }) {
  const { done } = usePlaced();
  const [address] = useSearchParams();
  const form = useSend(createFacebookAds, {
    initial: blankFacebook,
    draft: draftName('Facebook'),
    body: facebookBody,
    check: appNamed,
    done: (answer) => done(answer.applyId),
    failed: order.failed,
  });
  const quote = useQuote(depositsOf(form.values), prices);
  return (
    <SendForm form={form} label={order.title.Facebook}>
      <WithSummary summary={<OrderSummary platform="Facebook" quote={quote} />}>
        <LowBalance platform="Facebook" quote={quote} />
        {address.has('again') ? <p className={styles['againnote']}>{order.again}</p> : null}
        <License form={form} />
        <Pages form={form} />
        <Target form={form} />
        <Payment form={form} />
        <Remarks form={form} />
      </WithSummary>
    </SendForm>
  );
}

/** On the wire an order without an app is one for domains; somebody who chose App means to name one. */
function appNamed({ adType, appUrl, appId }: FacebookValues): Record<string, string | undefined> {
  return { appUrl: adType === 'App' && appUrl.trim() === '' && appId.trim() === '' ? facebook.appNeeded : undefined };
}
