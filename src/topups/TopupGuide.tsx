/** Adding money in three numbered steps that survive a reload: how much, where to, and the proof. */
import { Alert, Button, NativeSelect, Textarea } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { centsOf, usd } from '#kernel/money.ts';
import { getNetworkDetails } from '#network/network.api.ts';
import { NoAddress, PayTo } from '#network/PayTo.tsx';
import type { Network } from '#network/network.ts';
import { useCall } from '#ui/call.tsx';
import { Dropfile } from '#ui/Dropfile.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { isAskedToSignIn, onSignIn } from '#ui/signin.ts';
import { Steps } from '#ui/Steps.tsx';
import { toast } from '#ui/toast.tsx';
import { faultOfAmount, type TopupStep, type TopupValues } from './topup-form.ts';
import styles from './TopupGuide.module.css';
import { TopupProgress } from './TopupProgress.tsx';
import { addMoney, getOwnTransactions, type Transaction } from './topups.api.ts';
import { words } from './topups.words.ts';
import { TransactionIdField, useIsUsed } from './TransactionIdField.tsx';

type Props = {
  /** Names what is kept of the form. */
  draft: string;
  initial: TopupValues;
  /** Why the top-up that is sent again was rejected; it is then corrected on one page. */
  because?: string;
  /** What can be done after it was sent. */
  after: (again: () => void) => ReactNode;
};

export function TopupGuide({ draft, initial, because, after }: Props) {
  const [sent, setSent] = useState<Transaction>();
  const network = useCall(getNetworkDetails, {}, { every: 20_000 });
  const current = network.data?.networkDetails ?? undefined;
  const form = useTopupForm({ draft, initial, onSent: setSent, onStale: () => void network.refetch() });
  const { step, seen } = form.values;
  const changed = seen !== '' && current !== undefined && current.networkAddress !== seen;
  const go = (next: TopupStep) => form.setAll({ step: next, ...(next === '2' && current ? { seen: current.networkAddress } : {}) });
  useEffect(() => {
    // The address counts from when it is shown; whatever comes after it is a change to be told.
    if (step === '2' && seen === '' && current) form.setAll({ seen: current.networkAddress });
  }, [step, seen, current, form]);
  if (sent) {
    const again = () => {
      form.reset();
      form.setAll({ step: '1' });
      setSent(undefined);
    };
    return <Result of={sent} actions={after(again)} />;
  }
  return (
    <div className={styles['guide']}>
      {because === undefined ? (
        <Steps now={Number(step)} labels={words.steps} />
      ) : (
        <Alert color="bad" title={words.rejectedBecause} icon={<Icon name="warning" />}>
          {because}
        </Alert>
      )}
      {changed ? <AddressChanged onShow={() => go('2')} /> : null}
      {step === '1' ? <AmountStep form={form} onNext={() => go('2')} /> : null}
      {step === '2' ? (
        <SendStep
          amount={form.values.chargeMoney}
          network={current}
          failed={network.isError}
          hidden={changed}
          waiting={network.isPending}
          onBack={() => go('1')}
          onNext={() => go('3')}
        />
      ) : null}
      {step === '3' ? <ProofStep form={form} stopped={changed} fixing={because !== undefined} onBack={() => go('2')} /> : null}
    </div>
  );
}

type TopupForm = ReturnType<typeof useTopupForm>;

function useTopupForm({
  draft,
  initial,
  onSent,
  onStale,
}: {
  draft: string;
  initial: TopupValues;
  onSent: (sent: Transaction) => void;
  onStale: () => void;
}) {
  const form = useSend(addMoney, {
    initial,
    draft,
    toast: false,
    failed: (refusal) => (refusal ? words.failedWith(refusal.status) : words.failed),
    again: [getOwnTransactions],
    body: ({ chargeMoney, payway, transactionId, remarks, seen, proofOf, photo }) => ({
      chargeMoney: chargeMoney.trim(),
      payway: payway as 'USDT',
      transactionId,
      remarks,
      networkAddress: seen,
      proofOf: photo ? '' : proofOf,
    }),
    file: ({ photo }) => photo,
    done: ({ message, transaction }) => {
      toast.done(message);
      onSent(transaction);
    },
    refused: ({ code, status, field }) => {
      toast.failed(code === 'network' || code === 'unexpected' ? words.failed : words.failedWith(status));
      if (code === 'network.changed') onStale();
      if (field === 'chargeMoney' && initial.step === '1') form.set('step', '1');
    },
  });
  usePleaseLogin(form.busy);
  return form;
}

/** Said beside the sign-in that comes over the page when the session has ended meanwhile. */
function usePleaseLogin(sending: boolean): void {
  const asked = useSyncExternalStore(onSignIn, isAskedToSignIn, () => false);
  useEffect(() => {
    if (asked && sending) toast.info(words.pleaseLogin);
  }, [asked, sending]);
}

/**
 * A step's heading takes the focus when the step comes, so that it is read from its start; where there is one field to begin
 * with, that field does, except on a phone, whose keyboard would cover the rest.
 */
