/** An admin says what became of an ad account: only the steps that are legal from its state are offered. */
import { NativeSelect, TextInput } from '@mantine/core';
import { nextStates, type AccountState } from '#ledger/accountlife.ts';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import type { Account } from './accountParts.tsx';
import { setAccountState } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import { onceSent } from './onceSent.tsx';

const { change } = words;

export function StateForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const next = nextStates(account.state);
  const form = useSend(setAccountState, {
    // Among several none is proposed: the client is told of it at once.
    initial: { state: (next.length > 1 ? '' : next[0]) as AccountState, reason: '', word: '', note: '' },
    query: () => ({ id: account._id }),
    check: ({ state }) => ({ state: next.includes(state) ? undefined : change.missing }),
    ...onceSent(onDone),
  });
  return (
    <SendForm form={form} label={change.title(account.adsId)}>
      <p>{change.told}</p>
      <NativeSelect
        {...form.field('state')}
        value={next.includes(form.values.state) ? form.values.state : ''}
        label={change.state}
        data={[{ value: '', label: change.choose }, ...next]}
        data-autofocus
      />
      <ReasonField
        {...form.field('reason')}
        onChange={(text) => form.set('reason', text)}
        label={change.reason}
        required
        templates={change.reasons[form.values.state]}
      />
      <TextInput
        {...form.field('word')}
        label={change.word}
        description={change.wordHint}
        autoComplete="off"
        maxLength={80}
      />
      <ReasonField
        {...form.field('note')}
        onChange={(text) => form.set('note', text)}
        label={change.note}
        description={change.noteHint}
      />
      <SendButton>{change.save}</SendButton>
    </SendForm>
  );
}
