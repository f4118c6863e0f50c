/** Asking for a withdrawal: the address is checked while it is typed, and the password is asked for once more. */
import { Alert, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { centsOf, dollarsText, plainAmount, usd, type Cents } from '#kernel/money.ts';
import { faultOfAddress, knownNetworks, type KnownNetwork } from '#network/addresses.ts';
import { getTwoFactor } from '#auth/twofactor.api.ts';
import { useCall } from '#ui/call.tsx';
import { Review } from './Review.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe, useWallet } from '#ui/session.tsx';
import { StickySummary, WithSummary } from '#ui/StickySummary.tsx';
import { toast } from '#ui/toast.tsx';
import { WhosePassword } from '#ui/WhosePassword.tsx';
import { Stressed } from './Destination.tsx';
import { applyWithdrawal, getWithdrawals } from './withdrawals.api.ts';
import { refusalToWithdraw } from './withdrawals.ts';
import { words } from './withdrawals.words.ts';
import asking from '#requests/asking.module.css';
import styles from './withdrawals.module.css';

const initial = {
  amount: '',
  networkName: 'TRC20' as KnownNetwork,
  networkAddress: '',
  password: '',
  otp: '',
  remarks: '',
};

export function WithdrawForm() {
  const { emailVerified, username } = useMe();
  const wallet = useWallet()?.wallet;
  const form = useSend(applyWithdrawal, {
    initial,
    body: (values) => ({ ...values, amount: plainAmount(values.amount), networkAddress: values.networkAddress.trim() }),
    check: ({ networkName, networkAddress }) => ({
      networkAddress: networkAddress.trim() === '' ? undefined : faultOfAddress(networkName, networkAddress),
    }),
    done: () => {
      toast.done(words.applied);
      form.reset();
    },
    failed: words.failed,
    empties: ['password', 'otp'],
    again: [getWithdrawals],
  });
  useFilledIn(form.setAll);
  const { amount, networkName, networkAddress } = form.values;
  const [reviewed, setReviewed] = useState(false);
  const hasFactor = useCall(getTwoFactor, {}).data?.enabled === true;
  const cents = centsOf(plainAmount(amount)) ?? 0n;
  const isWhole = isFilledIn(form.values, cents, hasFactor);
  // Nobody is told to verify before the portal has said who is here.
  if (username !== '' && !emailVerified) return <VerifyFirst />;
  // The dialog stands beside the form: what is submitted in it would be submitted in the form around it, too.
  return (
    <>
      <SendForm
        form={{ ...form, submit: () => (isWhole ? setReviewed(true) : form.submit()) } as never}
        label={words.formTitle}
      >
        <WithSummary summary={<Summary amount={cents} wallet={wallet} address={networkAddress} />}>
          <Section title={words.formTitle}>
            <div className={asking['fields']}>
              <MoneyField
                label={words.amount}
                placeholder="0.00"
                description={wallet === undefined ? undefined : words.available(usd(wallet))}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                rightSection={wallet ? <AllOf wallet={wallet} onAll={(text) => form.set('amount', text)} /> : null}
                rightSectionWidth={104}
                {...form.field('amount')}
              />
              <NativeSelect
                label={words.network}
                data={knownNetworks.map((name) => ({ value: name, label: words.networks[name] }))}
                {...form.field('networkName')}
              />
              <AddressField field={form.field('networkAddress')} network={networkName} address={networkAddress} />
              <Proofs field={form.field} hasFactor={hasFactor} />
              <TextInput label={words.note} maxLength={500} {...form.field('remarks')} />
            </div>
          </Section>
        </WithSummary>
      </SendForm>
      <Review
        opened={reviewed}
        onClose={() => setReviewed(false)}
        onSend={form.submit}
        network={networkName}
        address={networkAddress.trim()}
        amount={cents}
        left={wallet === undefined ? undefined : wallet - cents}
      />
    </>
  );
}

/** Whether there is something to review; what is missing is said at its field, by the form itself. */
function isFilledIn({ networkName, networkAddress, password, otp }: typeof initial, cents: Cents, hasFactor: boolean) {
  const isAddress = networkAddress.trim() !== '' && faultOfAddress(networkName, networkAddress) === undefined;
  return cents > 0n && isAddress && password !== '' && (!hasFactor || otp.trim() !== '');
}

type Fields = ReturnType<typeof useSend<typeof applyWithdrawal, typeof initial>>['field'];

/** What a thief with a session does not have. */
function Proofs({ field, hasFactor }: { field: Fields; hasFactor: boolean }) {
  return (
    <>
      <WhosePassword />
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="current-password"
        {...field('password')}
      />
      {hasFactor ? (
        <TextInput
          label={words.code}
          description={words.codeHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
          {...field('otp')}
        />
      ) : null}
    </>
  );
}

/** A withdrawal to send again, as the list put it into the address; the password is asked for anew. */
function useFilledIn(fill: (values: Partial<typeof initial>) => void): void {
  const [address] = useSearchParams();
  const text = ['amount', 'networkName', 'networkAddress'].map((name) => address.get(name) ?? '').join(' ');
  const done = useRef<string>(undefined);
  useEffect(() => {
    const [amount = '', name = '', networkAddress = ''] = text.split(' ');
    const networkName = knownNetworks.find((known) => known === name);
    if (networkName === undefined || done.current === text) return;
    done.current = text;
    fill({ amount, networkName, networkAddress });
    window.scrollTo({ top: 0 });
  }, [text, fill]);
}

type Field = ReturnType<ReturnType<typeof useSend<typeof applyWithdrawal, typeof initial>>['field']>;

/** Says at once whether the checksum fits; what is typed half is not called wrong before the field is left. */
function AddressField({ field, network, address }: { field: Field; network: KnownNetwork; address: string }) {
  const fault = address.trim() === '' ? undefined : faultOfAddress(network, address);
  const full = address.trim().length >= (network === 'TRC20' ? 34 : 42);
  const fits = address.trim() !== '' && fault === undefined;
  return (
    <TextInput
      className={asking['wide'] ?? ''}
      label={words.address}
      description={fits ? <span className={styles['fits']}>{words.addressFits}</span> : words.addressHint[network]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      maxLength={128}
      classNames={{ input: styles['address'] ?? '' }}
      {...field}
      error={field.error ?? (full ? fault : undefined)}
    />
  );
}

function AllOf({ wallet, onAll }: { wallet: Cents; onAll: (text: string) => void }) {
  return (
    <Button size="compact-sm" variant="subtle" onClick={() => onAll(dollarsText(wallet))}>
      {words.everything}
    </Button>
  );
}

function Summary({ amount, wallet, address }: { amount: Cents; wallet: Cents | undefined; address: string }) {
  const after = wallet === undefined ? undefined : wallet - amount;
  const refusal = wallet === undefined ? undefined : refusalToWithdraw(amount, wallet);
  const plainAddress = address.trim();
  return (
    <StickySummary
      title={words.summary}
      lines={[
        { label: words.leaves, cents: amount },
        { label: words.fee, cents: 0n },
        { label: words.arrives, cents: amount, strong: true },
        { label: words.walletAfter, cents: after, bad: after !== undefined && after < 0n },
      ]}
      note={
        <>
          {plainAddress.length > 12 ? <Stressed address={plainAddress} /> : null}
          <span className={asking['widenote']}>{plainAddress.length > 12 ? words.irreversible : words.heldNote}</span>
        </>
      }
    >
      {refusal ? (
        <p className={styles['short']} role="status">
          {refusal.message}
        </p>
      ) : null}
      <SendButton fullWidth disabled={refusal !== undefined} title={refusal?.message}>
        {words.send}
      </SendButton>
    </StickySummary>
  );
}

function VerifyFirst() {
  return (
    <Alert color="wait" variant="light" icon={<Icon name="warning" />} title={words.verifyTitle}>
      <p className={styles['verify']}>{words.verifyText}</p>
      <Button component={Link} to="/dashboard/user-profile">
        {words.verify}
      </Button>
    </Alert>
  );
}
