/** A button for what can't be taken back: it asks once more, makes one call, and says a refusal in the question. */
import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ComponentProps, type ReactNode } from 'react';
import type { Endpoint, OutputOf } from '#kernel/endpoint.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { useChange, type CallArgs } from './call.tsx';
import { ConfirmDialog, type Reason } from './ConfirmDialog.tsx';
import { useHere } from './here.tsx';
import { useReadOnly } from './session.tsx';
import { toast } from './toast.tsx';

/** What any button that asks has, however it looks. */
type Asking = { children: string; disabled: boolean; onClick: () => void; 'aria-label': string | undefined };

type Props<E extends Endpoint> = Pick<ButtonProps, 'size' | 'variant'> & {
  label: string;
  /** The button itself, where it looks like no other. */
  as?: (asking: Asking) => ReactNode;
  /** What a screen reader says of the button, where its label alone does not say of what. */
  of?: string;
  title: string;
  /** The word on the button that does it; that of the first button where it is left out. */
  confirm?: string;
  endpoint: E;
  args: CallArgs<E> | ((reason: string, ticked: boolean) => CallArgs<E>);
  reason?: Reason;
  /** The tick that answers a refusal, where one does. */
  tick?: (refusal: Refusal) => ComponentProps<typeof ConfirmDialog>['tick'];
  failed?: string;
  /** Calls to fetch again after a success. */
  again?: readonly Endpoint[];
  /** False where nothing is lost by it. */
  danger?: boolean;
  /** It decides about a row of a list: a press counts only where the pointer went to it. */
  verdict?: boolean;
  done: (answer: OutputOf<E>) => void;
  /** What would happen. */
  children: ReactNode;
};

export function AskedButton<E extends Endpoint>({
  label,
  of,
  title,
  confirm = label,
  endpoint,
  args,
  reason,
  tick,
  failed,
  again = [],
  danger = true,
  verdict = false,
  done,
  children,
  variant = 'default',
  as = (asking) => <Button {...look} variant={variant} {...asking} />,
  ...look
}: Props<E>) {
  const [asking, setAsking] = useState(false);
  const readOnly = useReadOnly();
  const here = useHere();
  const change = useChange(endpoint, {
    ...(failed === undefined ? {} : { failed }),
    again,
    // The question says it, unless it went with its row meanwhile.
    toast: false,
    refused: ({ message }) => {
      if (!here.current) toast.failed(message);
    },
    done: (answer) => {
      setAsking(false);
      done(answer);
    },
  });
  return (
    <>
      {as({ children: label, disabled: readOnly, onClick: () => setAsking(true), 'aria-label': of })}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={title}
        confirm={confirm}
        danger={danger}
        verdict={verdict}
        busy={change.busy}
        refused={change.refusal?.message}
        tick={change.refusal && tick?.(change.refusal)}
        {...(reason === undefined ? {} : { reason })}
        onConfirm={(given, ticked) => change.send(typeof args === 'function' ? args(given, ticked) : args)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
