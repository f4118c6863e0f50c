/** Asks for another account in place of this one. */
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { nameOf, type Account } from './accountParts.tsx';
import { applyReplacement } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import { onceSent } from './onceSent.tsx';
import { movesText } from './replacing.ts';

type Reader = 'User' | 'Admin';
const { replacement } = words;

export function ReplaceForm({ account, reader, onDone }: { account: Account; reader: Reader; onDone: () => void }) {
  const form = useSend(applyReplacement, {
    initial: { id: account._id, reason: '' },
    ...onceSent(onDone),
  });
  return (
    <SendForm form={form} label={replacement.title(nameOf(account))}>
      <p>{replacement.text[reader]}</p>
      {account.balance > 0n ? <p>{movesText(account.balance, account.remaining)}</p> : null}
      <ReasonField
        {...form.field('reason')}
        onChange={(text) => form.set('reason', text)}
        label={replacement.reason[reader]}
        required
        data-autofocus
        templates={replacement.reasons[reader]}
      />
      <SendButton>{replacement.send[reader]}</SendButton>
    </SendForm>
  );
}
