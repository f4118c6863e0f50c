/** What the agency's admins change while they work: fees, deposits, and what needs a second admin. */
import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { Textarea } from '#ui/Textarea.tsx';
import { useState } from 'react';
import { AuditDiff } from '#audit/AuditDiff.tsx';
import { changesOf } from '#audit/entries.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { namesOf, platforms, registry } from '#platforms/platforms.ts';
import { useCall, useChange, useRefresh } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DataState } from '#ui/DataState.tsx';
import { MoneyField } from '#ui/MoneyField.tsx';
import { Page } from '#ui/Page.tsx';
import { Section } from '#ui/Section.tsx';
import { toast } from '#ui/toast.tsx';
import { AdminsSection } from './AdminsSection.tsx';
import { AutoCredit } from './AutoCredit.tsx';
import { getSettings, updateSettings } from './settings.api.ts';
import css from './settings.module.css';
import { SettingsVersions, WaitingSettings } from './SettingsVersions.tsx';
import { words } from './settings.words.ts';
import { read, wishOf, written, type Part } from './typed.ts';
import { useUnsaved } from './useUnsaved.tsx';

type Answer = OutputOf<typeof getSettings>;

export default function AdminSettingsPage() {
  const settings = useCall(getSettings, {}, { on: ['request'] });
  return (
    <Page title={words.title} text={words.text}>
      <DataState call={settings} lines={10}>
        {(data) => (
          <div className={css['stack']}>
            {data.waiting ? <WaitingSettings waiting={data.waiting} settings={data.settings} /> : null}
            <SettingsForm data={data} />
            <AdminsSection />
            <SettingsVersions history={data.history} />
          </div>
        )}
      </DataState>
    </Page>
  );
}

function SettingsForm({ data }: { data: Answer }) {
  const { settings, admins } = data;
  const { typed, set, any, overtaken, discard } = useUnsaved(data);
  const [asked, setAsked] = useState(false);
  const refresh = useRefresh();
  const change = useChange(updateSettings, {
    failed: words.failedToSave,
    done: async ({ message }) => {
      setAsked(false);
      toast.done(message);
      // Until they are here, the fields would show what held before.
      await refresh(getSettings);
      discard();
    },
  });
  const { wish, faults = {} } = read(typed);
  const part: Part = { typed, faults, set };
  const ask = (form: HTMLFormElement) => {
    if (!wish) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (changesOf(written(settings), written(wish)).length === 0) toast.info(words.nothingChanged);
    else setAsked(true);
  };
  return (
    <>
      <form
        className={css['stack']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ask(event.currentTarget);
        }}
      >
        <Fees {...part} />
        <Limits {...part} />
        <Platforms {...part} />
        <SecondPair {...part} admins={admins} saved={settings} />
        <Safety {...part} />
        <AutoCredit {...part} />
        {overtaken ? (
          <p role="status" className={css['note']}>
            {words.overtaken(words.by(data.history[0]?.author ?? null))}
          </p>
        ) : null}
        <div className={css['buttons']}>
          <Button type="submit">{words.save}</Button>
          {any ? <Discard onDiscard={discard} /> : null}
        </div>
      </form>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={words.saveTitle}
        confirm={words.save}
        busy={change.busy}
        refused={change.refusal?.message}
        onConfirm={() => wish && change.send({ body: wishOf(settings, wish) })}
      >
        <div className={css['asked']}>
          {wish ? <AuditDiff before={written(settings)} after={written(wish)} /> : null}
          <p className={css['quiet']}>{words.saveText}</p>
        </div>
      </ConfirmDialog>
    </>
  );
}

/** It goes with what it takes back: one goes on at the button beside it. */
function Discard({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Button
      variant="default"
      onClick={({ currentTarget: { form } }) => {
        form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
        onDiscard();
      }}
    >
      {words.discard}
    </Button>
  );
}

const inRows = namesOf(
  registry.filter(({ order, onByDefault }) => order.form === 'rows' && onByDefault).map(({ name }) => name),
  'and',
);

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
          label={words.deposits(inRows)}
          description={words.depositsHint}
          rows={1}
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

function Limits({ typed, set, faults }: Part) {
  return (
    <Section title={words.limits}>
      <div className={css['fields']}>
        <MoneyField
          label={words.leastDeposit}
          value={typed.leastDeposit}
          onChange={(leastDeposit) => set({ leastDeposit })}
          error={faults.leastDeposit}
        />
        <TextInput
          label={words.mostPendingTopups}
          inputMode="numeric"
          value={typed.mostPendingTopups}
          onChange={(event) => set({ mostPendingTopups: event.currentTarget.value })}
          error={faults.mostPendingTopups}
        />
        <TextInput
          label={words.payoutWait}
          description={words.payoutWaitHint}
          inputMode="numeric"
          value={typed.payoutWaitHours}
          onChange={(event) => set({ payoutWaitHours: event.currentTarget.value })}
          error={faults.payoutWaitHours}
        />
      </div>
    </Section>
  );
}

function Platforms({ typed, set, faults }: Part) {
  return (
    <Section title={words.platforms} text={words.platformsText}>
      <Checkbox.Group
        value={[...typed.platforms]}
        onChange={(chosen) => set({ platforms: platforms.filter((name) => chosen.includes(name)) })}
        error={faults.platforms}
      >
        <div className={css['fields']}>
          {registry.map(({ name }) => (
            <Checkbox key={name} value={name} label={name} />
          ))}
        </div>
      </Checkbox.Group>
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
        <MoneyField
          label={words.moneyInAbove}
          disabled={!typed.on}
          value={typed.moneyInAbove}
          onChange={(moneyInAbove) => set({ moneyInAbove })}
          error={faults.moneyInAbove}
        />
        <p className={css['quiet']}>{words.inADay}</p>
      </div>
    </Section>
  );
}

function Safety({ typed, set, faults }: Part) {
  return (
    <Section title={words.safety}>
      <div className={css['fields']}>
        <Switch
          label={words.twoFactor}
          checked={typed.twoFactor}
          onChange={(event) => set({ twoFactor: event.currentTarget.checked })}
        />
        <MoneyField
          label={words.passkeyAbove}
          description={words.passkeyHint}
          value={typed.passkeyAbove}
          onChange={(passkeyAbove) => set({ passkeyAbove })}
          error={faults.passkeyAbove}
        />
      </div>
    </Section>
  );
}
