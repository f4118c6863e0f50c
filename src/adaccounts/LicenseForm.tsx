import type { LicenseOrder } from '#platforms/license.ts';
import type { Spec } from '#platforms/platforms.ts';
import { SendForm } from '#ui/Form.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { useSend } from '#ui/useSend.tsx';
import { WithSummary } from '#ui/StickySummary.tsx';
import { createAds } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { License, Pages, Payment, Remarks, Target } from './LicenseFields.tsx';
import { blankLicense, depositsOf, draftName, licenseBody, type LicenseValues } from './orderforms.ts';
import { useOrdered } from './OrderPlaced.tsx';
import { LowBalance, OrderSummary, totalOf, usePricesAnew, useQuote, type Prices } from './OrderSummary.tsx';
import { refusalToOpenWith } from './orders.ts';
import styles from './order.module.css';

const { order: say, license } = words;

/** An order that asks about license, pages and what is advertised. */
export function LicenseForm({ platform, order, prices }: { platform: Spec; order: LicenseOrder; prices: Prices }) {
  const ordered = useOrdered();
  const [address] = useSearchParams();
  const form = useSend(createAds[platform.name], {
    initial: blankLicense,
    draft: draftName(platform.name),
    seenAt: platform.pages.list[0],
    body: licenseBody,
    check: (values) => ({ ...appNamed(values), ...dustIn(values, prices) }),
    total: (values) => totalOf(depositsOf(values), prices),
    done: (answer) => ordered(answer.applyId),
    refused: usePricesAnew(),
    failed: say.failed,
  });
  const quote = useQuote(depositsOf(form.values), prices, form.repeats);
  return (
    <SendForm form={form} label={say.title(platform.name)} rows={rowNames}>
      <WithSummary summary={<OrderSummary platform={platform} quote={quote} />}>
        <LowBalance platform={platform} quote={quote} />
        {address.has('again') ? <p className={styles['againnote']}>{say.again}</p> : null}
        <License form={form} />
        <Pages form={form} example={order.pageExample} />
        <Target form={form} />
        <Payment form={form} />
        <Remarks form={form} />
      </WithSummary>
    </SendForm>
  );
}

const rowNames = { pageUrls: license.pageUrl, domains: license.domain, ads: license.account };

/** On the wire an order without an app is one for domains; somebody who chose App means to name one. */
function appNamed({ adType, appUrl, appId }: LicenseValues): Record<string, string | undefined> {
  return { appUrl: adType === 'App' && appUrl.trim() === '' && appId.trim() === '' ? license.appNeeded : undefined };
}

function dustIn(values: LicenseValues, { leastDeposit }: Prices): Record<string, string> {
  const refusal = refusalToOpenWith(depositsOf(values), leastDeposit, 'ads');
  return refusal?.field === undefined ? {} : { [refusal.field]: refusal.message };
}
