/** A client says why a suspended account should run again; an admin passes it on to the platform. */
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { nameOf, type Account } from './accountParts.tsx';
import { appealAdAccount } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import { onceSent } from './onceSent.tsx';

const { appealing } = words;

export function AppealForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const form = useSend(appealAdAccount, {
    initial: { text: '' },
    query: () => ({ id: account._id }),
    ...onceSent(onDone),
  });
  return (
    <SendForm form={form} label={appealing.title(nameOf(account))}>
      <p>{appealing.text}</p>
      <ReasonField
        {...form.field('text')}
        onChange={(text) => form.set('text', text)}
        label={appealing.label}
        description={appealing.hint}
        required
        data-autofocus
        templates={appealing.templates}
      />
      <SendButton>{appealing.send}</SendButton>
    </SendForm>
  );
}
