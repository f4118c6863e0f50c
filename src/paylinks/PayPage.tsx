/** The page behind a pay link, for somebody without an account: who asks, how much, where to, and the proof. */
import { Alert, Button } from '@mantine/core';
import { useEffect } from 'react';
import { brand } from '#kernel/brand.ts';
import { dollarsText, usd } from '#kernel/money.ts';
import { plainTransactionId } from '#network/transferids.ts';
import { Refused } from '#kernel/refusal.ts';
import type { Network } from '#network/network.ts';
import { NetworkChoice } from '#network/NetworkChoice.tsx';
import { NoAddress, PayTo } from '#network/PayTo.tsx';
import { words as network } from '#network/network.words.ts';
import { words as exact } from '#topups/declared.words.ts';
import { TransactionIdField } from '#topups/TransactionIdField.tsx';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Dropfile } from '#ui/Dropfile.tsx';
import { Fold } from '#ui/Fold.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { useParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { OfferExactly, PayExactly } from './PayExactly.tsx';
import { getPay, pay, type PublicPaylink } from './paylinks.api.ts';
import { closedSentence } from './paylinks.ts';
import styles from './PayPage.module.css';
import { words } from './paylinks.words.ts';

export default function PayPage() {
  const code = useParams()['code'] ?? '';
  // Live hints need a session, which a payer has not, so the page asks again by itself.
  const link = useCall(getPay, { params: { code } }, { every: 15_000 });
  if (link.error instanceof Refused && link.error.refusal.status === 404) {
    return <Page title={words.notFoundTitle} text={words.notFoundText} />;
  }
  return (
    <div className={styles['page']}>
      <Page title={words.pageTitle}>
        <DataState call={link} failed={words.loadFailed} lines={8}>
          {({ paylink }) => (
            <>
              <Request of={paylink} />
              {paylink.state === 'Open' ? (
                <Open of={paylink} onStale={() => void link.refetch()} />
              ) : (
                <Closed of={paylink} />
              )}
            </>
          )}
        </DataState>
      </Page>
    </div>
  );
}

function Request({ of }: { of: PublicPaylink }) {
  const person = `${of.firstName} ${of.lastName}`;
  return (
    <div className={styles['ask']}>
      <p className={styles['who']}>{words.requests(of.requestedBy)}</p>
      <p className={styles['amount']}>
        <Money cents={of.money} />
      </p>
      <p className={styles['who']}>{words.ofClient(brand.name)}</p>
      <div className={styles['facts']}>
        <span>
          {words.forPayer} {of.paylinkType === 'Company' ? `${of.companyName}, ${person}` : person}
        </span>
        {of.state === 'Open' ? (
          <span>
            {words.openUntil} <Time at={of.expiresAt} />
          </span>
        ) : null}
        <StateBadge state={of.state} />
      </div>
    </div>
  );
}

function Closed({ of }: { of: PublicPaylink }) {
  const { state, submittedAt } = of;
  const [declared] = of.declared;
  if (state === 'Open') return null;
  return (
    <Section>
      <div className={styles['closed']} role="status">
        <p>{closedSentence(state, declared)}</p>
        {declared ? <PayExactly of={of} declared={declared} /> : null}
        {submittedAt ? (
          <span className={styles['who']}>
            {words.submittedAt} <Time at={submittedAt} />
          </span>
        ) : null}
        <span className={styles['who']}>
          {words.reference} <CopyId value={of.code} label={words.reference} short />
        </span>
      </div>
    </Section>
  );
}

function Open({ of, onStale }: { of: PublicPaylink; onStale: () => void }) {
  // What was chosen stays, wherever on the page the form is drawn, and over a reload.
  const payment = usePayment(of.code, onStale);
  const { network: named, seen } = payment.values;
  const on = (name: string | undefined) => of.networks.find(({ networkName }) => networkName === name);
  const still = on(named);
  const current = still ?? on(of.declared[0]?.networkName) ?? of.networks[0];
  const changed = seen !== '' && current !== undefined && seen !== still?.networkAddress;
  const declared = of.declared.find(({ networkName }) => networkName === current?.networkName);
  const choose = (to: Network) => payment.setAll({ network: to.networkName, seen: to.networkAddress });
  useEffect(() => {
    // The address is remembered when it is first shown, so that a later change of it can be pointed out.
    if (seen === '' && current) payment.setAll({ network: current.networkName, seen: current.networkAddress });
  }, [seen, current, payment]);
  const form = <PayForm form={payment} stopped={changed} />;
  return (
    <div className={styles['stack']}>
      {of.rejected === null ? null : (
        <Alert color="bad" title={words.rejectedTitle} icon={<Icon name="warning" />}>
          <p>{of.rejected}</p>
          <p>{words.rejectedText}</p>
        </Alert>
      )}
      {changed ? (
        <Alert color="bad" role="alert" title={words.changedTitle} icon={<Icon name="warning" />}>
          <p>{words.changedText}</p>
          <Button variant="default" size="sm" mt="sm" onClick={() => choose(current)}>
            {words.understood}
          </Button>
        </Alert>
      ) : null}
      <Section title={declared ? exact.titleOf(usd(declared.amount)) : words.sendTitle}>
        <div className={styles['stack']}>
          {current ? <NetworkChoice networks={of.networks} chosen={current} onChoose={choose} /> : null}
          {declared ? <PayExactly of={of} declared={declared} /> : <SendHere of={of} to={current} />}
        </div>
      </Section>
      {declared ? <Fold title={words.otherwise}>{form}</Fold> : <Section title={words.proofTitle}>{form}</Section>}
    </div>
  );
}

/** The amount of the link, and where to send it. */
function SendHere({ of, to }: { of: PublicPaylink; to: Network | undefined }) {
  if (!to)
    return (
      <>
        <NoAddress failed={false} />
        <Alert color="wait" icon={<Icon name="info" />}>
          {words.noAddress}
        </Alert>
      </>
    );
  return (
    <>
      <PayTo network={to}>
        <div>
          <dt>{words.amountToSend}</dt>
          <dd className={styles['send']}>
            <CopyId value={dollarsText(of.money)} label={words.amountToSend} />
          </dd>
        </div>
      </PayTo>
      <p className={styles['who']}>{network.networkFee}</p>
      <Alert color="wait" icon={<Icon name="info" />}>
        {words.onlyUsdt(to.networkName)}
      </Alert>
      <OfferExactly of={of} networkName={to.networkName} />
    </>
  );
}

function usePayment(code: string, onStale: () => void) {
  return useSend(pay, {
    // The network and its address as they were shown when the money was to be sent.
    initial: { transactionId: '', photo: null as File | null, network: '', seen: '' },
    draft: `pay-${code}`,
    failed: words.payFailed,
    params: () => ({ code }),
    body: ({ transactionId, network, seen }) => ({
      transactionId: plainTransactionId(transactionId),
      networkName: network,
      networkAddress: seen,
    }),
    file: ({ photo }) => photo,
    again: [getPay],
    done: () => toast.done(words.thanks),
    refused: ({ status }) => {
      if (status === 409) onStale();
    },
  });
}

function PayForm({ form, stopped }: { form: ReturnType<typeof usePayment>; stopped: boolean }) {
  return (
    <SendForm form={form}>
      <TransactionIdField form={form} />
      <Dropfile
        label={words.photo}
        hint={words.photoHint}
        {...(form.progress === undefined ? {} : { progress: form.progress })}
        {...form.field('photo')}
      />
      <SendButton disabled={stopped} title={stopped ? words.changedTitle : undefined}>
        {words.pay}
      </SendButton>
    </SendForm>
  );
}