function StepTitle({ children, field }: { children: ReactNode; field?: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const first = useRef(document.activeElement === document.body);
  useEffect(() => {
    if (first.current) return;
    const begins = field !== undefined && matchMedia('(pointer: fine)').matches ? document.getElementById(field) : title.current;
    begins?.focus({ preventScroll: true });
  }, [field]);
  return (
    <h2 ref={title} className={styles['title']} tabIndex={-1}>
      {children}
    </h2>
  );
}

const quickAmounts = ['100', '200', '500', '1000'];

function AmountStep({ form, onNext }: { form: TopupForm; onNext: () => void }) {
  const next = () => {
    const fault = faultOfAmount(form.values.chargeMoney);
    if (fault === undefined) return onNext();
    form.setErrors({ chargeMoney: fault });
    document.getElementById(form.idOf('chargeMoney'))?.focus();
  };
  return (
    <form
      className={styles['step']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <StepTitle field={form.idOf('chargeMoney')}>{words.amountTitle}</StepTitle>
      <div className={styles['narrow']}>
        <MoneyField label={words.chargeMoney} description={words.amountHint} size="lg" required {...form.field('chargeMoney')} />
        <fieldset className={styles['chips']}>
          <legend className="visually-hidden">{words.quick}</legend>
          {quickAmounts.map((amount) => (
            <button key={amount} type="button" className="chip figures" onClick={() => form.set('chargeMoney', amount)}>
              {usd(BigInt(amount) * 100n).replace('.00', '')}
            </button>
          ))}
        </fieldset>
        <NativeSelect label={words.payway} data={[{ value: 'USDT', label: words.usdt }]} {...form.field('payway')} />
      </div>
      <div className={styles['buttons']}>
        <Button type="submit">{words.next}</Button>
      </div>
    </form>
  );
}

function AddressChanged({ onShow }: { onShow: () => void }) {
  return (
    <Alert color="bad" role="alert" title={words.changedTitle} icon={<Icon name="warning" />}>
      <p>{words.changedText}</p>
      <Button variant="default" size="sm" mt="sm" onClick={onShow}>
        {words.showNew}
      </Button>
    </Alert>
  );
}

type SendStepProps = {
  amount: string;
  network: Network | undefined;
  failed: boolean;
  waiting: boolean;
  hidden: boolean;
  onBack: () => void;
  onNext: () => void;
};

function SendStep({ amount, network, failed, waiting, hidden, onBack, onNext }: SendStepProps) {
  return (
    <div className={styles['step']}>
      <StepTitle>{words.sendTitle}</StepTitle>
      {network && !hidden ? (
        <>
          <PayTo network={network}>
            <div>
              <dt>{words.amountToSend}</dt>
              <dd className={styles['amount']}>
                <Money cents={centsOf(amount.trim()) ?? 0n} />
              </dd>
            </div>
          </PayTo>
          <Alert color="wait" icon={<Icon name="info" />}>
            {words.onlyUsdt(network.networkName)}
          </Alert>
        </>
      ) : null}
      {!network && !waiting ? (
        <>
          <NoAddress failed={failed} />
          <Alert color="wait" icon={<Icon name="info" />}>
            {words.askSupport}
          </Alert>
        </>
      ) : null}
      <div className={styles['buttons']}>
        <Button onClick={onNext} disabled={hidden || waiting}>
          {words.sent}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </div>
  );
}

type ProofStepProps = { form: TopupForm; stopped: boolean; fixing: boolean; onBack: () => void };

function ProofStep({ form, stopped, fixing, onBack }: ProofStepProps) {
  const used = useIsUsed(form.values.transactionId);
  const { proofOf, photo, chargeMoney } = form.values;
  return (
    <SendForm form={form}>
      <div className={styles['step']}>
        <StepTitle>{words.proofTitle}</StepTitle>
        {fixing ? (
          <MoneyField label={words.chargeMoney} required {...form.field('chargeMoney')} />
        ) : (
          <p className={styles['quiet']}>{words.summary(usd(centsOf(chargeMoney.trim()) ?? 0n))}</p>
        )}
        <TransactionIdField form={form} used={used} />
        <Dropfile
          label={words.photo}
          hint={words.photoHint}
          {...(form.progress === undefined ? {} : { progress: form.progress })}
          {...form.field('photo')}
        />
        {proofOf !== '' && !photo ? <p className={styles['quiet']}>{words.keptProof}</p> : null}
        <Textarea label={words.remarks} autosize minRows={2} maxRows={6} maxLength={500} {...form.field('remarks')} />
        <div className={styles['buttons']}>
          <SendButton disabled={stopped || used} title={stopped ? words.changedTitle : used ? words.used : undefined}>
            {words.submit}
          </SendButton>
          {fixing ? null : (
            <Button variant="subtle" onClick={onBack}>
              {words.back}
            </Button>
          )}
        </div>
      </div>
    </SendForm>
  );
}

function Result({ of, actions }: { of: Transaction; actions: ReactNode }) {
  return (
    <div className={styles['result']}>
      <StepTitle>{words.doneTitle}</StepTitle>
      <TopupProgress of={of} />
      <div className={styles['buttons']}>{actions}</div>
    </div>
  );
}
