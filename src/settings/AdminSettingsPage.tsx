/** What the agency's admins change while they work: fees, deposits, and what needs a second admin. */
import { Button, Checkbox, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { centsOf, dollarsText } from '#kernel/money.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { MoneyField } from '#ui/MoneyField.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Section } from '#ui/Section.tsx';
import { toast } from '#ui/toast.tsx';
import { AdminsSection } from './AdminsSection.tsx';
import { getSettings, updateSettings } from './settings.api.ts';
import css from './settings.module.css';
import { SettingsVersions, WaitingSettings } from './SettingsVersions.tsx';
import { words } from './settings.words.ts';

type Answer = OutputOf<typeof getSettings>;

export default function AdminSettingsPage() {
  const settings = useCall(getSettings, {}, { on: ['request'] });
  return (
    <>
      <PageHeader title={words.title} text={words.text} />
      <DataState call={settings} failed={words.failed} lines={10}>
        {(data) => (
          <div className={css['stack']}>
            {data.waiting ? <WaitingSettings waiting={data.waiting} settings={data.settings} /> : null}
            <SettingsForm key={`${data.history[0]?._id} ${data.waiting?._id}`} data={data} />
            <AdminsSection />
            <SettingsVersions history={data.history} />
          </div>
        )}
      </DataState>
    </>
  );
}

type Typed = ReturnType<typeof typedOf>;
type Part = { typed: Typed; set: (part: Partial<Typed>) => void; faults: Partial<Record<keyof Typed, string>> };

/** Settings as text in fields. */
function typedOf(settings: Answer['settings']) {
  const { secondPair } = settings;
  return {
    openingFee: dollarsText(settings.openingFee),
    topUpRate: String(settings.topUpBasisPoints / 100),
    deposits: settings.depositOptions.map((option) => dollarsText(option).replace('.00', '')).join(', '),
    refundsReturnFee: settings.refundsReturnFee,
    on: secondPair.on,
    network: secondPair.network,
    corrections: secondPair.corrections,
    refundsAbove: dollarsText(secondPair.refundsAbove),
    withdrawalsAbove: dollarsText(secondPair.withdrawalsAbove),
    twoFactor: settings.adminsNeedTwoFactor,
  };
}

function optionsOf({ deposits }: Typed): string[] {
  return deposits
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}

function faultsOf(typed: Typed): Part['faults'] {
  const isMoney = (text: string) => centsOf(text.trim()) !== undefined;
  const rate = Number(typed.topUpRate) * 100;
  const options = optionsOf(typed);
  return {
    ...(isMoney(typed.openingFee) ? {} : { openingFee: words.wrongMoney }),
    ...(typed.topUpRate.trim() !== '' && rate >= 0 && rate <= 10_000 ? {} : { topUpRate: words.wrongRate }),
    ...(options.length > 0 && options.every(isMoney) ? {} : { deposits: words.wrongDeposits }),
    ...(isMoney(typed.refundsAbove) ? {} : { refundsAbove: words.wrongMoney }),
    ...(isMoney(typed.withdrawalsAbove) ? {} : { withdrawalsAbove: words.wrongMoney }),
  };
}

function SettingsForm({ data: { settings, admins } }: { data: Answer }) {
  const [typed, setTyped] = useState(() => typedOf(settings));
  const change = useChange(updateSettings, {
    again: [getSettings],
    failed: words.failedToSave,
    done: ({ message }) => toast.done(message),
  });
  const faults = faultsOf(typed);
  const part: Part = { typed, faults, set: (some) => setTyped({ ...typed, ...some }) };
  const send = (form: HTMLFormElement) => {
    if (Object.keys(faults).length > 0) return form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    const { on, network, corrections, refundsAbove, withdrawalsAbove } = typed;
    change.send({
      body: {
        openingFee: typed.openingFee.trim(),
        topUpBasisPoints: Math.round(Number(typed.topUpRate) * 100),
        depositOptions: optionsOf(typed),
        refundsReturnFee: typed.refundsReturnFee,
        secondPair: { on, network, corrections, refundsAbove: refundsAbove.trim(), withdrawalsAbove: withdrawalsAbove.trim() },
        adminsNeedTwoFactor: typed.twoFactor,
      },
    });
  };
  return (
    <form
      className={css['stack']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
      }}
    >
      <Fees {...part} />
      <SecondPair {...part} admins={admins} saved={settings} />
      <Section title={words.safety}>
        <Switch
          label={words.twoFactor}
          checked={typed.twoFactor}
          onChange={(event) => part.set({ twoFactor: event.currentTarget.checked })}
        />
      </Section>
      {change.refusal ? (
        <p role="alert" className={css['note']}>
          {change.refusal.message}
        </p>
      ) : null}
      <div>
        <Button type="submit" loading={change.busy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

function Fees({ typed, set, faults }: Part) {
  return (
    <Section title={words.fees} text={words.feesText}>
      <div className={css['fields']}>
        <MoneyField
          label={words.openingFee}
          value={typed.openingFee}
          onChange={(openingFee) => set({ openingFee })}
          error={faults.openingFee}
        />
        <TextInput
          label={words.topUpRate}
          inputMode="decimal"
          value={typed.topUpRate}
          onChange={(event) => set({ topUpRate: event.currentTarget.value })}
          error={faults.topUpRate}
        />
        <Textarea
          label={words.deposits}
          description={words.depositsHint}
          autosize
          value={typed.deposits}
          onChange={(event) => set({ deposits: event.currentTarget.value })}
          error={faults.deposits}
        />
        <Checkbox
          label={words.refundsReturnFee}
          checked={typed.refundsReturnFee}
          onChange={(event) => set({ refundsReturnFee: event.currentTarget.checked })}
        />
      </div>
    </Section>
  );
}

function SecondPair({ typed, set, faults, admins, saved }: Part & { admins: number; saved: Answer['settings'] }) {
  return (
    <Section title={words.second} text={words.secondText}>
      <div className={css['fields']}>
        <Switch label={words.on} checked={typed.on} onChange={(event) => set({ on: event.currentTarget.checked })} />
        {admins < 2 ? <p className={css['note']}>{words.oneAdmin}</p> : null}
        {saved.secondPair.on ? <p className={css['quiet']}>{words.loosening}</p> : null}
        <Checkbox
          label={words.network}
          disabled={!typed.on}
          checked={typed.network}
          onChange={(event) => set({ network: event.currentTarget.checked })}
        />
        <Checkbox
          label={words.corrections}
          disabled={!typed.on}
          checked={typed.corrections}
          onChange={(event) => set({ corrections: event.currentTarget.checked })}
        />
        <MoneyField
          label={words.refundsAbove}
          disabled={!typed.on}
          value={typed.refundsAbove}
          onChange={(refundsAbove) => set({ refundsAbove })}
          error={faults.refundsAbove}
        />
        <MoneyField
          label={words.withdrawalsAbove}
          disabled={!typed.on}
          value={typed.withdrawalsAbove}
          onChange={(withdrawalsAbove) => set({ withdrawalsAbove })}
          error={faults.withdrawalsAbove}
        />
      </div>
    </Section>
  );
}
