/** An admin begins the refund of this account: how much, and why. */
import { plainAmount, centsOf, dollarsText, usd } from '#kernel/money.ts';
import { refusalToRefund } from '#kinds/refund.ts';
import { MoneyField, SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { nameOf, type Account } from './accountParts.tsx';
import { beginRefund } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import { onceSent } from './onceSent.tsx';

const { refunding } = words;

export function BeginRefundForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const available = account.remaining ?? account.balance;
  const form = useSend(beginRefund, {
    initial: { id: account._id, amount: dollarsText(available), reason: '' },
    // Whoever closes the window after a lost answer and opens it again sends the same refund, not a second one.
    draft: `refund-${account._id}`,
    body: ({ amount, ...rest }) => ({ ...rest, amount: plainAmount(amount) }),
    check: ({ amount }) => ({ amount: tooMuch(amount) }),
    takes: ({ amount }) => plainAmount(amount),
    ...onceSent(onDone),
  });
  // A refund whose answer was lost may be set aside already.
  const tooMuch = (amount: string): string | undefined =>
    form.repeats ? undefined : refusalToRefund(centsOf(plainAmount(amount)) ?? 0n, available)?.message;
  return (
    <SendForm form={form} label={refunding.title(nameOf(account))}>
      <p>{refunding.text}</p>
      <MoneyField {...form.field('amount')} label={words.amount} description={refunding.left(usd(available))} />
      <ReasonField
        {...form.field('reason')}
        onChange={(text) => form.set('reason', text)}
        label={refunding.reason}
        required
        data-autofocus
        templates={refunding.reasons}
      />
      <SendButton>{refunding.send}</SendButton>
    </SendForm>
  );
}
