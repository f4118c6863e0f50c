/** Deciding one top-up in its row: what was announced is credited, or what really arrived, or it is rejected. */
import { useState } from 'react';
import { usd } from '#kernel/money.ts';
import { topup } from '#kinds/topup.ts';
import { deedOf } from '#requests/RequestParts.tsx';
import { JudgeCell } from '#requests/JudgeCell.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { RowButton } from '#ui/RowButton.tsx';
import {
  approveTransaction,
  getCompleteTransactions,
  getTransactions,
  type ReviewedTransaction,
} from './topups.api.ts';
import { againstChain, besideReason, creditOf, flagOf, flagsOf } from './arrived.ts';
import styles from './Decision.module.css';
import { words } from './topups.words.ts';

const again = [getTransactions, getCompleteTransactions];

const OtherForm = late(() => import('./OtherForm.tsx').then((form) => form.OtherForm));

export function Decision({ row }: { row: ReviewedTransaction }) {
  const [announced, now] = [{ ...row, amount: row.chargeMoney }, new Date()];
  const { cents, ...credit } = creditOf(announced) ?? {};
  const against = againstChain(announced, now);
  return (
    <JudgeCell
      row={row}
      kind={topup}
      endpoint={approveTransaction}
      again={again}
      args={(action, { remarks, acknowledged = against !== undefined }) => ({
        query: { id: row._id, action },
        body: action === 'approve' ? { ...credit, acknowledged } : { remarks },
      })}
      failed={words.updateFailed}
      labels={words.labels}
      hints={{ reject: besideReason(row.evidence, row.paylink !== null) }}
      about={(action) =>
        action === 'approve'
          ? topup.words.deed(deedOf(row, { amountCents: row.chargeMoney, receivedCents: cents ?? row.receivedMoney }))
          : words.rejectAbout(usd(row.chargeMoney), row.userId.username)
      }
      flag={flagOf(flagsOf(announced, now))}
      more={<OtherAmount row={row} />}
    />
  );
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
