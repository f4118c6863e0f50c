/** Asks once more before something that can't be taken back, and for the reason where one is needed. */
import { Button, Group } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { focusFault } from './focus.tsx';
import { ReasonField } from './ReasonField.tsx';
import { Refused } from './Refused.tsx';
import { words } from './ui.words.ts';
import css from './ConfirmDialog.module.css';

export type Reason = {
  label: string;
  required?: boolean;
  /** The error where it is required and missing. */
  error?: string;
  /** Ready sentences to start from. */
  templates?: readonly string[];
};

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The word on the button that does it. */
  confirm: string;
  onConfirm: (reason: string, ticked: boolean) => void;
  /** What is under way is waited for: a refusal of a window that is gone would be seen by nobody. */
  busy?: boolean;
  danger?: boolean;
  reason?: Reason;
  /** It decides about a row of a list: a press counts only where the pointer went to it. */
  verdict?: boolean;
  /** A refusal to show inside, once it was tried since the window opened. */
  refused?: string | undefined;
  /** A tick that answers this refusal, shown with it. */
  tick?: Tick | undefined;
  children?: ReactNode;
};

type Tick = (box: { checked: boolean; onChange: (checked: boolean) => void }) => ReactNode;

export function ConfirmDialog({
  opened,
  onClose,
  title,
  confirm,
  onConfirm,
  busy = false,
  danger = false,
  reason,
  verdict = false,
  refused,
  tick,
  children,
}: Props) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [tried, setTried] = useState(false);
  // A tick is for what was said when it was set.
  const [ticked, setTicked] = useState<string>();
  const unread = useUnread();
  const checked = tick !== undefined && ticked !== undefined && ticked === refused;
  useEffect(() => {
    setTried(false);
    setTicked(undefined);
    setText('');
    setError(undefined);
  }, [opened]);
  const go = () => {
    if (reason?.required && text.trim() === '') return setError(reason.error ?? words.reasonNeeded);
    setTried(true);
    onConfirm(text.trim(), checked);
  };
  return (
    <Dialog opened={opened} onClose={() => busy || onClose()} title={title}>
      <form
        className={css['form']}
        noValidate
        {...unread}
        onSubmit={(event) => {
          event.preventDefault();
          // Of a form around this window, it is no part.
          event.stopPropagation();
          go();
          focusFault(event.currentTarget);
        }}
      >
        {children ? <div>{children}</div> : null}
        {reason ? (
          <ReasonField
            label={reason.label}
            required={reason.required ?? false}
            value={text}
            onChange={setText}
            error={error}
            templates={reason.templates}
            data-autofocus
          />
        ) : null}
        <Refused message={tried ? refused : undefined} />
        {tried ? tick?.({ checked, onChange: (is) => setTicked(is ? refused : undefined) }) : null}
        <Ways {...{ onClose, confirm, busy, danger, verdict }} takesFocus={reason === undefined} />
      </form>
    </Dialog>
  );
}

/** Sooner than this after a window has come, nobody has read what it asks. */
const readMs = 500;

/** A key that is held down, or pressed just as the window comes, was meant for what opened it and answers nothing. */
function useUnread() {
  const since = useRef(Infinity);
  const ref = useCallback((form: HTMLFormElement | null) => {
    if (form) since.current = performance.now();
  }, []);
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const isButton = event.target instanceof HTMLButtonElement;
    const presses =
      event.key === 'Enter' ? !(event.target instanceof HTMLTextAreaElement) : event.key === ' ' && isButton;
    const isSoon = performance.now() - since.current < readMs;
    if (presses && (event.repeat || isSoon)) event.preventDefault();
  };
  return { ref, onKeyDownCapture };
}

type WaysProps = Pick<Props, 'onClose' | 'confirm' | 'busy' | 'danger' | 'verdict'> & { takesFocus: boolean };

function Ways({ onClose, confirm, busy = false, danger, verdict, takesFocus }: WaysProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" disabled={busy} onClick={onClose}>
        {words.cancel}
      </Button>
      <Button
        type="submit"
        loading={busy}
        data-verdict={verdict || undefined}
        {...(danger ? { color: 'bad' } : {})}
        data-autofocus={takesFocus || undefined}
      >
        {confirm}
      </Button>
    </Group>
  );
}
