/** Adding money in three numbered steps that survive a reload: how much, where to, and the proof. */
import { Alert, Button } from '@mantine/core';
import { Textarea } from '#ui/Textarea.tsx';
import { useEffect, type ReactNode } from 'react';
import { centsOf, plainAmount, usd, type Cents } from '#kernel/money.ts';
import { getNetworkDetails } from '#network/network.api.ts';
import { NetworkChoice } from '#network/NetworkChoice.tsx';
import { NoAddress, PayTo } from '#network/PayTo.tsx';
import type { Network } from '#network/network.ts';
import { words as shared } from '#network/network.words.ts';
import { usePlaced } from '#requests/Receipt.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState, Failed } from '#ui/DataState.tsx';
import { Dropfile } from '#ui/Dropfile.tsx';
import { MoneyField, SendButton, SendForm } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Steps } from '#ui/Steps.tsx';
import { AmountStep, MoreAsked } from './AmountStep.tsx';
import { GuideFrame } from './GuideFrame.tsx';
import { DeclareHere, useDeclared } from './Declared.tsx';
import { AmountToSend } from './SendExactly.tsx';
import { StepTitle } from './StepTitle.tsx';
import { type TopupStep, type TopupValues } from './topup-form.ts';
import styles from './TopupGuide.module.css';
import { TopupProgress } from './TopupProgress.tsx';
import { words } from './topups.words.ts';
import { TransactionIdField, useIsUsed } from './TransactionIdField.tsx';
import { useKept } from './useKeeping.tsx';
import { useTopupForm, type TopupForm } from './useTopupForm.tsx';

type Props = {
  /** Names what is kept of the form. */
  draft: string;
  initial: TopupValues;
  /** Set when a rejected top-up is sent again: why it was rejected. All steps are then shown on one page. */
  because?: string;
  /** What is missing for what the client came from, in dollars; once a top-up has begun, it only is an offer. */
  asked?: string | undefined;
  /** What can be done after it was sent. */
  after: (again: () => void) => ReactNode;
};

export function TopupGuide(props: Props) {
  const { found, error, ask } = useKept(props.initial, props.because === undefined, props.draft);
  if (error !== undefined) return <Failed error={error} failed={words.keptFailed} onRetry={ask} />;
  return found ? <Guide {...props} initial={found} /> : <GuideFrame {...props} />;
}

