/** What one admin proposed and another one has to confirm: what it is, and the ways on. Confirming asks once more. */
import { Alert, Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Refusal } from '#kernel/refusal.ts';
import { ConfirmDialog, type Reason } from './ConfirmDialog.tsx';
import { Icon } from './Icon.tsx';
import css from './Proposal.module.css';

type Way = { label: string; change: { busy: boolean; refusal: Refusal | undefined }; go: () => void };

type Props = {
  title: string;
  /** Who proposed it, and what that means. */
  text?: ReactNode;
  /** What is proposed; it is shown again before it is confirmed. */
  children: ReactNode;
  /** Nothing for this admin to do: one's own. */
  quiet?: boolean;
  /** Missing for whoever proposed it. */
  confirm?: Way & { title: string; text: ReactNode };
  /** With `ask`, it asks once more, and for a reason where another admin's wish is refused. */
  drop?: Omit<Way, 'go'> & { go: (reason: string) => void; ask?: { title: string; reason?: Reason } };
};

/** Pressed where another one was a moment ago, they ask nothing. */
function Ways({ confirm, drop, ask }: Pick<Props, 'confirm' | 'drop'> & { ask: (what: 'confirm' | 'drop') => void }) {
  if (!confirm && !drop) return null;
  return (
    <div className={css['ways']}>
      {confirm ? (
        <Button size="sm" data-confirm data-verdict loading={confirm.change.busy} onClick={() => ask('confirm')}>
          {confirm.label}
        </Button>
      ) : null}
      {drop ? (
        <Button
          size="sm"
          variant="default"
          data-verdict
          loading={drop.change.busy}
          onClick={() => (drop.ask ? ask('drop') : drop.go(''))}
        >
          {drop.label}
        </Button>
      ) : null}
    </div>
  );
}

export function Proposal({ title, text, children, quiet = false, confirm, drop }: Props) {
  const [asking, setAsking] = useState<'confirm' | 'drop'>();
  const refusal = confirm?.change.refusal ?? drop?.change.refusal;
  const asked = (asking === 'drop' ? drop : confirm)?.change;
  const busy = asked?.busy ?? false;
  // The window goes once it is done. A refusal stays in it, beside the reason that was typed.
  const [wasBusy, setWasBusy] = useState(busy);
  if (wasBusy !== busy) {
    setWasBusy(busy);
    if (!busy && !asked?.refusal) setAsking(undefined);
  }
  return (
    <Alert
      color={quiet ? 'calm' : 'wait'}
      className={css['proposal']}
      data-quiet={quiet || undefined}
      title={title}
      icon={<Icon name="clock" />}
    >
      <div className={css['body']}>
        {text ? <p>{text}</p> : null}
        {children}
        {refusal && asking === undefined ? <p className={css['refused']}>{refusal.message}</p> : null}
        <Ways confirm={confirm} drop={drop} ask={setAsking} />
      </div>
      {confirm ? (
        <ConfirmDialog
          opened={asking === 'confirm'}
          onClose={() => setAsking(undefined)}
          title={confirm.title}
          confirm={confirm.label}
          verdict
          busy={busy}
          refused={confirm.change.refusal?.message}
          onConfirm={confirm.go}
        >
          <div className={css['body']}>
            {children}
            {confirm.text ? <p>{confirm.text}</p> : null}
          </div>
        </ConfirmDialog>
      ) : null}
      {drop?.ask ? (
        <ConfirmDialog
          opened={asking === 'drop'}
          onClose={() => setAsking(undefined)}
          title={drop.ask.title}
          confirm={drop.label}
          verdict
          {...(drop.ask.reason ? { reason: drop.ask.reason } : {})}
          busy={busy}
          refused={drop.change.refusal?.message}
          onConfirm={drop.go}
        >
          {children}
        </ConfirmDialog>
      ) : null}
    </Alert>
  );
}
