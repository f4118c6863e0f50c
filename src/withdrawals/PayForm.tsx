/** What an admin does with a withdrawal on which two agreed: names the transfer that paid it, or takes it back. */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Endpoint } from '#kernel/endpoint.ts';
import { refusalOfTransferId } from '#network/transferids.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import { LetPassField } from '#requests/LetPassField.tsx';
import { blankPayOut, isToWait } from '#requests/requests.ts';
import { usePaid } from '#proposals/PaidAllTheSame.tsx';
import { AskedButton } from '#ui/AskedButton.tsx';
import { useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useHere } from '#ui/here.tsx';
import { RowButton } from '#ui/RowButton.tsx';
import { toast } from '#ui/toast.tsx';
import { isEarly } from './warnings.ts';
import type { Destination } from './destination.api.ts';
import { approveWithdrawal, payWithdrawal } from './withdrawals.api.ts';
import { words } from './withdrawals.words.ts';
import styles from './withdrawals.module.css';

type Props = {
  row: { applyId: string; destination?: Destination | undefined; waits?: { by: string } | null };
  again: readonly Endpoint[];
  children: ReactNode;
};

type PayProps = Props & {
  /** What stands in place of its button, where a colleague says that they have paid. The open window stays. */
  waits: ReactNode;
};

export function PayForm({ row: { applyId, destination, waits: waiting }, again, waits: proposed, children }: PayProps) {
  const here = useHere();
  const [opened, setOpened] = useState(false);
  const [transactionId, setTransactionId] = useState('');
  const [letPass, setLetPass] = useState('');
  const change = useChange(payWithdrawal, {
    again,
    failed: words.updateFailed,
    toast: false,
    // The window says it, unless it went with its page meanwhile.
    refused: ({ message }) => {
      if (!here.current) toast.failed(`${applyId}: ${message}`);
    },
    done: (answer) => {
      setOpened(false);
      toast.done(answer.message, 3_000);
    },
  });
  const { paid, onPaid, box } = usePaid(change.refusal, transactionId);
  const waits = isEarly(destination) || isToWait(withdrawal, change.refusal);
  const wrong = transactionId.trim() === '' ? undefined : refusalOfTransferId(transactionId)?.message;
  return (
    <>
      {proposed ?? (
        <RowButton data-verdict onClick={() => setOpened(true)} aria-label={words.payOne(applyId)}>
          {words.pay}
        </RowButton>
      )}
      <ConfirmDialog
        opened={opened}
        onClose={() => (setOpened(false), onPaid(false))}
        title={words.payOne(applyId)}
        confirm={words.pay}
        verdict
        busy={change.busy}
        refused={change.refusal?.message}
        onConfirm={() =>
          change.send({
            query: { applyId },
            body: { transactionId, letPass, acknowledged: paid },
          })
        }
      >
        <div className={styles['about']}>{children}</div>
        {waiting ? <p className={styles['quiet']}>{words.namedBy(waiting.by)}</p> : null}
        <TextInput
          data-autofocus
          label={words.labels.approve}
          value={transactionId}
          maxLength={128}
          error={wrong}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTransactionId(event.currentTarget.value)}
        />
        {waits ? (
          <>
            {destination?.takesTwo ? <p className={styles['quiet']}>{words.passTakesTwo}</p> : null}
            <LetPassField value={letPass} onChange={setLetPass} />
          </>
        ) : null}
        {box}
      </ConfirmDialog>
    </>
  );
}

export function TakeBackForm({ applyId, again, children }: Omit<Props, 'row'> & { applyId: string }) {
  return (
    <AskedButton
      label={words.takeBackOne}
      as={(asking) => <RowButton data-verdict quiet {...asking} />}
      of={words.takeBackOf(applyId)}
      title={words.takeBackOf(applyId)}
      endpoint={approveWithdrawal}
      args={(remarks) => ({ query: { applyId, action: 'reject' as const }, body: { remarks } })}
      reason={{
        label: words.labels.reject,
        required: true,
        error: blankPayOut.reject,
        templates: withdrawal.words.reasons,
      }}
      failed={words.updateFailed}
      again={again}
      verdict
      done={({ message }) => toast.done(message, 3_000)}
    >
      {children}
    </AskedButton>
  );
}
