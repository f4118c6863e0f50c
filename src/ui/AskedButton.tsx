/** A button for what can't be taken back: it asks once more, makes one call, and says a refusal in the question. */
import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Endpoint, OutputOf } from '#kernel/endpoint.ts';
import { useChange, type CallArgs } from './call.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useReadOnly } from './session.tsx';

type Props<E extends Endpoint> = Pick<ButtonProps, 'size' | 'variant'> & {
  label: string;
  /** What a screen reader says of the button, where its label alone does not say of what. */
  of?: string;
  title: string;
  /** The word on the button that does it; that of the first button where it is left out. */
  confirm?: string;
  endpoint: E;
  args: CallArgs<E>;
  failed?: string;
  /** Calls to fetch again after a success. */
  again: readonly Endpoint[];
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
  failed,
  again,
  done,
  children,
  variant = 'default',
  ...look
}: Props<E>) {
  const [asking, setAsking] = useState(false);
  const readOnly = useReadOnly();
  const change = useChange(endpoint, {
    ...(failed === undefined ? {} : { failed }),
    again,
    done: (answer) => {
      setAsking(false);
      done(answer);
    },
  });
  return (
    <>
      <Button {...look} variant={variant} disabled={readOnly} onClick={() => setAsking(true)} aria-label={of}>
        {label}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={title}
        confirm={confirm}
        danger
        busy={change.busy}
        refused={change.refusal?.message}
        onConfirm={() => change.send(args)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
