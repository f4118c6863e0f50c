/** Another amount than the announced one is credited, with a word to the client. */
import { useState } from 'react';
import { centsOf, plainAmount, usd } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { usePaid } from '#proposals/PaidAllTheSame.tsx';
import { Acknowledge, useAcknowledged } from '#requests/Acknowledge.tsx';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Textarea } from '#ui/Textarea.tsx';
import { saysSo } from '#ui/toast.tsx';
import { creditOf, flagOf, flagsOf, isTickFor } from './arrived.ts';
import {
  approveTransaction,
  getCompleteTransactions,
  getTransactions,
  type ReviewedTransaction,
} from './topups.api.ts';
import { words } from './topups.words.ts';

const again = [getTransactions, getCompleteTransactions];

export function OtherForm({ row, onDone }: { row: ReviewedTransaction; onDone: () => void }) {
  const [announced, now] = [{ ...row, amount: row.chargeMoney }, new Date()];
  const flag = flagOf(flagsOf(announced, now));
  const { receivedMoney, remarks } = creditOf(announced) ?? { receivedMoney: '', remarks: '' };
  const { seen, onSeen } = useAcknowledged(flag);
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const form = useSend(approveTransaction, {
    initial: { receivedMoney, remarks },
    failed: words.updateFailed,
    again,
    query: () => ({ id: row._id, action: 'approve' as const }),
    body: (values) => ({
      ...values,
      acknowledged: paid || isTickFor(announced, now, centsOf(plainAmount(values.receivedMoney)) ?? null),
    }),
    // Sent without an amount it would be credited as it was announced.
    check: (typed) => ({
      receivedMoney: plainAmount(typed.receivedMoney) === '' ? words.amountWrong : undefined,
      remarks: typed.remarks.trim() === '' ? words.remarksNeeded : undefined,
    }),
    refused: setRefusal,
    done: saysSo(onDone),
  });
  const { paid, box } = usePaid(refusal, form.values.receivedMoney);
  return (
    <SendForm form={{ ...form, submit: () => (seen ? form.submit() : setTried(true)) }}>
      <p>{words.otherText(row.userId.username, usd(row.chargeMoney))}</p>
      <MoneyField label={words.receivedMoney} required {...form.field('receivedMoney')} />
      <Textarea label={words.adminRemarks} required rows={2} {...form.field('remarks')} />
      {flag === undefined ? null : <Acknowledge flag={flag} seen={seen} onSeen={onSeen} asked={tried} />}
      {box}
      <SendButton>{words.credit}</SendButton>
    </SendForm>
  );
}
