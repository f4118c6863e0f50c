/** The form of a verdict in a row: what it is about, one input where one is needed, and what came of it. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { clockText } from '#kernel/clock.ts';
import type { Endpoint } from '#kernel/endpoint.ts';
import { invalid, type Refusal } from '#kernel/refusal.ts';
import { usePaid } from '#proposals/PaidAllTheSame.tsx';
import { isUnproven } from '#proposals/proposals.ts';
import { useChange, useRefresh } from '#ui/call.tsx';
import { focusFault } from '#ui/focus.tsx';
import { useHere } from '#ui/here.tsx';
import { ReasonField, sendOnEnter } from '#ui/ReasonField.tsx';
import { Refused } from '#ui/Refused.tsx';
import { toast } from '#ui/toast.tsx';
import { words as shared } from '#ui/ui.words.ts';
import { Acknowledge, useAcknowledged } from './Acknowledge.tsx';
import { AdsIdsField } from './AdsIdsField.tsx';
import { LetPassField } from './LetPassField.tsx';
import type { JudgeProps } from './JudgeCell.tsx';
import { fieldOf, isToWait, isUnfinished, nothingSaid, refusalOfBlank } from './requests.ts';
import { useReading } from './useReading.tsx';
import { words } from './requests.words.ts';
import styles from './requests.module.css';
import type { Action } from './verdict.api.ts';

/** What came of a verdict, and the size of its form, which the answer keeps so that nothing moves. */
export type Judged = { message: string; height: number; width: number };

type FormProps<E extends Endpoint> = JudgeProps<E> & {
  action: Action;
  onClose: (back: boolean) => void;
  onJudged: (judged: Judged) => void;
};

/** The sentence where somebody else was faster: who decided what and when, unless the kind has its own sentence. */
function sentenceOf({ message, extra }: Refusal, ownWords: string | undefined): string {
  const { state, decidedBy, decidedAt } = extra ?? {};
  if (ownWords !== undefined) return message;
  if (typeof state !== 'string' || typeof decidedBy !== 'string' || typeof decidedAt !== 'string') return message;
  return words.alreadyDecided(state, decidedBy, clockText(new Date(decidedAt)));
}

/** The decided row stays where it is; the focus goes to the next row that waits. */
function focusNext(inRow: HTMLElement | null): void {
  const row = inRow?.closest('tr');
  const rows = [...(row?.parentElement?.children ?? [])];
  const place = row ? rows.indexOf(row) : -1;
  for (const next of [...rows.slice(place + 1), ...rows.slice(0, Math.max(place, 0)).toReversed()]) {
    // The button that opens a form, and never that which sends one.
    const button = next.querySelector<HTMLButtonElement>('button[data-verdict][type="button"]:not(:disabled)');
    if (button) return button.focus();
  }
}

/**
 * Sends the verdict. A refusal is shown at its field, or beside the buttons; where somebody else was faster, the list
 * is fetched again.
 */
function useVerdict<E extends Endpoint>(
  { action, kind, needs = kind.approvalNeeds, onClose, failed, again, thrown, ...props }: FormProps<E>,
  done: (message: string) => void,
) {
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [unproven, setUnproven] = useState<Refusal>();
  const [early, setEarly] = useState(false);
  const refresh = useRefresh();
  const here = useHere();
  const asks = fieldOf(action, needs);
  const change = useChange(props.endpoint, {
    failed,
    again,
    toast: false,
    done: (answer) => {
      const { message } = answer as { message: string };
      toast.done(message, 3_000);
      done(message);
      onClose(false);
    },
    refused: (said) => {
      // Its row is no longer on the page, and this is said nowhere else.
      if (!here.current) return toast.failed(`${props.row.applyId}: ${sentenceOf(said, kind.says?.decided)}`);
      if (asks !== undefined && said.field === asks) return setError(said.message);
      if (isToWait(kind, said)) setEarly(true);
      setUnproven(isUnproven(said.code) ? said : undefined);
      if (isUnproven(said.code)) return setRefused(said.message);
      if (said.code === 'network' && thrown !== undefined) return setRefused(thrown);
      if (said.status !== 409) return setRefused(said.message);
      toast.failed(sentenceOf(said, kind.says?.decided));
      void refresh(...again);
      return said.code.endsWith('already_decided') ? onClose(true) : setRefused(said.message);
    },
  });
  const submit = (text: string, letPass: string, acknowledged: boolean) => {
    const said = {
      ...nothingSaid,
      letPass: letPass.trim(),
      ...(acknowledged ? { acknowledged } : {}),
      ...(asks ? { [asks]: text.trim() } : {}),
    };
    const unfinished = asks === 'adsId' && text.trim() !== '' && isUnfinished(text, props.accounts?.length ?? 0);
    const wrong = unfinished
      ? invalid('adsId', words.adsIdMissing)
      : (props.refusal?.(action, said) ?? refusalOfBlank({ approvalNeeds: needs }, action, said, props.blank));
    setError(wrong?.field === 'letPass' ? undefined : wrong?.message);
    setRefused(wrong?.field === 'letPass' ? wrong.message : undefined);
    if (!wrong) change.send(props.args(action, said));
  };
  return { error, refused, unproven, early, busy: change.busy, submit };
}

