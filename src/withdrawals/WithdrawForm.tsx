/** Asking for a withdrawal: the address is checked while it is typed, and the password is asked for once more. */
import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { soonText } from '#kernel/clock.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { centsOf, dollarsText, plainAmount, usd, type Cents } from '#kernel/money.ts';
import { faultOfAddress, knownNetworks, type KnownNetwork } from '#network/addresses.ts';
import { AddressText } from '#network/AddressText.tsx';
import { useCall } from '#ui/call.tsx';
import { usePlaced } from '#requests/Receipt.tsx';
import { useFilledIn } from '#requests/useFilledIn.tsx';
import { Review } from './Review.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe, useWallet } from '#ui/session.tsx';
import { StickySummary, WithSummary } from '#ui/StickySummary.tsx';
import { toast } from '#ui/toast.tsx';
import { AddressField, Proofs, useHasFactor } from './AddressParts.tsx';
import { applyWithdrawal, getWithdrawalAddresses, getWithdrawals } from './withdrawals.api.ts';
import { attemptName, filledIn, refusalToWithdraw } from './withdrawals.ts';
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
  const form = useWithdrawal();
  const held = useWallet()?.wallet;
  // A withdrawal whose answer was lost may be taken from it already.
  const wallet = form.repeats ? undefined : held;
  // A withdrawal to send again; the password is asked for anew.
  useFilledIn(filledIn, ({ networkName: name, ...typed }) => {
    const networkName = knownNetworks.find((known) => known === name);
    if (networkName !== undefined) form.setAll({ ...typed, networkName });
  });
  const { amount, networkName, networkAddress } = form.values;
  const [reviewed, setReviewed] = useState(false);
  const book = useCall(getWithdrawalAddresses, {}).data;
  const wait = book && waitOf(book, networkName, networkAddress.trim());
  const hasFactor = useHasFactor(form.errors);
  const cents = centsOf(plainAmount(amount)) ?? 0n;
  const isWhole = isFilledIn(form.values, cents, hasFactor);
  // Nobody is told to verify before the portal has said who is here.
  if (username !== '' && !emailVerified) return <VerifyFirst />;
  // The dialog stands beside the form: what is submitted in it would be submitted in the form around it, too.
  return (
    <>
      <SendForm form={{ ...form, submit: () => (isWhole ? setReviewed(true) : form.submit()) }} label={words.formTitle}>
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
              <Saved book={book} {...{ networkName, networkAddress }} onChoose={(to) => form.setAll(to)} />
              <NativeSelect
                label={words.network}
                data={knownNetworks.map((name) => ({ value: name, label: words.networks[name] }))}
                {...form.field('networkName')}
              />
              <AddressField
                field={form.field('networkAddress')}
                network={networkName}
                address={networkAddress}
                said={wait}
              />
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
        wait={wait}
        amount={cents}
        left={wallet === undefined ? undefined : wallet - cents}
      />
    </>
  );
}

function useWithdrawal() {
  const { show } = usePlaced();
  const form = useSend(applyWithdrawal, {
    initial,
    // An address, an amount and a password are kept nowhere.
    attempt: attemptName,
    seenAt: '#withdrawals',
    body: (values) => ({ ...values, amount: plainAmount(values.amount), networkAddress: values.networkAddress.trim() }),
    check: ({ networkName, networkAddress }) => ({
      networkAddress: networkAddress.trim() === '' ? undefined : faultOfAddress(networkName, networkAddress),
    }),
    takes: ({ amount }) => plainAmount(amount),
    done: ({ withdrawal }) => {
      toast.done(words.applied);
      form.reset();
      show(withdrawal.applyId);
    },
    failed: words.failed,
    empties: ['password', 'otp'],
    again: [getWithdrawals, getWithdrawalAddresses],
  });
  return form;
}

type Book = OutputOf<typeof getWithdrawalAddresses>;

const sameAs = (one: string, other: string) =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase());

/** From when on this address can be paid, in a sentence; undefined where it need not wait. */
function waitOf({ addresses, waitHours }: Book, networkName: string, address: string): string | undefined {
  if (address === '' || waitHours === 0) return undefined;
  const known = addresses.find((each) => each.networkName === networkName && sameAs(each.networkAddress, address));
  if (!known) return words.newAddress(soonText(new Date(Date.now() + waitHours * 3_600_000)));
  return known.payableFrom === null ? undefined : words.stillWaits(soonText(known.payableFrom));
}

type SavedProps = {
  book: Book | undefined;
  networkName: KnownNetwork;
  networkAddress: string;
  onChoose: (to: { networkName: KnownNetwork; networkAddress: string }) => void;
};

/** The addresses of the book, to choose from instead of typing. */
function Saved({ book, networkName, networkAddress, onChoose }: SavedProps) {
  if (!book || book.addresses.length === 0) return null;
  const at = (each: Book['addresses'][number]) =>
    each.networkName === networkName && sameAs(each.networkAddress, networkAddress.trim());
  return (
    <NativeSelect
      label={words.saved}
      value={book.addresses.find(at)?._id ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const chosen = book.addresses.find(({ _id }) => _id === value);
        const network = knownNetworks.find((name) => name === chosen?.networkName);
        onChoose({ networkName: network ?? networkName, networkAddress: chosen?.networkAddress ?? '' });
      }}
      data={[
        { value: '', label: words.another },
        ...book.addresses.map((each) => ({ value: each._id, label: words.savedAs(each) })),
      ]}
    />
  );
}

/** Whether there is something to review; what is missing is said at its field, by the form itself. */
function isFilledIn({ networkName, networkAddress, password, otp }: typeof initial, cents: Cents, hasFactor: boolean) {
  const isAddress = networkAddress.trim() !== '' && faultOfAddress(networkName, networkAddress) === undefined;
  return cents > 0n && isAddress && password !== '' && (!hasFactor || otp.trim() !== '');
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
      note={plainAddress.length > 12 ? <AddressText small address={plainAddress} /> : undefined}
      more={plainAddress.length > 12 ? words.irreversible : words.heldNote}
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
