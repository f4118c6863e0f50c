/** The rule that refills an ad account: what it says, what it did, and setting or stopping it. */
import { Button, Group, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { dateText } from '#kernel/clock.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { dollarsText, plainAmount, usd } from '#kernel/money.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Fold } from '#ui/Fold.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { useMay, useReadOnly } from '#ui/session.tsx';
import { saysSo } from '#ui/toast.tsx';
import { Proofs, useHasFactor } from '#withdrawals/AddressParts.tsx';
import { getRefillRule, setRefillRule, stopRefillRule } from './refill.api.ts';
import { words as all } from './runway.words.ts';

const { refill: words } = all;

/** `isKnown`: as for alerts; a rule does nothing where it is not. */
type Props = { id: string; name: string; isKnown: boolean };
type Told = OutputOf<typeof getRefillRule>;

export function RefillSection({ reader, ...props }: Props & { reader: 'User' | 'Admin' }) {
  return (
    <Fold open title={words.title} hint={props.isKnown ? words.text[reader] : all.unknown}>
      <Rule {...props} />
    </Fold>
  );
}

function Rule({ id, name, isKnown }: Props) {
  const told = useCall(getRefillRule, { query: { id } }, { on: ['request'] });
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const readOnly = useReadOnly();
  const maySet = useMay(setRefillRule);
  return (
    <>
      <DataState call={told} failed={words.failed} lines={2}>
        {(data) => (
          <Said told={data} id={id}>
            {maySet ? (
              <Button variant="default" disabled={readOnly} onClick={() => setOpened(true)}>
                {data.rule ? words.change : words.set}
              </Button>
            ) : null}
          </Said>
        )}
      </DataState>
      <Dialog opened={opened} onClose={close} title={words.form(name)}>
        {opened && told.data ? <RefillForm {...{ id, name, isKnown }} rule={told.data.rule} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

function Said({ told: { rule, refills }, id, children }: { told: Told; id: string; children: ReactNode }) {
  const readOnly = useReadOnly();
  const mayStop = useMay(stopRefillRule);
  const stop = useChange(stopRefillRule, {
    failed: words.stopFailed,
    done: saysSo(),
    again: [getRefillRule],
  });
  if (!rule)
    return (
      <>
        <p>{words.none}</p>
        <Group mt="sm">{children}</Group>
      </>
    );
  const says = words.rule({
    days: rule.belowDays,
    put: usd(rule.put),
    mostPerDay: usd(rule.mostPerDay),
    leave: usd(rule.leave),
  });
  return (
    <>
      <p>{says}</p>
      {rule.stoppedAt === null ? (
        <p>{words.by(rule.setBy)}</p>
      ) : (
        <p>{rule.stoppedWhy === '' ? words.stopped : words.stoppedWhy(rule.stoppedWhy)}</p>
      )}
      <Group gap="sm" mt="sm">
        {children}
        {mayStop && rule.stoppedAt === null ? (
          <Button
            variant="default"
            disabled={readOnly}
            loading={stop.busy}
            onClick={() => stop.send({ query: { id } })}
          >
            {words.stop}
          </Button>
        ) : null}
      </Group>
      {refills.length === 0 ? null : (
        <PlainTable
          label={words.title}
          heads={[words.day, words.did]}
          empty=""
          rows={refills.map(({ day, applyId, refusal }) => [dateText(day), applyId ?? refusal])}
        />
      )}
    </>
  );
}

export function RefillForm({ id, name, isKnown, rule, onDone }: Props & { rule: Told['rule']; onDone: () => void }) {
  const amount = (cents: bigint | undefined) => (cents === undefined ? '' : dollarsText(cents));
  const form = useSend(setRefillRule, {
    initial: {
      belowDays: String(rule?.belowDays ?? 3),
      put: amount(rule?.put),
      mostPerDay: amount(rule?.mostPerDay),
      leave: amount(rule?.leave ?? 0n),
      password: '',
      otp: '',
    },
    query: () => ({ id }),
    body: ({ put, mostPerDay, leave, ...rest }) => ({
      ...rest,
      put: plainAmount(put),
      mostPerDay: plainAmount(mostPerDay),
      leave: plainAmount(leave),
    }),
    done: saysSo(onDone),
    again: [getRefillRule],
    empties: ['password', 'otp'],
    toast: false,
  });
  const hasFactor = useHasFactor(form.errors);
  const money = (field: 'put' | 'mostPerDay' | 'leave') => (
    <MoneyField
      {...form.field(field)}
      onChange={(text) => form.set(field, text)}
      label={words.fields[field].label}
      description={words.fields[field].hint}
    />
  );
  return (
    <SendForm form={form} label={words.form(name)}>
      {isKnown ? null : <p>{all.unknown}</p>}
      <TextInput
        {...form.field('belowDays')}
        label={words.belowDays}
        description={words.belowDaysHint}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
      />
      {money('put')}
      {money('mostPerDay')}
      {money('leave')}
      <Proofs field={form.field} hasFactor={hasFactor} />
      <SendButton>{words.save}</SendButton>
    </SendForm>
  );
}
