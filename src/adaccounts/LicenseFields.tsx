/**
 * What an order on a license has to say, in four parts: license, pages, domains or app, and how the accounts are paid
 * for.
 */
import type { Endpoint } from '#kernel/endpoint.ts';
import { Group, Radio, TextInput } from '@mantine/core';
import { Textarea } from '#ui/Textarea.tsx';
import { adTypes, licenseModes, paymentModes } from '#platforms/license.ts';
import { mostAccounts } from '#platforms/order.ts';
import type { useSend } from '#ui/useSend.tsx';
import { RowsField, type RowColumn } from '#ui/RowsField.tsx';
import { Section } from '#ui/Section.tsx';
import { words } from './adaccounts.words.ts';
import { CountField } from './CountField.tsx';
import { LinesField } from './LinesField.tsx';
import { blankAccount, type LicenseValues } from './orderforms.ts';
import styles from './order.module.css';

const { license, field } = words;

type Part = { form: ReturnType<typeof useSend<Endpoint, LicenseValues>> };

export function License({ form }: Part) {
  return (
    <Section title={license.license}>
      <div className={styles['stack']}>
        <Radio.Group {...form.field('licenseMode')} label={license.licenseMode} required>
          <Choices choices={licenseModes.map((mode) => ({ value: mode, label: words.licenseModes[mode] }))} />
        </Radio.Group>
        <TextInput
          {...form.field('licenseName')}
          label={license.licenseName}
          required
          description={license.licenseNameHint}
          autoComplete="organization"
        />
      </div>
    </Section>
  );
}

export function Pages({ form, example }: Part & { example: string }) {
  const { pageNum, pageUrls } = form.values;
  return (
    <Section title={license.pages}>
      <LinesField
        form={form}
        name="pageUrls"
        count="pageNum"
        lines={pageUrls}
        shown={pageNum}
        countLabel={license.pageNum}
        lineLabel={license.pageUrl}
        placeholder={example}
      />
    </Section>
  );
}

export function Target({ form }: Part) {
  const { adType } = form.values;
  return (
    <Section title={license.target}>
      <div className={styles['stack']}>
        <Radio.Group {...form.field('adType')} label={license.adType} required>
          <Choices choices={adTypes.map((type) => ({ value: type, label: license.adTypes[type] }))} />
        </Radio.Group>
        {adType === 'App' ? (
          <>
            <TextInput
              {...form.field('appUrl')}
              label={field.appUrl}
              placeholder={license.appUrlHint}
              inputMode="url"
              autoComplete="off"
            />
            <TextInput {...form.field('appId')} label={field.appId} autoComplete="off" />
          </>
        ) : (
          <Domains form={form} />
        )}
      </div>
    </Section>
  );
}

function Domains({ form }: Part) {
  const { domainOption, domainNum, domains } = form.values;
  return (
    <>
      <Radio.Group {...form.field('domainOption')} label={license.unlimited} required>
        <Choices
          choices={[
            { value: 'unlimited', label: license.yes },
            { value: 'limited', label: license.no },
          ]}
        />
      </Radio.Group>
      {domainOption === 'limited' ? (
        <LinesField
          form={form}
          name="domains"
          count="domainNum"
          lines={domains}
          shown={domainNum}
          countLabel={license.domainNum}
          lineLabel={license.domain}
          placeholder={words.order.domainHint}
        />
      ) : null}
    </>
  );
}

const accountColumns: readonly RowColumn[] = [
  { name: 'accountName', label: field.accountName, required: true },
  { name: 'deposit', label: field.deposit, type: 'money', placeholder: '0' },
];

export function Payment({ form }: Part) {
  const { paymentMode, adNum } = form.values;
  const texts = { monthly: license.monthlyText, oneByOne: license.oneByOneText };
  return (
    <Section title={license.payment}>
      <div className={styles['stack']}>
        <Radio.Group {...form.field('paymentMode')} label={license.paymentMode} required>
          <Choices
            choices={paymentModes.map((mode) => ({ value: mode, label: words.paymentModes[mode], text: texts[mode] }))}
          />
        </Radio.Group>
        {paymentMode === 'oneByOne' ? (
          <>
            <CountField field={form.field('adNum')} label={license.accounts} most={mostAccounts} />
            <div className={styles['denserows']}>
              <RowsField
                form={form}
                name="ads"
                shown={adNum}
                onShown={(shown) => form.set('adNum', shown)}
                blank={blankAccount}
                most={mostAccounts}
                rowLabel={license.account}
                columns={accountColumns}
              />
            </div>
          </>
        ) : null}
      </div>
    </Section>
  );
}

export function Remarks({ form }: Part) {
  return (
    <Section>
      <Textarea
        {...form.field('remarks')}
        label={license.remarks}
        placeholder={license.remarksHint}
        rows={2}
        most={8}
      />
    </Section>
  );
}

type Choice = { value: string; label: string; text?: string };

function Choices({ choices }: { choices: readonly Choice[] }) {
  return (
    <Group gap="lg" mt={4}>
      {choices.map(({ value, label, text }) => (
        <Radio key={value} value={value} label={label} description={text} />
      ))}
    </Group>
  );
}
