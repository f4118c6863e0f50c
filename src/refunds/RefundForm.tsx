/** Asking for a refund: which account, how much, and what of the top-up fee comes back with it. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { centsOf, dollarsText, plainAmount, usd, type Cents } from '#kernel/money.ts';
import type { Spec } from '#platforms/platforms.ts';
import { usePlaced } from '#requests/Receipt.tsx';
import { useFilledIn } from '#requests/useFilledIn.tsx';
import { useCall, useRefresh } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { StickySummary, WithSummary } from '#ui/StickySummary.tsx';
import { toast } from '#ui/toast.tsx';
import { applyRefund, getRefundable, getRefunds } from './refunds.api.ts';
import { feeShare, refusalToRefund } from '#kinds/refund.ts';
import { draftName, filledIn } from './refunds.ts';
import { words } from './refunds.words.ts';
import asking from '#requests/asking.module.css';

type Refundable = OutputOf<typeof getRefundable>;
type Account = Refundable['accounts'][number];

export function RefundForm({ platform }: { platform: Spec }) {
  const refundable = useCall(getRefundable, { query: { adType: platform.name } }, { on: ['request'] });
  const order = (
    <Button component={Link} to={platform.pages.order[0]} variant="default">
      {words.order}
    </Button>
  );
  return (
    <DataState
      call={refundable}
      failed={words.failedIds}
      lines={5}
      empty={{ when: (data) => data.accounts.length === 0, text: words.noAccounts(platform.name), action: order }}
    >
      {(data) => <Filled platform={platform} refundable={data} />}
    </DataState>
  );
}

function Filled({ platform, refundable }: { platform: Spec; refundable: Refundable }) {
  const { accounts, returnsFee } = refundable;
  const { form, accountNamed, tooMuch } = useRefund(platform, refundable);
  const chosen = accountNamed(form.values.adsId);
  const amount = centsOf(plainAmount(form.values.amount)) ?? 0n;
  return (
    <SendForm form={form} label={words.formTitle}>
      <WithSummary summary={<Comes account={chosen} amount={amount} returnsFee={returnsFee} repeats={form.repeats} />}>
        <Section title={words.formTitle}>
          <div className={asking['fields']}>
            <NativeSelect
              label={words.account}
              data={[
                { value: '', label: words.choose },
                ...accounts.map(({ adsId, available }) => ({
                  value: adsId,
                  label: words.accountOption(adsId, usd(available)),
                })),
              ]}
              {...form.field('adsId')}
            />
            <MoneyField
              label={words.amount}
              placeholder="0.00"
              description={chosen && saidLeft(chosen)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              rightSection={<Everything of={chosen} onAll={(text) => form.set('amount', text)} />}
              rightSectionWidth={104}
              {...form.field('amount')}
              error={form.errors['amount'] ?? tooMuch(form.values.adsId, form.values.amount)}
            />
            <TextInput
              className={asking['wide'] ?? ''}
              label={words.remarks}
              maxLength={500}
              {...form.field('remarks')}
            />
          </div>
        </Section>
      </WithSummary>
    </SendForm>
  );
}

function useRefund(platform: Spec, { accounts, returnsFee }: Refundable) {
  const { show } = usePlaced();
  const refresh = useRefresh();
  const missing = platform.says.blankRefund;
  const form = useSend(applyRefund, {
    initial: { adsId: accounts.length === 1 ? accounts[0]!.adsId : '', amount: '', remarks: '' },
    draft: draftName(platform.name),
    seenAt: '#refunds',
    body: ({ adsId, amount, remarks }) => ({ adsId, amount: plainAmount(amount), adType: platform.name, remarks }),
    check: ({ adsId, amount }) => ({
      adsId: isOffered(adsId) ? undefined : missing,
      amount: amount.trim() === '' ? missing : tooMuch(adsId, amount),
    }),
    total: ({ adsId, amount }) => comesTo(accountNamed(adsId), centsOf(plainAmount(amount)) ?? 0n, returnsFee),
    takes: ({ adsId, amount }) => [adsId, plainAmount(amount)],
    done: (answer) => {
      toast.done(words.applied, 3_000);
      form.reset();
      show(answer.refund.applyId);
    },
    failed: words.failed,
    toast: false,
    refused: ({ code, message }) => {
      toast.failed(code === 'network' ? words.thrown : message);
      if (code === 'prices.changed') void refresh(getRefundable);
    },
    again: [getRefunds, getRefundable],
  });
  useFilledIn(filledIn, form.setAll, ['adsId']);
  const accountNamed = (adsId: string) => accounts.find((account) => account.adsId === adsId);
  // An account of a draft may be offered no more. What no answer came to may be refunded already.
  const isOffered = (adsId: string): boolean => adsId !== '' && (!!form.lost || accountNamed(adsId) !== undefined);
  const tooMuch = (adsId: string, typed: string): string | undefined =>
    form.repeats ? undefined : excess(accountNamed(adsId), typed);
  return { form, accountNamed, tooMuch };
}

function saidLeft({ available }: Account): string {
  return available === 0n ? words.nothingLeft : words.available(usd(available));
}

function Everything({ of, onAll }: { of: Account | undefined; onAll: (text: string) => void }) {
  if (!of || of.available === 0n) return null;
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => onAll(dollarsText(of.available))}>
      {words.everything}
    </Button>
  );
}

/** What the wallet gets, by the server's own arithmetic; undefined where there is not that much. */
function comesTo(account: Account | undefined, amount: Cents, returnsFee: boolean): Cents | undefined {
  if (!account) return amount;
  if (amount > account.available) return undefined;
  return amount + (returnsFee ? feeShare(amount, account.feeLeft, account.balance ?? account.available) : 0n);
}

type ComesProps = { account: Account | undefined; amount: Cents; returnsFee: boolean; repeats?: boolean };

/** What is typed, and what becomes of it. */
function Comes({ account, amount, returnsFee, repeats = false }: ComesProps) {
  const total = comesTo(account, amount, returnsFee);
  const refusal = account && amount > 0n && !repeats ? refusalToRefund(amount, account.available) : undefined;
  return (
    <StickySummary
      title={words.summary}
      lines={[
        { label: words.fromAccount, cents: amount },
        { label: words.feeShare, cents: total === undefined ? undefined : total - amount },
        { label: words.toWallet, cents: total, strong: true },
        {
          label: words.left,
          // What is more than there is leaves no balance to speak of.
          cents: account && total !== undefined ? account.available - amount : undefined,
        },
      ]}
      more={explanation({ account, amount, returnsFee })}
    >
      <SendButton fullWidth disabled={refusal !== undefined} title={refusal?.message}>
        {words.apply}
      </SendButton>
    </StickySummary>
  );
}

function explanation({ account, returnsFee }: ComesProps): string {
  if (!returnsFee) return `${words.feeKept} ${words.time}`;
  if (!account) return words.pickFirst;
  if (account.feeLeft === 0n) return `${words.feeGone} ${words.time}`;
  return `${words.feeExplained(usd(account.feeLeft), usd(account.balance ?? account.available))} ${words.time}`;
}

function excess(account: Account | undefined, amount: string): string | undefined {
  const cents = centsOf(plainAmount(amount));
  return account && cents !== undefined ? refusalToRefund(cents, account.available)?.message : undefined;
}
