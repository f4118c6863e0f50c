/** Deciding one top-up in its row: what was announced is credited, or what really arrived, or it is rejected. */
import { againstIt, claimedBy, keptBy, words as chain } from '#chain/evidence.words.ts';
import { Textarea } from '#ui/Textarea.tsx';
import { useState } from 'react';
import { dollarsText, usd } from '#kernel/money.ts';
import { topup } from '#kinds/topup.ts';
import { deedOf } from '#requests/RequestParts.tsx';
import { Acknowledge } from '#requests/Acknowledge.tsx';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { refusalToDecide } from '#requests/requests.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { RowButton } from '#ui/RowButton.tsx';
import { toast } from '#ui/toast.tsx';
import {
  approveTransaction,
  getCompleteTransactions,
  getTransactions,
  type ReviewedTransaction,
} from './topups.api.ts';
import styles from './Decision.module.css';
import { words } from './topups.words.ts';

const again = [getTransactions, getCompleteTransactions];

/** Where the chain says for good that another amount arrived, that one is credited, and the client is told why. */
function creditOf({ evidence, chargeMoney }: Pick<ReviewedTransaction, 'evidence' | 'chargeMoney'>) {
  const receivedMoney = evidence?.receivedMoney ?? null;
  if (receivedMoney === null) return undefined;
  return { receivedMoney, remarks: chain.because(usd(receivedMoney), usd(chargeMoney)) };
}

export function Decision({ row }: { row: ReviewedTransaction }) {
  const credit = creditOf(row);
  return (
    <JudgeCell
      row={row}
      kind={topup}
      endpoint={approveTransaction}
      again={again}
      args={(action, { remarks }) => ({
        query: { id: row._id, action },
        body: action === 'approve' ? { ...credit } : { remarks },
      })}
      refusal={(action, { remarks }) => refusalToDecide(topup, action, { remarks }, row.chargeMoney)}
      failed={words.updateFailed}
      labels={words.labels}
      hints={{ reject: keptBy(row.evidence) }}
      about={(action) =>
        action === 'approve'
          ? topup.words.deed(
              deedOf(row, { amountCents: row.chargeMoney, receivedCents: credit?.receivedMoney ?? row.receivedMoney }),
            )
          : words.rejectAbout(usd(row.chargeMoney), row.userId.username)
      }
      flag={flagOf(row)}
      more={<OtherAmount row={row} />}
    />
  );
}

/** What is odd about it, or undefined. */
function flagOf(row: ReviewedTransaction): string | undefined {
  if (row.duplicates.length > 0) return words.duplicates;
  return againstIt(row.evidence, claimedBy({ ...row, amount: row.chargeMoney }), new Date());
}

function OtherAmount({ row }: { row: ReviewedTransaction }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <RowButton
        className={styles['other']}
        quiet
        disabled={row.state !== 'Pending'}
        title={words.otherArrived}
        aria-label={`${words.otherArrived}: ${row.applyId}`}
        onClick={() => setAsking(true)}
      >
        <Icon name="edit" size={16} />
        <span className={styles['word']}>{words.otherArrived}</span>
      </RowButton>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={words.otherTitle}>
        <OtherForm row={row} onDone={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function OtherForm({ row, onDone }: { row: ReviewedTransaction; onDone: () => void }) {
  const flag = flagOf(row);
  const [seen, setSeen] = useState(flag === undefined);
  const [tried, setTried] = useState(false);
  const credit = creditOf(row);
  const form = useSend(approveTransaction, {
    initial: credit
      ? { receivedMoney: dollarsText(credit.receivedMoney), remarks: credit.remarks }
      : { receivedMoney: '', remarks: '' },
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
    <SendForm form={{ ...form, submit: () => (seen ? form.submit() : setTried(true)) }}>
      <p>{words.otherText(row.userId.username, usd(row.chargeMoney))}</p>
      <MoneyField label={words.receivedMoney} required {...form.field('receivedMoney')} />
      <Textarea label={words.adminRemarks} required rows={2} {...form.field('remarks')} />
      {flag === undefined ? null : <Acknowledge flag={flag} seen={seen} onSeen={setSeen} asked={tried} />}
      <SendButton>{words.credit}</SendButton>
    </SendForm>
  );
}
