import { NativeSelect } from '@mantine/core';
import { useMemo, type CSSProperties } from 'react';
import { dollarsText, usd } from '#kernel/money.ts';
import { depositField, mostAccounts, type Field, type RowsOrder } from '#platforms/order.ts';
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
  tidyRow,
  type RowsValues,
  type RowValues,
} from './orderforms.ts';
import { refusalOfDeposits } from './orders.ts';
import { useOrdered } from './OrderPlaced.tsx';
import { LowBalance, OrderSummary, totalOf, usePricesAnew, useQuote, type Prices } from './OrderSummary.tsx';
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
    check: (values) => unoffered(order, values, prices),
    total: (values) => totalOf(depositsOf(values), prices),
    done: (answer) => ordered(answer.applyId),
    refused: usePricesAnew(),
    failed: say.failed,
  });
  const { adNum, adsDetails } = form.values;
  const quote = useQuote(depositsOf(form.values), prices, form.repeats);
  const columns = useColumns(order, prices, adsDetails);
  const set = (path: string, value: unknown) =>
    form.set(path, path === 'adsDetails' ? (value as RowValues[]).map((row) => tidyRow(order, row)) : value);
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

/** What is not on offer is named at its row before anything is sent. */
function unoffered({ fields }: RowsOrder, values: RowsValues, { offered }: Prices): Record<string, string> {
  const rows = values.adsDetails.slice(0, values.adNum);
  const deposits = depositsOf(values).flatMap((deposit, row) => {
    const refusal = refusalOfDeposits([deposit], offered);
    return refusal ? [[`adsDetails.${row}.deposit`, refusal.message]] : [];
  });
  const choices = fields
    .filter(({ name }) => name !== depositField.name)
    .flatMap((field) =>
      rows.flatMap((row, place) =>
        strangeIn([row], field, offered).map(() => [
          `adsDetails.${place}.${field.name}`,
          say.chooseOffered(field.label),
        ]),
      ),
    );
  return Object.fromEntries([...deposits, ...choices]);
}

/** The choices of a field, of which the deposits are the agency's; undefined where it is typed. */
function offeredIn(field: Field, offered: Prices['offered']): RowColumn['options'] {
  if (field.name !== depositField.name) return choicesOf(field);
  return offered.map((cents) => ({ value: tidyAmount(dollarsText(cents)), label: usd(cents) }));
}

/** Pasted choices that are not on offer are shown as what they are, never as others. */
function strangeIn(rows: readonly RowValues[], field: Field, offered: Prices['offered']): string[] {
  const options = offeredIn(field, offered);
  const texts = [...new Set(rows.map((row) => row[field.name] ?? ''))];
  return options ? texts.filter((text) => text !== '' && !options.some(({ value }) => value === text)) : [];
}

function useColumns({ fields }: RowsOrder, { offered }: Prices, rows: readonly RowValues[]): RowColumn[] {
  // As a text: columns are other objects only where something else is strange.
  const strange = JSON.stringify(fields.map((field) => strangeIn(rows, field, offered)));
  return useMemo(() => {
    const others = JSON.parse(strange) as string[][];
    return fields.map((field, place): RowColumn => {
      const { options: _, ...column } = field;
      const options = offeredIn(field, offered);
      const shown = (text: string) => (field.name === depositField.name ? `$${text}` : text);
      const more = others[place]!.map((text) => ({ value: text, label: say.notOffered(shown(text)) }));
      return { ...column, ...(options ? { options: [...options, ...more] } : {}) };
    });
  }, [fields, offered, strange]);
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
