/** When a client hears that an account runs low, for this account or for all. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { dollarsText, plainAmount, usd } from '#kernel/money.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Fold } from '#ui/Fold.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { useMay, useReadOnly } from '#ui/session.tsx';
import { saysSo } from '#ui/toast.tsx';
import { getRunway, setAlerts } from './runway.api.ts';
import { words } from './runway.words.ts';

/** `isKnown`: whether what is left in the account is known; where it is not, nobody sees that it runs low. */
type Props = { id: string; name: string; reader: Reader; isKnown: boolean };
/** Whose page it is: the client whose account runs low, or an admin. */
type Reader = 'User' | 'Admin';
type Alerts = OutputOf<typeof getRunway>['alerts'];

export function AlertsSection(props: Props) {
  return (
    <Fold open title={words.title[props.reader]} hint={props.isKnown ? words.text[props.reader] : words.unknown}>
      <Levels {...props} />
    </Fold>
  );
}

function Levels({ id, name, reader }: Omit<Props, 'isKnown'>) {
  const runway = useCall(getRunway, { query: { id } });
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const readOnly = useReadOnly();
  const may = useMay(setAlerts);
  return (
    <>
      <DataState call={runway} failed={words.failed[reader]} lines={2}>
        {({ alerts }) => (
          <>
            <Said alerts={alerts} reader={reader} />
            {may ? (
              <Button variant="default" mt="sm" disabled={readOnly} onClick={() => setOpened(true)}>
                {words.change}
              </Button>
            ) : null}
          </>
        )}
      </DataState>
      <Dialog opened={opened} onClose={close} title={words.form(name)}>
        {opened && runway.data ? <AlertsForm id={id} name={name} alerts={runway.data.alerts} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

export function Said({ alerts: { all, own }, reader }: { alerts: Alerts; reader: Reader }) {
  const { daysLeft: days, moneyLeft: cents } = own ?? all;
  return (
    <p>
      {words.levels({ days, cents }, usd(cents))} {own ? words.own : words.asAll[reader]}
    </p>
  );
}

function AlertsForm({ id, name, alerts, onDone }: Pick<Props, 'id' | 'name'> & { alerts: Alerts; onDone: () => void }) {
  const now = alerts.own ?? alerts.all;
  const form = useSend(setAlerts, {
    initial: {
      which: 'this',
      daysLeft: String(now.daysLeft),
      moneyLeft: dollarsText(now.moneyLeft),
    },
    body: ({ which, daysLeft, moneyLeft }) => ({
      id,
      asAll: which === 'follow',
      forAll: which === 'all',
      daysLeft,
      moneyLeft: plainAmount(moneyLeft),
    }),
    done: saysSo(onDone),
    again: [getRunway],
    toast: false,
  });
  const choices = [
    { value: 'all', label: words.all },
    { value: 'this', label: words.this },
    ...(alerts.own ? [{ value: 'follow', label: words.follow }] : []),
  ];
  return (
    <SendForm form={form} label={words.form(name)}>
      <TextInput
        {...form.field('daysLeft')}
        label={words.days}
        description={words.daysHint}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
      />
      <MoneyField
        {...form.field('moneyLeft')}
        onChange={(text) => form.set('moneyLeft', text)}
        label={words.money}
        description={words.moneyHint}
      />
      <NativeSelect {...form.field('which')} label={words.which} data={choices} />
      <SendButton>{words.save}</SendButton>
    </SendForm>
  );
}
