/**
 * An admin's verdict on one row, in the row: Approve and Reject open one input, what approving needs or a remark, and
 * repeat whom and how much it is about. Enter sends, Escape goes back, and after a verdict the next row has the focus.
 */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Endpoint } from '#kernel/endpoint.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { useChange, useRefresh, type CallArgs } from '#ui/call.tsx';
import { ReasonField, sendOnEnter } from '#ui/ReasonField.tsx';
import { useMe } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { words as shared } from '#ui/ui.words.ts';
import type { RequestRow } from './RequestParts.tsx';
import { words } from './requests.words.ts';
import styles from './requests.module.css';
import type { Action } from './verdict.api.ts';

export type Said = { adsId: string; transactionId: string; remarks: string };

type JudgeProps<E extends Endpoint> = {
  row: Pick<RequestRow, 'applyId' | 'state' | 'waits'>;
  /** What approving asks for; nothing where another admin has to agree first. */
  asks: 'adsId' | 'transactionId' | undefined;
  endpoint: E;
  again: readonly Endpoint[];
  /** The call's arguments for a verdict. */
  args: (action: Action, said: Said) => CallArgs<E>;
  /** Why these words do not do, or undefined: the server's own rule. */
  refusal: (action: Action, said: Said) => Refusal | undefined;
  /** What is said where the server gave no sentence, and where no answer came at all. */
  failed: string;
  thrown?: string;
  labels: Readonly<Record<Action, string>>;
  hints?: Readonly<Partial<Record<Action, string>>>;
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

/** As a ref: whatever appears because somebody asked for it takes the focus. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The decided row is about to leave; whoever decides goes on with the next one. */
export function focusNext(inRow: HTMLElement | null): void {
  const row = inRow?.closest('tr');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector<HTMLButtonElement>('button[data-verdict]:not(:disabled)')?.focus();
}

export function JudgeCell<E extends Endpoint>(props: JudgeProps<E>) {
  const { row } = props;
  const [action, setAction] = useState<Action>();
  /** The button that the input came from takes the focus back. */
  const [from, setFrom] = useState<Action>();
  const me = useMe();
  if (row.waits && row.state === 'Pending') return <Waits row={row} own={row.waits.byEmail === me.emailId} />;
  if (action && row.state === 'Pending') {
    const close = (back: boolean) => {
      setFrom(back ? action : undefined);
      setAction(undefined);
    };
    return <JudgeForm key={action} {...props} action={action} onClose={close} />;
  }
  const off = row.state !== 'Pending';
  return (
    <span className={styles['actions']}>
      <Button
        size="compact-sm"
        disabled={off}
        data-verdict
        ref={from === 'approve' ? takeFocus : undefined}
        onClick={() => setAction('approve')}
        aria-label={words.approveOne(row.applyId)}
      >
        {words.approve}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={off}
        ref={from === 'reject' ? takeFocus : undefined}
        onClick={() => setAction('reject')}
        aria-label={words.rejectOne(row.applyId)}
      >
        {words.reject}
      </Button>
    </span>
  );
}

/** The first admin has spoken: who, and where another one confirms it. */
function Waits({ row, own }: { row: JudgeProps<Endpoint>['row']; own: boolean }) {
  return (
    <span className={styles['waits']}>
      <span className={styles['quiet']}>{own ? words.waitsOwn : words.waitsShort(row.waits?.by ?? '')}</span>
      {own ? null : (
        <Button
          component={Link}
          to={`/admin/queue?q=${row.applyId}`}
          size="compact-sm"
          aria-label={words.confirmOne(row.applyId)}
        >
          {words.confirm}
        </Button>
      )}
    </span>
  );
}

type FormProps<E extends Endpoint> = JudgeProps<E> & { action: Action; onClose: (back: boolean) => void };

/**
 * What to do with a refusal: at the field, beside the buttons, or, where somebody was quicker, the list as it is now.
 */
function useVerdict<E extends Endpoint>(
  { action, onClose, asks, failed, again, thrown, ...props }: FormProps<E>,
  done: () => void,
) {
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const refresh = useRefresh();
  const change = useChange(props.endpoint, {
    failed,
    again,
    toast: false,
    done: (answer) => {
      toast.done((answer as { message: string }).message, 3_000);
      done();
      onClose(false);
    },
    refused: (said) => {
      if (said.field !== undefined && (said.field === asks || said.field === 'remarks')) return setError(said.message);
      if (said.code === 'network' && thrown !== undefined) return setRefused(thrown);
      if (said.status !== 409) return setRefused(said.message);
      toast.failed(told(said));
      void refresh(...again);
      return said.code.endsWith('already_decided') ? onClose(true) : setRefused(said.message);
    },
  });
  const submit = (text: string) => {
    const field = action === 'approve' ? asks : 'remarks';
    const said = { adsId: '', transactionId: '', remarks: '', ...(field ? { [field]: text.trim() } : {}) };
    const wrong = props.refusal(action, said);
    setError(wrong?.message);
    setRefused(undefined);
    if (!wrong) change.send(props.args(action, said));
  };
  return { error, refused, busy: change.busy, submit };
}

function JudgeForm<E extends Endpoint>(props: FormProps<E>) {
  const { action, asks, row, onClose } = props;
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { error, refused, busy, submit } = useVerdict(props, () => focusNext(form.current));
  // What was wrong is mended where it was typed.
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector('textarea')?.focus();
  }, [error]);
  return (
    // Escape leaves from wherever in the form the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className={styles['judge']}
      noValidate
      onKeyDown={(event) => event.key === 'Escape' && onClose(true)}
      onSubmit={(event) => {
        event.preventDefault();
        submit(text);
      }}
    >
      <p className={styles['judge-about']}>
        <strong>{action === 'approve' ? words.approve : words.reject}:</strong> {props.about(action)}
      </p>
      {action === 'approve' && asks === undefined ? null : (
        <ReasonField
          label={`${props.labels[action]} · ${row.applyId}`}
          description={props.hints?.[action]}
          value={text}
          onChange={setText}
          onKeyDown={sendOnEnter}
          error={error}
          minRows={1}
          maxRows={10}
          maxLength={action === 'reject' ? 1_000 : asks === 'adsId' ? 2_000 : 128}
          templates={action === 'reject' ? props.templates : undefined}
          // It appears because somebody asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      )}
      {refused ? (
        <p role="alert" className={styles['refused']}>
          {refused}
        </p>
      ) : null}
      <span className={styles['judge-actions']}>
        <Button type="submit" size="compact-sm" loading={busy} {...(action === 'reject' ? { color: 'bad' } : {})}>
          {words.submit}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onClose(true)}>
          {shared.cancel}
        </Button>
      </span>
    </form>
  );
}
