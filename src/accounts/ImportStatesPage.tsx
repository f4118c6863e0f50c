/** The states of many ad accounts, from a list: first the difference, then the change. */
import { Button, NativeSelect } from '@mantine/core';
import { Textarea } from '#ui/Textarea.tsx';
import { useRef, useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { textOf } from '#kernel/textfile.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { useChange } from '#ui/call.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { AccountLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { Section } from '#ui/Section.tsx';
import type { SendingForm } from '#ui/useSend.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { toast } from '#ui/toast.tsx';
import { getAdAccount, getAdAccounts, importStates } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import css from './accounts.module.css';

type Difference = OutputOf<typeof importStates>;
const { states } = words;

export default function ImportStatesPage() {
  const platforms = usePlatforms();
  const [shown, setShown] = useState<{ answer: Difference; of: object }>();
  const form = useSend(importStates, {
    initial: { platform: platforms[0]!.name, text: '', reason: '' },
    body: ({ platform, reason }) => ({ platform, reason, dry: true }),
    // A long list is more than a field may hold.
    file: asFile,
    check: ({ text }) => ({ text: text.trim() === '' ? states.empty : undefined }),
    done: (answer, of) => setShown({ answer, of }),
    toast: false,
  });
  const change = useChange(importStates, {
    failed: states.failed,
    done: (answer) => {
      toast.done(answer.message);
      setShown({ answer, of: form.values });
    },
    again: [getAdAccount, getAdAccounts],
  });
  // What was shown is of what was typed then: after another letter it has to be looked at again.
  const answer = shown?.of === form.values ? shown.answer : undefined;
  const { platform, reason } = form.values;
  const apply = () => change.send({ body: { platform, reason, dry: false }, file: asFile(form.values) });
  return (
    <Page title={states.title} text={states.text} back={{ to: '/accounts', label: words.back }}>
      <div className={css['stack']}>
        <Section>
          <SendForm form={form} label={states.title}>
            <NativeSelect
              {...form.field('platform')}
              label={words.field.platform}
              data={platforms.map(({ name }) => name)}
            />
            <List form={form} />
            <ReasonField
              {...form.field('reason')}
              onChange={(text) => form.set('reason', text)}
              label={words.change.reason}
              description={states.reasonHint}
              required
            />
            <SendButton>{states.show}</SendButton>
          </SendForm>
        </Section>
        {answer ? (
          <Section
            title={answer.message}
            actions={
              answer.dry && answer.changed > 0 ? (
                <Button loading={change.busy} onClick={apply}>
                  {states.apply(answer.changed)}
                </Button>
              ) : null
            }
          >
            <Rows of={answer} />
          </Section>
        ) : null}
      </div>
    </Page>
  );
}

type Form = Pick<SendingForm, 'field' | 'set'>;

function List({ form }: { form: Form }) {
  return (
    <>
      <Textarea
        {...form.field('text')}
        label={states.list}
        description={states.listHint}
        placeholder={states.example}
        rows={6}
        most={16}
      />
      <ChooseFile onText={(text) => form.set('text', text)} />
    </>
  );
}

function asFile({ text }: { text: string }): File {
  return new File([text], 'states.csv', { type: 'text/csv' });
}

/** The file is read here, so that its list can be seen and mended before it is sent. */
function ChooseFile({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    onText(textOf(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <div>
      <Button variant="default" onClick={() => input.current?.click()}>
        {states.choose}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={states.choose}
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function Rows({ of: { rows } }: { of: Difference }) {
  return (
    <PlainTable
      label={states.list}
      heads={[words.field.adsId, states.line, states.result, states.before, states.after]}
      right={[1]}
      empty={states.empty}
      rows={rows.map((row) => [
        row._id ? <AccountLink key="ads" _id={row._id} adsId={row.adsId} /> : row.adsId,
        row.line,
        row.outcome === 'fault' ? (
          <span key="fault" className={css['fault']}>
            {row.message}
          </span>
        ) : (
          states.outcome[row.outcome]
        ),
        row.before ? <StateBadge key="before" state={row.before} /> : null,
        row.after ? <StateBadge key="after" state={row.after} /> : null,
      ])}
    />
  );
}
