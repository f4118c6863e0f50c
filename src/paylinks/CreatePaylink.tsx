/** Making a pay link for a person or a company; what was typed of one serves the other. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { plainAmount, usd } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { Choice } from '#ui/Choice.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { toast } from '#ui/toast.tsx';
import { countryChoices } from './countries.ts';
import { createPaylinkCompany, createPaylinkIndividual, getPaylinks, type Paylink } from './paylinks.api.ts';
import type { PaylinkKind } from './paylinks.ts';
import styles from './PaylinksPage.module.css';
import { words } from './paylinks.words.ts';
import { PaylinkShare } from './PaylinkShare.tsx';

const initial = { firstName: '', lastName: '', emailId: '', country: '', money: '', companyName: '', website: '' };

export function CreatePaylink({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<PaylinkKind>('Individual');
  const [ready, setReady] = useState<Paylink>();
  const options = {
    initial,
    draft: 'paylink',
    body: (values: typeof initial) => ({ ...values, money: plainAmount(values.money) }),
    toast: false,
    failed: words.createFailed,
    again: [getPaylinks],
    done: ({ message, newPaylink }: { message: string; newPaylink: Paylink }) => {
      toast.done(message);
      setReady(newPaylink);
    },
    refused: ({ code, message }: Refusal) =>
      toast.failed(code === 'network' || code === 'unexpected' ? words.createError : message),
  };
  const individual = useSend(createPaylinkIndividual, options);
  const company = useSend(createPaylinkCompany, options);
  const form = kind === 'Individual' ? individual : company;
  const choose = (next: string) => {
    (next === 'Individual' ? individual : company).setAll(form.values);
    setKind(next as PaylinkKind);
  };
  if (ready) {
    const again = () => {
      individual.reset();
      company.reset();
      setReady(undefined);
    };
    return <Ready link={ready} onAgain={again} onDone={onDone} />;
  }
  return (
    <SendForm form={form}>
      <Choice
        aria-label={words.kind}
        value={kind}
        onChange={choose}
        data={[
          { value: 'Individual', label: words.individual },
          { value: 'Company', label: words.company },
        ]}
      />
      <Fields form={form} kind={kind} />
      <SendButton>{words.submit}</SendButton>
    </SendForm>
  );
}

type PaylinkForm = Pick<ReturnType<typeof useSend<typeof createPaylinkCompany, typeof initial>>, 'field'>;

function Fields({ form, kind }: { form: PaylinkForm; kind: PaylinkKind }) {
  const countries = useMemo(
    () => [{ value: '', label: words.choose }, ...countryChoices().map((name) => ({ value: name, label: name }))],
    [],
  );
  return (
    <>
      {kind === 'Company' ? (
        <div className={styles['pair']}>
          <TextInput
            label={words.companyName}
            required
            maxLength={160}
            autoComplete="off"
            {...form.field('companyName')}
          />
          <TextInput
            label={words.website}
            required
            maxLength={2000}
            inputMode="url"
            autoComplete="off"
            placeholder="example.com"
            {...form.field('website')}
          />
        </div>
      ) : null}
      <div className={styles['pair']}>
        <TextInput label={words.firstName} required maxLength={80} autoComplete="off" {...form.field('firstName')} />
        <TextInput label={words.lastName} required maxLength={80} autoComplete="off" {...form.field('lastName')} />
      </div>
      <TextInput
        label={words.emailId}
        description={words.emailHint}
        required
        type="email"
        inputMode="email"
        maxLength={254}
        autoComplete="off"
        {...form.field('emailId')}
      />
      <div className={styles['pair']}>
        <NativeSelect label={words.country} required data={countries} {...form.field('country')} />
        <MoneyField label={words.money} required {...form.field('money')} />
      </div>
    </>
  );
}

function Ready({ link, onAgain, onDone }: { link: Paylink; onAgain: () => void; onDone: () => void }) {
  const payer = link.paylinkType === 'Company' ? link.companyName : `${link.firstName} ${link.lastName}`;
  return (
    <div className={styles['ready']}>
      <div role="status">
        <strong>{words.readyTitle}</strong>
        <p>{words.readyText(payer, usd(link.money))}</p>
      </div>
      <div className={styles['more']}>
        <PaylinkShare of={link} />
      </div>
      <div className={styles['buttons']}>
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
        <Button variant="subtle" onClick={onAgain}>
          {words.another}
        </Button>
      </div>
    </div>
  );
}
