/** A client's address book for withdrawals: what is in it, from when on it can be paid, and adding to it. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { soonText } from '#kernel/clock.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { faultOfAddress, knownNetworks, type KnownNetwork } from '#network/addresses.ts';
import { AddressText } from '#network/AddressText.tsx';
import { useCall, useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe, useReadOnly } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { saysSo, toast } from '#ui/toast.tsx';
import { AddressField, Proofs, useHasFactor } from './AddressParts.tsx';
import { Destination } from './Destination.tsx';
import {
  addWithdrawalAddress,
  getWithdrawalAddresses,
  getWithdrawals,
  removeWithdrawalAddress,
  renameWithdrawalAddress,
} from './withdrawals.api.ts';
import { words } from './withdrawals.words.ts';
import asking from '#requests/asking.module.css';
import styles from './withdrawals.module.css';

type Entry = OutputOf<typeof getWithdrawalAddresses>['addresses'][number];

const again = [getWithdrawalAddresses, getWithdrawals];

export function AddressBook() {
  const book = useCall(getWithdrawalAddresses, {}, { on: ['notice'] });
  const [adding, setAdding] = useState(false);
  const { emailVerified } = useMe();
  const readOnly = useReadOnly();
  return (
    <Section
      title={words.bookTitle}
      text={book.data ? words.bookText(book.data.waitHours) : undefined}
      actions={
        emailVerified ? (
          <Button variant="default" disabled={readOnly} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        ) : undefined
      }
    >
      <DataState call={book} failed={words.bookFailed} lines={2}>
        {({ addresses, waitHours }) =>
          addresses.length === 0 ? (
            <p className={styles['quiet']}>{words.bookEmpty}</p>
          ) : (
            <ul className={styles['book']} aria-label={words.bookTitle}>
              {addresses.map((entry) => (
                <li key={entry._id}>
                  <Saved entry={entry} />
                  <Change entry={entry} waitHours={waitHours} />
                </li>
              ))}
            </ul>
          )
        }
      </DataState>
      <Dialog opened={adding} onClose={() => setAdding(false)} title={words.add}>
        {adding ? <AddForm onDone={() => setAdding(false)} /> : null}
      </Dialog>
    </Section>
  );
}

function Saved({ entry }: { entry: Entry }) {
  const { label, addedAt, payableFrom } = entry;
  return (
    <div>
      {label === '' ? null : <strong>{label}</strong>}
      <Destination of={entry} />
      <span className={styles['quiet']}>
        {words.added} <Time at={addedAt} />
        {payableFrom === null ? null : ` · ${words.payableAt(soonText(payableFrom))}`}
      </span>
    </div>
  );
}

function Change({ entry, waitHours }: { entry: Entry; waitHours: number }) {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const [label, setLabel] = useState(entry.label);
  const readOnly = useReadOnly();
  const done = ({ message }: { message: string }) => {
    setOpen(undefined);
    toast.done(message);
  };
  const rename = useChange(renameWithdrawalAddress, { again, failed: words.changeFailed, toast: false, done });
  const remove = useChange(removeWithdrawalAddress, { again, failed: words.changeFailed, toast: false, done });
  const name = words.savedAs(entry);
  const query = { id: entry._id };
  const close = () => setOpen(undefined);
  return (
    <span className={styles['pay']}>
      <Button
        size="compact-sm"
        variant="default"
        disabled={readOnly}
        aria-label={words.renameOf(name)}
        onClick={() => {
          setLabel(entry.label);
          setOpen('rename');
        }}
      >
        {words.rename}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={readOnly}
        aria-label={words.removeOf(name)}
        onClick={() => setOpen('remove')}
      >
        {words.remove}
      </Button>
      <ConfirmDialog
        opened={open === 'rename'}
        onClose={close}
        title={words.renameOf(name)}
        confirm={words.rename}
        busy={rename.busy}
        refused={rename.refusal?.message}
        onConfirm={() => rename.send({ query, body: { label: label.trim() } })}
      >
        <TextInput
          label={words.label}
          maxLength={80}
          data-autofocus
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'remove'}
        onClose={close}
        title={words.removeOf(name)}
        confirm={words.remove}
        danger
        busy={remove.busy}
        refused={remove.refusal?.message}
        onConfirm={() => remove.send({ query })}
      >
        <AddressText small address={entry.networkAddress} />
        <p>{words.removeText(waitHours)}</p>
      </ConfirmDialog>
    </span>
  );
}

const initial = { label: '', networkName: 'TRC20' as KnownNetwork, networkAddress: '', password: '', otp: '' };

function AddForm({ onDone }: { onDone: () => void }) {
  const form = useSend(addWithdrawalAddress, {
    initial,
    body: (values) => ({ ...values, label: values.label.trim(), networkAddress: values.networkAddress.trim() }),
    check: ({ networkName, networkAddress }) => ({
      networkAddress: networkAddress.trim() === '' ? undefined : faultOfAddress(networkName, networkAddress),
    }),
    done: saysSo(onDone),
    failed: words.addFailed,
    empties: ['password', 'otp'],
    again,
  });
  const hasFactor = useHasFactor(form.errors);
  const { networkName, networkAddress } = form.values;
  return (
    <SendForm form={form} label={words.add}>
      <div className={asking['fields']}>
        <TextInput label={words.label} maxLength={80} {...form.field('label')} />
        <NativeSelect
          label={words.network}
          data={knownNetworks.map((name) => ({ value: name, label: words.networks[name] }))}
          {...form.field('networkName')}
        />
        <AddressField field={form.field('networkAddress')} network={networkName} address={networkAddress} />
        <Proofs field={form.field} hasFactor={hasFactor} />
      </div>
      <SendButton>{words.add}</SendButton>
    </SendForm>
  );
}
