/** What Facebook wants to know, in four parts: license, pages, domains or app, and how the accounts are paid for. */
import { Group, Radio, Textarea, TextInput } from '@mantine/core';
import type { useSend } from '#ui/useSend.tsx';
import { RowsField } from '#ui/RowsField.tsx';
import { Section } from '#ui/Section.tsx';
import { words } from './adaccounts.words.ts';
import { CountField } from './CountField.tsx';
import { LinesField } from './LinesField.tsx';
import type { createFacebookAds } from './orders.api.ts';
import { blankAccount, type FacebookValues } from './orderforms.ts';
import { adTypes, licenseModes, mostAccounts, paymentModes } from './orders.ts';
import styles from './order.module.css';

const { facebook, field } = words;

type Part = { form: ReturnType<typeof useSend<typeof createFacebookAds, FacebookValues>> };

export function License({ form }: Part) {
  return (
    <Section title={facebook.license}>
      <div className={styles['stack']}>
        <Radio.Group {...form.field('licenseMode')} label={facebook.licenseMode}>
          <Choices choices={licenseModes.map((mode) => ({ value: mode, label: words.licenseModes[mode] }))} />
        </Radio.Group>
        <TextInput
          {...form.field('licenseName')}
          label={facebook.licenseName}
          description={facebook.licenseNameHint}
          autoComplete="organization"
        />
      </div>
    </Section>
  );
}

export function Pages({ form }: Part) {
  const { pageNum, pageUrls } = form.values;
  return (
    <Section title={facebook.pages}>
      <LinesField
        form={form}
        name="pageUrls"
        count="pageNum"
        lines={pageUrls}
        shown={pageNum}
        countLabel={facebook.pageNum}
        lineLabel={facebook.pageUrl}
        placeholder={facebook.pageHint}
      />
    </Section>
  );
}

export function Target({ form }: Part) {
  const { adType } = form.values;
  return (
    <Section title={facebook.target}>
      <div className={styles['stack']}>
        <Radio.Group {...form.field('adType')} label={facebook.adType}>
          <Choices choices={adTypes.map((type) => ({ value: type, label: facebook.adTypes[type] }))} />
        </Radio.Group>
        {adType === 'App' ? (
          <>
            <TextInput
              {...form.field('appUrl')}
              label={field.appUrl}
              placeholder={facebook.appUrlHint}
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
      <Radio.Group {...form.field('domainOption')} label={facebook.unlimited}>
        <Choices
          choices={[
            { value: 'unlimited', label: facebook.yes },
            { value: 'limited', label: facebook.no },
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
          countLabel={facebook.domainNum}
          lineLabel={facebook.domain}
          placeholder={words.order.domainHint}
        />
      ) : null}
    </>
  );
}

export function Payment({ form }: Part) {
  const { paymentMode, adNum } = form.values;
  const texts = { monthly: facebook.monthlyText, oneByOne: facebook.oneByOneText };
  return (
    <Section title={facebook.payment}>
      <div className={styles['stack']}>
        <Radio.Group {...form.field('paymentMode')} label={facebook.paymentMode}>
          <Choices
            choices={paymentModes.map((mode) => ({ value: mode, label: words.paymentModes[mode], text: texts[mode] }))}
          />
        </Radio.Group>
        {paymentMode === 'oneByOne' ? (
          <>
            <CountField field={form.field('adNum')} label={facebook.accounts} most={mostAccounts} />
            <div className={styles['denserows']}>
              <RowsField
                form={form}
                name="ads"
                shown={adNum}
                onShown={(shown) => form.set('adNum', shown)}
                blank={blankAccount}
                most={mostAccounts}
                rowLabel={facebook.row}
                columns={[
                  { name: 'accountName', label: field.accountName },
                  { name: 'deposit', label: field.deposit, type: 'money', placeholder: '0' },
                ]}
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
        label={facebook.remarks}
        placeholder={facebook.remarksHint}
        autosize
        minRows={2}
        maxRows={8}
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
