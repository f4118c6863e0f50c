import { NativeSelect } from '@mantine/core';
import { useMemo, type CSSProperties } from 'react';
import { dollarsText, usd } from '#kernel/money.ts';
import { depositField, mostAccounts, type RowsOrder } from '#platforms/order.ts';
import type { Spec } from '#platforms/platforms.ts';
import { SendForm } from '#ui/Form.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { useSend } from '#ui/useSend.tsx';
import { grown, RowsField, type RowColumn } from '#ui/RowsField.tsx';
import { Section } from '#ui/Section.tsx';
import { WithSummary } from '#ui/StickySummary.tsx';
import { createAds } from './adaccounts.api.ts';
import { words } from './adaccounts.words.ts';
import { CountField } from './CountField.tsx';
import {
  blankOrder,
  blankRow,
  choicesOf,
  depositsOf,
  draftName,
  rowsBody,
  tidyAmount,
  type RowsValues,
  type RowValues,
} from './orderforms.ts';
import { refusalOfDeposits } from './orders.ts';
import { useOrdered } from './OrderPlaced.tsx';
import { LowBalance, OrderSummary, useQuote, type Prices } from './OrderSummary.tsx';
import styles from './order.module.css';

const { order: say } = words;

/** An order of rows, each with the fields of the platform and a deposit on offer. */
export function RowsForm({ platform, order, prices }: { platform: Spec; order: RowsOrder; prices: Prices }) {
  const ordered = useOrdered();
  const [address] = useSearchParams();
  const blank = useMemo(() => blankRow(order), [order]);
  const form = useSend(createAds[platform.name], {
    initial: blankOrder(order) as RowsValues,
    draft: draftName(platform.name),
    seenAt: platform.pages.list[0],
    body: (values) => rowsBody(order, values),
    check: (values) => deposited(values, prices),
    done: (answer) => ordered(answer.applyId),
    failed: say.failed,
  });
  const { adNum, adsDetails } = form.values;
  const quote = useQuote(depositsOf(form.values), prices);
  const columns = useColumns(order, prices, adsDetails);
  // Pasted amounts come as people write them.
  const set = (path: string, value: unknown) =>
    form.set(path, path === 'adsDetails' ? (value as RowValues[]).map(tidied) : value);
  // What a lower number hides is kept as it is.
  const everywhere = (name: string, value: string) =>
    set(
      'adsDetails',
      grown(adsDetails, adNum, blank).map((row, place) => (place < adNum ? { ...row, [name]: value } : row)),
    );
  return (
    <SendForm form={form} label={say.title(platform.name)} rows={{ adsDetails: say.row }}>
      <WithSummary summary={<OrderSummary platform={platform} quote={quote} />}>
        <LowBalance platform={platform} quote={quote} />
        {address.has('again') ? <p className={styles['againnote']}>{say.again}</p> : null}
        <Section>
          <div className={styles['ordertop']}>
            <CountField field={form.field('adNum')} label={say.number} hint={say.numberHint} most={mostAccounts} />
            {adNum > 1
              ? columns
                  .filter(({ options }) => options)
                  .map((column) => (
                    <Same key={column.name} column={column} onChoose={(value) => everywhere(column.name, value)} />
                  ))
              : null}
          </div>
          <div
            className={styles['denserows']}
            data-fields={order.fields.length}
            style={{ '--fields': widthsOf(columns) } as CSSProperties}
          >
            <RowsField
              form={{ ...form, set }}
              name="adsDetails"
              shown={adNum}
              onShown={(shown) => form.set('adNum', shown)}
              blank={blank}
              most={mostAccounts}
              rowLabel={say.row}
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

const offeredOptions = (offered: Prices['offered']) =>
  offered.map((cents) => ({ value: tidyAmount(dollarsText(cents)), label: usd(cents) }));

/** Pasted deposits that are not on offer are shown as what they are, never as others; a line each. */
function strangeIn(rows: readonly RowValues[], offered: Prices['offered']): string {
  const options = offeredOptions(offered);
  const deposits = [...new Set(rows.map(({ deposit }) => deposit))];
  return deposits.filter((deposit) => deposit !== '' && !options.some(({ value }) => value === deposit)).join('\n');
}

function depositOptions(offered: Prices['offered'], strange: string) {
  const others = strange === '' ? [] : strange.split('\n');
  return [
    ...offeredOptions(offered),
    ...others.map((deposit) => ({ value: deposit, label: say.notOffered(`$${deposit}`) })),
  ];
}

function useColumns({ fields }: RowsOrder, { offered }: Prices, rows: readonly RowValues[]): RowColumn[] {
  const strange = strangeIn(rows, offered);
  return useMemo(
    () =>
      fields.map((field): RowColumn => {
        const { options: _, ...column } = field;
        const options = field.name === depositField.name ? depositOptions(offered, strange) : choicesOf(field);
        return { ...column, ...(options ? { options } : {}) };
      }),
    [fields, offered, strange],
  );
}

/** A deposit is a short choice; an address needs the most room. */
function widthsOf(columns: readonly RowColumn[]): string {
  const widthOf = ({ name, type, options }: RowColumn) =>
    name === depositField.name
      ? 'minmax(7.5rem, 0.9fr)'
      : `minmax(0, ${type === 'email' ? 1.6 : options ? 1.3 : 1.2}fr)`;
  return columns.map(widthOf).join(' ');
}

/** What most rows have in common is chosen once. */
function Same({ column, onChoose }: { column: RowColumn; onChoose: (value: string) => void }) {
  const options = (column.options ?? []).flatMap(({ value, label, disabled }) =>
    disabled ? [] : [{ value: `=${value}`, label }],
  );
  return (
    <NativeSelect
      label={say.same(column.label)}
      value=""
      onChange={(event) => onChoose(event.currentTarget.value.slice(1))}
      data={[{ value: '', label: say.sameChoose, disabled: true }, ...options]}
    />
  );
}
