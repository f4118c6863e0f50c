/** An admin's verdict on one row: approving and rejecting each ask for their one word first, and repeat whom it is about. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Endpoint } from '#kernel/endpoint.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { useChange, type CallArgs } from '#ui/call.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { words as shared } from '#ui/ui.words.ts';
import type { RequestRow } from './RequestParts.tsx';
import { words } from './requests.words.ts';
import styles from './requests.module.css';
import type { Action } from './verdict.api.ts';

export type Said = { transactionId: string; remarks: string };

export type JudgeProps<E extends Endpoint> = {
  row: RequestRow;
  endpoint: E;
  again: readonly Endpoint[];
  /** The call's arguments for a verdict. */
  args: (action: Action, said: Said) => CallArgs<E>;
  /** Why these words do not do, or undefined: the server's own rule. */
  refusal: (action: Action, said: Said) => Refusal | undefined;
  /** What is said where the server gave no sentence, and where no answer came at all. */
  failed: string;
  thrown: string;
  titles: Readonly<Record<Action, string>>;
  labels: Readonly<Record<Action, string>>;
  /** Amount and client, repeated before anything happens. */
  about: (action: Action) => ReactNode;
  templates: readonly string[];
};

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Somebody else was quicker: who, what and when. */
function told({ message, extra }: Refusal): string {
  const { state, decidedBy, decidedAt } = extra ?? {};
  if (typeof state !== 'string' || typeof decidedBy !== 'string' || typeof decidedAt !== 'string') return message;
  return words.alreadyDecided(state, decidedBy, clock.format(new Date(decidedAt)));
}

export function JudgeCell<E extends Endpoint>(props: JudgeProps<E>) {
  const { row, titles } = props;
  const [action, setAction] = useState<Action>();
  const off = row.state !== 'Pending' || row.waits !== null;
  const title = row.waits ? words.waits(row.waits.by) : undefined;
  return (
    <span className={styles['actions']}>
      <Button
        size="compact-sm"
        disabled={off}
        title={title}
        onClick={() => setAction('approve')}
        aria-label={words.approveOne(row.applyId)}
      >
        {words.approve}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={off}
        title={title}
        onClick={() => setAction('reject')}
        aria-label={words.rejectOne(row.applyId)}
      >
        {words.reject}
      </Button>
      <Dialog opened={action !== undefined} onClose={() => setAction(undefined)} title={titles[action ?? 'approve']}>
        {action ? <JudgeForm key={action} {...props} action={action} onClose={() => setAction(undefined)} /> : null}
      </Dialog>
    </span>
  );
}

type FormProps<E extends Endpoint> = JudgeProps<E> & { action: Action; onClose: () => void };

function JudgeForm<E extends Endpoint>(props: FormProps<E>) {
  const { action, onClose, failed, again, thrown } = props;
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const change = useChange(props.endpoint, {
    failed,
    again,
    toast: false,
    done: (answer) => {
      toast.done((answer as { message: string }).message);
      onClose();
    },
    refused: (said) => {
      if (said.field === 'transactionId' || said.field === 'remarks') return setError(said.message);
      if (said.code === 'network') return setRefused(thrown);
      if (said.status !== 409) return setRefused(said.message);
      toast.failed(told(said));
      return said.code.endsWith('already_decided') ? onClose() : setRefused(said.message);
    },
  });
  const submit = () => {
    const said = { transactionId: action === 'approve' ? text.trim() : '', remarks: action === 'reject' ? text.trim() : '' };
    const wrong = props.refusal(action, said);
    setError(wrong?.message);
    setRefused(undefined);
    if (!wrong) change.send(props.args(action, said));
  };
  const field = { label: props.labels[action], value: text, error, 'data-autofocus': true, autoComplete: 'off' } as const;
  return (
    <form
      className={styles['judge']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={styles['judge-about']}>{props.about(action)}</p>
      {action === 'approve' ? (
        <TextInput {...field} maxLength={128} onChange={(event) => setText(event.currentTarget.value)} />
      ) : (
        <>
          <Textarea {...field} autosize minRows={2} maxRows={8} maxLength={1000} onChange={(event) => setText(event.currentTarget.value)} />
          <Templates templates={props.templates} onChoose={setText} />
        </>
      )}
      {refused ? (
        <p role="alert" className={styles['refused']}>
          {refused}
        </p>
      ) : null}
      <div className={styles['judge-actions']}>
        <Button variant="default" onClick={onClose}>
          {shared.cancel}
        </Button>
        <Button type="submit" loading={change.busy} {...(action === 'reject' ? { color: 'bad' } : {})}>
          {action === 'approve' ? words.approve : words.reject}
        </Button>
      </div>
    </form>
  );
}

function Templates({ templates, onChoose }: { templates: readonly string[]; onChoose: (text: string) => void }) {
  return (
    <div className="templates" role="group" aria-label={shared.templates}>
      {templates.map((template) => (
        <button key={template} type="button" className="chip" onClick={() => onChoose(template)}>
          {template}
        </button>
      ))}
    </div>
  );
}
