/** Funding ad accounts: one row or many, in one call that makes all of them or none. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { getAdsIds } from '#adaccounts/adaccounts.api.ts';
import { usePricesAnew, WithPrices } from '#adaccounts/OrderSummary.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { normalisedAdsId } from '#kernel/ids.ts';
import { centsOf, plainAmount, usd, type Cents } from '#kernel/money.ts';
import { takesNoMoney } from '#ledger/accountlife.ts';
import type { Spec } from '#platforms/platforms.ts';
import { usePlatform } from '#platforms/usePlatform.tsx';
import { usePlaced } from '#requests/Receipt.tsx';
import { useFilledIn } from '#requests/useFilledIn.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { SendForm, useSend } from '#ui/Form.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { RowsField, type RowColumn } from '#ui/RowsField.tsx';
import { Section } from '#ui/Section.tsx';
import { useWallet } from '#ui/session.tsx';
import { WithSummary } from '#ui/StickySummary.tsx';
import { toast } from '#ui/toast.tsx';
import { createDeposit, getDeposits } from './deposits.api.ts';
import { DepositPlaced, namesOf } from './DepositPlaced.tsx';
import { DepositSummary } from './DepositSummary.tsx';
import { draftName, isSameRow, mostRows, priceDeposits, type DepositRow } from './deposits.ts';
import { words } from './deposits.words.ts';

type Known = Pick<OutputOf<typeof getAdsIds>, 'accounts' | 'inactive'>;
type Accounts = Known['accounts'];
type Values = { deposits: DepositRow[] };

const blank = { adsId: '', money: '' };

export default function DepositPage() {
  const platform = usePlatform();
  const { placed } = usePlaced();
  return (
    <Page
      title={words.title(platform.name)}
      text={placed ? undefined : words.text}
      actions={
        <Button component={Link} to={platform.pages.deposits[0]} variant="default">
          {words.toRecords}
        </Button>
      }
    >
      {placed ? (
        <DepositPlaced key={placed} platform={platform} placed={placed} />
      ) : (
        <Deposits key={platform.name} platform={platform} />
      )}
    </Page>
  );
}

function Deposits({ platform }: { platform: Spec }) {
  const accounts = useCall(getAdsIds, { query: { adType: platform.name } }, { on: ['request'] });
  const order = (
    <Button component={Link} to={platform.pages.order[0]}>
      {words.order}
    </Button>
  );
  return (
    <DataState
      call={accounts}
      failed={words.failedIds}
      empty={{ when: (data) => data.accounts.length === 0, text: words.noAccounts(platform.name), action: order }}
    >
      {(data) => (
        <WithPrices>
          {({ rate, leastDeposit }) => (
            <DepositForm platform={platform} known={data} rate={rate} least={leastDeposit} />
          )}
        </WithPrices>
      )}
    </DataState>
  );
}

type FormProps = { platform: Spec; known: Known; rate: bigint; least: Cents };

function DepositForm({ platform, known: { accounts, inactive }, rate, least }: FormProps) {
  const { show } = usePlaced();
  const held = useWallet()?.wallet;
  const faultOf = (adsId: string) => (inactive.includes(adsId) ? takesNoMoney : undefined);
  const form = useSend(createDeposit[platform.name], {
    initial: { deposits: [{ ...blank, adsId: accounts.length === 1 ? accounts[0]!.adsId : '' }] } as Values,
    draft: draftName(platform.name),
    seenAt: platform.pages.deposits[0],
    check: ({ deposits }) =>
      Object.fromEntries(deposits.map(({ adsId }, n) => [`deposits.${n}.adsId`, faultOf(adsId)])),
    body: ({ deposits }) => ({ adType: platform.name, deposits: deposits.map(tidied(accounts)) }),
    total: ({ deposits }) => quoteOf(deposits, rate).totalCents,
    refused: usePricesAnew(),
    done: (answer) => {
      toast.done(words.added);
      form.reset();
      show(namesOf(answer.deposits));
    },
    failed: words.failed,
    again: [getDeposits[platform.name], getAdsIds],
  });
  const fill = (wanted: Partial<DepositRow>) => {
    const rows = withWanted(form.values.deposits, wanted);
    if (rows.length > mostRows) toast.info(words.full);
    else form.set('deposits', rows);
  };
  useFilledIn(['adsId', 'money'], fill, ['adsId']);
  const quote = quoteOf(form.values.deposits, rate);
  // These deposits may be paid already.
  const wallet = form.repeats ? undefined : held;
  const columns = useMemo(() => columnsOf(accounts), [accounts]);
  return (
    <SendForm form={form} label={words.title(platform.name)} rows={{ deposits: words.row }}>
      <WithSummary summary={<DepositSummary platform={platform} quote={quote} rate={rate} wallet={wallet} />}>
        <Section title={words.formTitle} text={words.hint(usd(least))}>
          <RowsField
            form={{
              ...form,
              // An account that takes no money says so as soon as it is chosen.
              field: (path) => {
                const field = form.field(path);
                return { ...field, error: field.error ?? (path.endsWith('.adsId') ? faultOf(field.value) : undefined) };
              },
              set: (path, value) =>
                form.set(path, path === 'deposits' ? (value as Values['deposits']).map(tidied(accounts)) : value),
            }}
            name="deposits"
            blank={blank}
            most={mostRows}
            rowLabel={words.row}
            addLabel={words.addRow}
            columns={columns}
          />
        </Section>
      </WithSummary>
    </SendForm>
  );
}

function quoteOf(rows: readonly DepositRow[], rate: bigint): ReturnType<typeof priceDeposits> {
  return priceDeposits(
    rows.map(({ money }) => centsOf(plainAmount(money)) ?? 0n),
    rate,
  );
}

function columnsOf(accounts: Known['accounts']): RowColumn[] {
  const options = [
    { value: '', label: words.choose },
    ...accounts.map(({ adsId, available }) => ({ value: adsId, label: words.account(adsId, usd(available)) })),
  ];
  return [
    { name: 'adsId', label: words.adsId, options },
    { name: 'money', label: words.money, type: 'money', placeholder: '0.00' },
  ];
}

/** What a list named, an account or a whole row to send again, has its row, whatever draft was left here before. */
function withWanted(rows: Values['deposits'], { adsId = '', money = '' }: Partial<DepositRow>): Values['deposits'] {
  const isThere = (row: DepositRow) => (money === '' ? row.adsId === adsId : isSameRow(row, { adsId, money }));
  if (adsId === '' || rows.some(isThere)) return rows;
  const kept = rows.filter((row) => row.money !== '');
  return [...kept, { adsId, money }];
}

/** Pasted amounts come as people write them, and Ads IDs with other dashes than the admin's. */
function tidied(accounts: Accounts) {
  return ({ adsId, money }: Values['deposits'][number]) => ({
    adsId: accounts.find((account) => normalisedAdsId(account.adsId) === normalisedAdsId(adsId))?.adsId ?? '',
    money: plainAmount(money),
  });
}
