/** Deciding one top-up: approve acts at once, reject asks for remarks, and another amount may have arrived. */
import { topup } from '#kinds/topup.ts';
import { ActionIcon, Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { usd } from '#kernel/money.ts';
import { focusNext } from '#requests/JudgeCell.tsx';
import { useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toast.tsx';
import {
  approveTransaction,
  getCompleteTransactions,
  getTransactions,
  type ReviewedTransaction,
} from './topups.api.ts';
import styles from './TopupsPage.module.css';
import { words } from './topups.words.ts';

const again = [getTransactions, getCompleteTransactions];

export function Decision({ row }: { row: ReviewedTransaction }) {
  const [asking, setAsking] = useState<'reject' | 'other'>();
  const cell = useRef<HTMLDivElement>(null);
  const decide = useChange(approveTransaction, {
    failed: words.updateFailed,
    again,
    done: ({ message }) => {
      setAsking(undefined);
      toast.done(message);
      focusNext(cell.current);
    },
    // After a 409 somebody else has decided, which the list shows, so there is nothing left to type here.
    refused: ({ status }) => status === 409 && setAsking(undefined),
  });
  const decided = row.state !== 'Pending';
  const amount = usd(row.chargeMoney);
  const { username } = row.userId;
  return (
    <div ref={cell} className={styles['decision']}>
      <Button
        size="compact-sm"
        disabled={decided}
        data-verdict
        loading={decide.busy && asking === undefined}
        // The focus moves to the next row after a decision, so a key that is held down must not decide that row too.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        aria-label={words.approveOne(row.applyId, amount, username)}
        onClick={() => decide.send({ query: { id: row._id, action: 'approve' }, body: {} })}
      >
        {words.approve}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={decided}
        aria-label={words.rejectOne(row.applyId)}
        onClick={() => setAsking('reject')}
      >
        {words.reject}
      </Button>
      <ActionIcon
        variant="default"
        size={30}
        disabled={decided}
        title={words.otherArrived}
        aria-label={`${words.otherArrived}: ${row.applyId}`}
        onClick={() => setAsking('other')}
      >
        <Icon name="edit" size={16} />
      </ActionIcon>
      <Rejection
        row={row}
        opened={asking === 'reject'}
        busy={decide.busy}
        onClose={() => setAsking(undefined)}
        onReject={(remarks) => decide.send({ query: { id: row._id, action: 'reject' }, body: { remarks } })}
      />
      <Dialog opened={asking === 'other'} onClose={() => setAsking(undefined)} title={words.otherTitle}>
        <OtherAmount row={row} onDone={() => setAsking(undefined)} />
      </Dialog>
    </div>
  );
}

type RejectionProps = {
  row: ReviewedTransaction;
  opened: boolean;
  busy: boolean;
  onClose: () => void;
  onReject: (remarks: string) => void;
};

function Rejection({ row, onReject, ...dialog }: RejectionProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title={words.rejectTitle}
      confirm={words.reject}
      danger
      reason={{
        label: words.adminRemarks,
        required: true,
        error: words.rejectRemarks,
        templates: topup.words.reasons,
      }}
      onConfirm={onReject}
    >
      {words.rejectText(row.userId.username, usd(row.chargeMoney))}
    </ConfirmDialog>
  );
}

function OtherAmount({ row, onDone }: { row: ReviewedTransaction; onDone: () => void }) {
  const form = useSend(approveTransaction, {
    initial: { receivedMoney: '', remarks: '' },
    failed: words.updateFailed,
    again,
    query: () => ({ id: row._id, action: 'approve' as const }),
    check: ({ remarks }) => ({ remarks: remarks.trim() === '' ? words.remarksNeeded : undefined }),
    done: ({ message }) => {
      toast.done(message);
      onDone();
    },
  });
  return (
    <SendForm form={form}>
      <p>{words.otherText(row.userId.username, usd(row.chargeMoney))}</p>
      <MoneyField label={words.receivedMoney} required {...form.field('receivedMoney')} />
      <Textarea label={words.adminRemarks} required autosize minRows={2} {...form.field('remarks')} />
      <SendButton>{words.credit}</SendButton>
    </SendForm>
  );
}