function Guide({ draft, initial, because, asked, after }: Props) {
  // The window in which it stands, and where one came from.
  const { placed, show } = usePlaced('add', 'back');
  const network = useCall(getNetworkDetails, {}, { every: 20_000 });
  const networks = network.data?.networks ?? [];
  const isNew = because === undefined;
  const form = useTopupForm({ draft, initial, isNew, onSent: show, onStale: () => void network.refetch() });
  const { step, seen, network: named } = form.values;
  const chosen = networks.find(({ networkName }) => networkName === named);
  const current = chosen ?? networks[0];
  const hidden = named !== '' && chosen === undefined;
  const changed = seen !== '' && current !== undefined && (hidden || current.networkAddress !== seen);
  const choose = (on: Network) => form.setAll({ network: on.networkName, seen: on.networkAddress });
  const go = (next: TopupStep) =>
    form.setAll({
      step: next,
      ...(next === '2' && current ? { seen: current.networkAddress, ...(hidden ? { network: '' } : {}) } : {}),
    });
  useEffect(() => {
    // The address is remembered when it is first shown, so that a later change of it can be pointed out.
    if (step === '2' && seen === '' && current) form.setAll({ seen: current.networkAddress });
    // What was sent on a network that is no longer offered is told of without its name.
    if (because !== undefined && current && hidden) form.setAll({ network: '' });
  }, [step, seen, current, because, hidden, form]);
  if (placed !== undefined) {
    const again = () => {
      form.startAgain();
      show();
    };
    return <Result applyId={placed} actions={after(again)} />;
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
      {step === '2' ? <MoreAsked form={form} asked={asked} /> : null}
      {changed ? <AddressChanged onShow={() => go('2')} /> : null}
      {step === '1' ? <AmountStep form={form} asked={asked} onNext={() => go('2')} /> : null}
      {step === '2' ? (
        <SendStep
          amount={form.values.chargeMoney}
          network={current}
          networks={networks}
          onChoose={choose}
          failed={network.isError}
          hidden={changed}
          waiting={network.isPending}
          onArrived={form.end}
          onBack={() => go('1')}
          onNext={() => go('3')}
        />
      ) : null}
      {step === '3' ? (
        <ProofStep form={form} stopped={changed} fixing={because !== undefined} onBack={() => go('2')} />
      ) : null}
    </div>
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
  networks: readonly Network[];
  onChoose: (network: Network) => void;
  failed: boolean;
  waiting: boolean;
  hidden: boolean;
  /** What was declared for it has become this top-up. */
  onArrived: (applyId: string) => void;
  onBack: () => void;
  onNext: () => void;
};

function SendStep({ amount, network, networks, onChoose, failed, waiting, hidden, ...go }: SendStepProps) {
  const { networkName = '', networkAddress = '' } = network ?? {};
  const wanted = centsOf(plainAmount(amount)) ?? 0n;
  const { call, ...declared } = useDeclared({ wanted, networkName, networkAddress }, go.onArrived);
  return (
    <div className={styles['step']}>
      <StepTitle>{words.sendTitle}</StepTitle>
      {network && !hidden ? (
        <>
          <NetworkChoice networks={networks} chosen={network} onChoose={onChoose} />
          <DataState call={call} failed={words.declaredFailed}>
            {() => (
              <>
                <DeclareHere wanted={wanted} networkName={networkName} {...declared} />
                {declared.taken ? null : <SendTo network={network} amount={wanted} />}
              </>
            )}
          </DataState>
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
        {declared.taken || (network && !call.data) ? null : (
          <Button onClick={go.onNext} disabled={hidden || waiting}>
            {words.sent}
          </Button>
        )}
        <Button variant="subtle" onClick={go.onBack}>
          {words.back}
        </Button>
      </div>
    </div>
  );
}

export function SendTo({ network, amount }: { network: Network; amount: Cents }) {
  return (
    <>
      <PayTo network={network}>
        <AmountToSend label={words.amountToSend} cents={amount} />
      </PayTo>
      <p className={styles['quiet']}>{shared.networkFee}</p>
      <Alert color="wait" icon={<Icon name="info" />}>
        {words.onlyUsdt(network.networkName)}
      </Alert>
    </>
  );
}

type ProofStepProps = { form: TopupForm; stopped: boolean; fixing: boolean; onBack: () => void };

function ProofStep({ form, stopped, fixing, onBack }: ProofStepProps) {
  // A top-up whose answer was lost may have used it itself.
  const used = useIsUsed(form.values.transactionId) && form.lost === undefined;
  const { hasProof, photo, chargeMoney } = form.values;
  return (
    <SendForm form={form}>
      <div className={styles['step']}>
        <StepTitle>{words.proofTitle}</StepTitle>
        {fixing ? (
          <MoneyField label={words.chargeMoney} required {...form.field('chargeMoney')} />
        ) : (
          <p className={styles['quiet']}>{words.summary(usd(centsOf(plainAmount(chargeMoney)) ?? 0n))}</p>
        )}
        <TransactionIdField form={form} used={used} />
        <Dropfile
          label={words.photo}
          hint={words.photoHint}
          {...(form.progress === undefined ? {} : { progress: form.progress })}
          {...form.field('photo')}
        />
        {photo ? null : <KeptPicture form={form} sentBefore={hasProof} />}
        <Textarea label={words.remarks} rows={2} most={6} maxLength={500} {...form.field('remarks')} />
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

/** Said of the picture of a rejected top-up, or of one that was chosen before a reload or on another device. */
function KeptPicture({ form, sentBefore }: { form: TopupForm; sentBefore: boolean }) {
  if (sentBefore) return <p className={styles['quiet']}>{words.keptProof}</p>;
  if (form.values.picture === '') return null;
  return (
    <p className={`${styles['quiet']} ${styles['kept']}`}>
      <span>{words.keptPicture}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => form.setAll({ picture: '' })}>
        {words.removePicture}
      </Button>
    </p>
  );
}

function Result({ applyId, actions }: { applyId: string; actions: ReactNode }) {
  return (
    <div className={styles['result']}>
      <TopupProgress key={applyId} applyId={applyId} />
      <div className={styles['buttons']}>{actions}</div>
    </div>
  );
}