const longest = { remarks: 1_000, adsId: 2_000, transactionId: 128 } as const;

export function JudgeForm<E extends Endpoint>(props: FormProps<E>) {
  const { action, kind, needs = kind.approvalNeeds, onClose, onJudged } = props;
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { error, refused, unproven, early, busy, submit } = useVerdict(props, (message) => {
    const { offsetHeight: height = 0, offsetWidth: width = 0 } = form.current ?? {};
    onJudged({ message, height, width });
    focusNext(form.current);
  });
  // After a refusal the focus is where the mistake was typed.
  useEffect(() => {
    if (error !== undefined) focusFault(form.current);
  }, [error]);
  const field = fieldOf(action, needs);
  const flag = action === 'approve' ? props.flag : undefined;
  const [letPass, setLetPass] = useState('');
  const { seen, onSeen } = useAcknowledged(flag);
  const [tried, setTried] = useState(false);
  const about = props.about(action);
  const { changed, isRead } = useReading(typeof about === 'string' ? about : needs);
  const { paid, box } = usePaid(unproven, field === 'transactionId' ? text : '');
  return (
    // Escape leaves from wherever in the form the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className={styles['judge']}
      noValidate
      // What is under way can no longer be stopped: its answer is waited for.
      onKeyDown={(event) => event.key === 'Escape' && !busy && onClose(true)}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        focusFault(event.currentTarget);
        if (isRead() && seen) submit(text, letPass, paid);
      }}
    >
      <About action={action}>{about}</About>
      {field ? <Input {...{ ...props, field, text, setText, error }} /> : null}
      {action === 'approve' && (props.waits || early) ? <LetPassField value={letPass} onChange={setLetPass} /> : null}
      {flag === undefined ? null : <Acknowledge flag={flag} seen={seen} onSeen={onSeen} asked={tried} />}
      <Refused message={changed ? words.changedMeanwhile : refused} />
      {box}
      <span className={styles['judge-actions']}>
        <Button
          type="submit"
          size="compact-sm"
          data-verdict
          loading={busy}
          {...(field ? {} : { autoFocus: true })}
          {...(action === 'reject' ? { color: 'bad' } : {})}
        >
          {words.submit}
        </Button>
        <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onClose(true)}>
          {shared.cancel}
        </Button>
      </span>
    </form>
  );
}

/** Of an approval: what the admin has to do outside of the portal. Of a rejection: what becomes of the money. */
function About({ action, children }: { action: Action; children: ReactNode }) {
  return (
    <p className={styles['judge-about']}>
      {action === 'approve' ? (
        <strong>{children}</strong>
      ) : (
        <>
          <strong>{words.reject}:</strong> {children}
        </>
      )}
    </p>
  );
}

type InputProps = Pick<JudgeProps<Endpoint>, 'row' | 'kind' | 'labels' | 'hints' | 'accounts'> & {
  action: Action;
  field: keyof typeof longest;
  text: string;
  setText: (text: string) => void;
  error: string | undefined;
};

function Input({ row, kind, labels, hints, accounts = [], action, field, text, setText, error }: InputProps) {
  const shared = { label: `${labels[action]} · ${row.applyId}`, value: text, onChange: setText, error };
  if (field === 'adsId') return <AdsIdsField {...shared} hint={hints?.[action]} accounts={accounts} takesFocus />;
  return (
    <ReasonField
      keys
      {...shared}
      description={hints?.[action]}
      onKeyDown={sendOnEnter}
      rows={1}
      most={10}
      maxLength={longest[field]}
      templates={action === 'reject' ? kind.words.reasons : undefined}
      // It appears because somebody asked for it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
    />
  );
}
