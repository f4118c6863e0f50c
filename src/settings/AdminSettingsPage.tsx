/** What the agency's admins change while they work: fees, deposits, and what needs a second admin. */
import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { Textarea } from '#ui/Textarea.tsx';
import { useState } from 'react';
import { AuditDiff } from '#audit/AuditDiff.tsx';
import { changesOf } from '#audit/entries.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { namesOf, registry } from '#platforms/platforms.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DataState } from '#ui/DataState.tsx';
import { MoneyField } from '#ui/MoneyField.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { toast } from '#ui/toast.tsx';
import { AdminsSection } from './AdminsSection.tsx';
import { getSettings, updateSettings } from './settings.api.ts';
import css from './settings.module.css';
import { SettingsVersions, WaitingSettings } from './SettingsVersions.tsx';
import { words } from './settings.words.ts';
import { bodyOf, read, typedOf, written, type Faults, type Shown, type Typed } from './typed.ts';

type Answer = OutputOf<typeof getSettings>;

export default function AdminSettingsPage() {
  const settings = useCall(getSettings, {}, { on: ['request'] });
  return (
    <Page title={words.title} text={words.text}>
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
    </Page>
  );
}

type Part = { typed: Typed; set: (part: Partial<Typed>) => void; faults: Faults };

function SettingsForm({ data: { settings, admins } }: { data: Answer }) {
  const [typed, setTyped] = useState(() => typedOf(settings));
  const [asked, setAsked] = useState<Shown>();
  const change = useChange(updateSettings, {
    again: [getSettings],
    failed: words.failedToSave,
    done: ({ message }) => {
      setAsked(undefined);
      toast.done(message);
    },
  });
  const { wish, faults = {} } = read(typed);
  const part: Part = { typed, faults, set: (some) => setTyped({ ...typed, ...some }) };
  const ask = (form: HTMLFormElement) => {
    if (!wish) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (changesOf(written(settings), written(wish)).length === 0) toast.info(words.nothingChanged);
    else setAsked(wish);
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
        <Section title={words.safety}>
          <div className={css['fields']}>
            <Switch
              label={words.twoFactor}
              checked={typed.twoFactor}
              onChange={(event) => part.set({ twoFactor: event.currentTarget.checked })}
            />
            <MoneyField
              label={words.passkeyAbove}
              description={words.passkeyHint}
              value={typed.passkeyAbove}
              onChange={(passkeyAbove) => part.set({ passkeyAbove })}
              error={part.faults.passkeyAbove}
            />
          </div>
        </Section>
        <AutoCredit {...part} />
        <div>
          <Button type="submit">{words.save}</Button>
        </div>
      </form>
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={words.saveTitle}
        confirm={words.save}
        busy={change.busy}
        refused={change.refusal?.message}
        onConfirm={() => asked && change.send({ body: bodyOf(asked) })}
      >
        <div className={css['asked']}>
          {asked ? <AuditDiff before={written(settings)} after={written(asked)} /> : null}
          <p className={css['quiet']}>{words.saveText}</p>
        </div>
      </ConfirmDialog>
    </>
  );
}

const autoLimits = ['autoTransfer', 'autoClientDay', 'autoAgencyDay'] as const;

/** The limits as they are typed, for the page that tries them. */
function trialOf({ autoTransfer, autoClientDay, autoAgencyDay }: Typed): string {
  return new URLSearchParams({
    transfer: autoTransfer,
    clientDay: autoClientDay,
    agencyDay: autoAgencyDay,
  }).toString();
}

function AutoCredit({ typed, set, faults }: Part) {
  return (
    <Section title={words.auto} text={words.autoText}>
      <div className={css['fields']}>
        <Switch
          label={words.autoOn}
          checked={typed.autoOn}
          onChange={(event) => set({ autoOn: event.currentTarget.checked })}
        />
        <p className={css['quiet']}>
          <Link to={`/admin/transactions/automatic?${trialOf(typed)}`}>{words.autoTry}</Link>
        </p>
        {autoLimits.map((name) => (
          <MoneyField
            key={name}
            label={words[name]}
            value={typed[name]}
            onChange={(value) => set({ [name]: value })}
            error={faults[name]}
          />
        ))}
      </div>
    </Section>
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
        onChange={(platforms) => set({ platforms })}
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
