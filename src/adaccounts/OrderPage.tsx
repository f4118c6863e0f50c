import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { dollarsText, usd } from '#kernel/money.ts';
import { SendForm } from '#ui/Form.tsx';
import { useSend } from '#ui/useSend.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowsField, type RowColumn } from '#ui/RowsField.tsx';
import { Section } from '#ui/Section.tsx';
import { WithSummary } from '#ui/StickySummary.tsx';
import { useAddresses, usePlatform } from '#ui/usePlatform.tsx';
import { words } from './adaccounts.words.ts';
import { CountField } from './CountField.tsx';
import { createBingAds, createGoogleAds } from './orders.api.ts';
import {
  blankRow,
  depositsOf,
  draftName,
  rowsBody,
  tidyAmount,
  type RowsValues,
  type RowValues,
} from './orderforms.ts';
import { mostAccounts, refusalOfDeposits } from './orders.ts';
import { OrderPlaced, usePlaced } from './OrderPlaced.tsx';
import { LowBalance, OrderSummary, useQuote, WithPrices, type Prices } from './OrderSummary.tsx';
import { timezoneOptions } from './timezones.ts';
import styles from './order.module.css';

const { order, field } = words;

type Platform = 'Google' | 'Bing';

const orderCalls = { Google: createGoogleAds, Bing: createBingAds };

/** What a row of each platform asks for, before its deposit. */
const fieldsOf: Record<Platform, () => { before: RowColumn[]; after: RowColumn[] }> = {
  Google: () => ({
    before: [{ name: 'gmail', label: field.gmail, type: 'email', placeholder: order.gmailHint }],
    after: [
      {
        name: 'timezone',
        label: field.timezone,
        options: [{ value: '', label: words.noTimezone }, ...timezoneOptions()],
      },
    ],
  }),
  Bing: () => ({
    before: [
      { name: 'domain', label: field.domain, placeholder: order.domainHint },
      { name: 'outlookMail', label: field.outlookMail, type: 'email', placeholder: order.outlookHint },
    ],
    after: [],
  }),
};

export default function OrderPage() {
  const platform = usePlatform() === 'Bing' ? 'Bing' : 'Google';
  const { list } = useAddresses(platform);
  const { placed } = usePlaced();
  return (
    <>
      <PageHeader
        title={order.title[platform]}
        text={placed ? undefined : order.text[platform]}
        back={{ to: list, label: order.back[platform] }}
      />
      {placed ? (
        <OrderPlaced key={placed} platform={platform} applyId={placed} />
      ) : (
        <WithPrices>{(prices) => <OrderForm key={platform} platform={platform} prices={prices} />}</WithPrices>
      )}
    </>
  );
}

function OrderForm({ platform, prices }: { platform: Platform; prices: Prices }) {
  const { done } = usePlaced();
  const [address] = useSearchParams();
  const form = useSend(orderCalls[platform], {
    initial: { adNum: 1, adsDetails: [blankRow[platform]] } as RowsValues,
    draft: draftName(platform),
    body: (values) => rowsBody(platform, values) as never,
    check: (values) => deposited(values, prices),
    done: (answer) => done(answer.applyId),
    failed: order.failed,
  });
  const { adNum, adsDetails } = form.values;
  const quote = useQuote(depositsOf(form.values), prices);
  const columns = useColumns(platform, prices, adsDetails);
  // Pasted amounts come as people write them.
  const set = (path: string, value: unknown) =>
    form.set(path, path === 'adsDetails' ? (value as RowValues[]).map(tidied) : value);
  const everywhere = (name: string, value: string) =>
    set(
      'adsDetails',
      rowsBody(platform, form.values).adsDetails.map((row) => ({ ...row, [name]: value })),
    );
  return (
    <SendForm form={form} label={order.title[platform]}>
      <WithSummary summary={<OrderSummary platform={platform} quote={quote} />}>
        <LowBalance platform={platform} quote={quote} />
        {address.has('again') ? <p className={styles['againnote']}>{order.again}</p> : null}
        <Section>
          <div className={styles['ordertop']}>
            <CountField field={form.field('adNum')} label={order.number} hint={order.numberHint} most={mostAccounts} />
            {adNum > 1
              ? columns
                  .filter(({ options }) => options)
                  .map((column) => (
                    <Same key={column.name} column={column} onChoose={(value) => everywhere(column.name, value)} />
                  ))
              : null}
          </div>
          <div className={styles['denserows']} data-fields={platform}>
            <RowsField
              form={{ ...form, set }}
              name="adsDetails"
              shown={adNum}
              onShown={(shown) => form.set('adNum', shown)}
              blank={blankRow[platform]}
              most={mostAccounts}
              rowLabel={order.row}
              columns={columns}
            />
          </div>
        </Section>
      </WithSummary>
    </SendForm>
  );
}

function tidied<Row extends RowValues>(row: Row): Row {
  return { ...row, deposit: tidyAmount(row.deposit ?? '') || '0' };
}

/** A deposit that is not on offer is named at its row before anything is sent. */
function deposited(values: RowsValues, { offered }: Prices): Record<string, string> {
  return Object.fromEntries(
    depositsOf(values).flatMap((deposit, row) => {
      const refusal = refusalOfDeposits([deposit], offered);
      return refusal ? [[`adsDetails.${row}.deposit`, refusal.message]] : [];
    }),
  );
}

function depositOptions(offered: Prices['offered'], rows: readonly RowValues[]) {
  const options = offered.map((cents) => ({ value: tidyAmount(dollarsText(cents)), label: usd(cents) }));
  // A pasted deposit that is not on offer is shown as what it is, never as another one.
  const strange = [...new Set(rows.map(({ deposit }) => deposit))].filter(
    (deposit) => !options.some(({ value }) => value === deposit),
  );
  return [...options, ...strange.map((deposit) => ({ value: deposit, label: order.notOffered(`$${deposit}`) }))];
}

function useColumns(platform: Platform, { offered }: Prices, rows: readonly RowValues[]): RowColumn[] {
  const fields = useMemo(() => fieldsOf[platform](), [platform]);
  return [
    ...fields.before,
    { name: 'deposit', label: field.deposit, options: depositOptions(offered, rows) },
    ...fields.after,
  ];
}

/** What most rows have in common is chosen once. */
function Same({ column, onChoose }: { column: RowColumn; onChoose: (value: string) => void }) {
  const label = column.name === 'deposit' ? order.same : order.sameTimezone;
  const options = column.options?.map(({ value, label }) => ({ value: `=${value}`, label })) ?? [];
  return (
    <NativeSelect
      label={label}
      value=""
      onChange={(event) => onChoose(event.currentTarget.value.slice(1))}
      data={[{ value: '', label: order.sameChoose, disabled: true }, ...options]}
    />
  );
}
