/** Deciding in the row: Approve and Reject open one input, the Ads IDs or a remark, with Submit and Cancel. */
import { Button, Textarea } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { Refusal } from '#kernel/refusal.ts';
import { alreadyDecided, type Platform } from '#requests/requests.ts';
import { useChange } from '#ui/call.tsx';
import { toast } from '#ui/toast.tsx';
import { application } from './adaccounts.ts';
import { words } from './adaccounts.words.ts';
import { calls, type Ad } from './calls.ts';
import { refusalToJudge } from './orders.ts';
import styles from './adaccounts.module.css';

const { pending } = words;

type Action = 'approve' | 'reject';
type Props = { ad: Ad; platform: Platform };

export function JudgeCell({ ad, platform }: Props) {
  const [action, setAction] = useState<Action>();
  /** The button that the input came from takes the focus back. */
  const [from, setFrom] = useState<Action>();
  const close = (back: boolean) => {
    setFrom(back ? action : undefined);
    setAction(undefined);
  };
  if (ad.waits) return <span className={styles['quiet']}>{pending.waits(ad.waits.by)}</span>;
  if (action && ad.state === 'Pending') return <JudgeForm ad={ad} platform={platform} action={action} onClose={close} />;
  const decided = ad.state === 'Pending' ? undefined : alreadyDecided(application, ad.state as 'Approved').message;
  return (
    <span className={styles['actions']}>
      <Button
        size="compact-sm"
        variant="light"
        color="good"
        disabled={decided !== undefined}
        title={decided}
        ref={from === 'approve' ? takeFocus : undefined}
        onClick={() => setAction('approve')}
        aria-label={`${pending.approve} ${ad.applyId}`}
      >
        {pending.approve}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={decided !== undefined}
        title={decided}
        ref={from === 'reject' ? takeFocus : undefined}
        onClick={() => setAction('reject')}
        aria-label={`${pending.reject} ${ad.applyId}`}
      >
        {pending.reject}
      </Button>
    </span>
  );
}

function JudgeForm({ ad, platform, action, onClose }: Props & { action: Action; onClose: (back: boolean) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const change = useChange(calls[platform].judge, {
    failed: pending.updateFailed[platform],
    again: [calls[platform].pending],
    toast: false,
    done: ({ message }) => {
      toast.done(message, 3_000);
      focusNext(form.current);
      onClose(false);
    },
    refused: (refusal) => {
      if (refusal.field) setError(refusal.message);
      else toast.failed(told(refusal));
      if (refusal.status === 409 && refusal.code.endsWith('already_decided')) onClose(true);
    },
  });
  const submit = () => {
    const given = { adsId: action === 'approve' ? text : '', remarks: action === 'reject' ? text : '' };
    const refusal = refusalToJudge(platform, action, given);
    setError(refusal?.message);
    if (!refusal) change.send({ query: { id: ad._id, action }, body: given });
  };
  return (
    <form
      ref={form}
      className={styles['judge']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        id={id}
        label={`${action === 'approve' ? pending.adsId : pending.remark} · ${ad.applyId}`}
        description={action === 'approve' ? pending.adsIdHint(ad.adNum) : pending.remarkHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // One line is the usual case: Enter sends, Shift and Enter make a further line.
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose(true);
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          submit();
        }}
        error={error}
        autosize
        minRows={1}
        maxRows={10}
        ref={takeFocus}
      />
      {action === 'reject' ? <Templates onChoose={setText} /> : null}
      <span className={styles['actions']}>
        <Button type="submit" size="compact-sm" loading={change.busy} {...(action === 'reject' ? { color: 'bad' } : {})}>
          {pending.submit}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onClose(true)}>
          {pending.cancel}
        </Button>
      </span>
    </form>
  );
}

/** As a ref: whatever appears because somebody asked for it takes the focus. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The decided row is about to leave; whoever decides goes on with the next one. */
function focusNext(form: HTMLFormElement | null): void {
  const row = form?.closest('tr');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector<HTMLButtonElement>('td:last-child button:not(:disabled)')?.focus();
}

function Templates({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className="templates">
      {pending.templates.map((template) => (
        <button key={template} type="button" className="chip" onClick={() => onChoose(template)}>
          {template}
        </button>
      ))}
    </div>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Somebody else was quicker: who, what and when. */
function told({ message, extra }: Refusal): string {
  const { state, decidedBy, decidedAt } = extra ?? {};
  if (typeof state !== 'string' || typeof decidedBy !== 'string' || typeof decidedAt !== 'string') return message;
  return pending.decided(state, decidedBy, clock.format(new Date(decidedAt)));
}
