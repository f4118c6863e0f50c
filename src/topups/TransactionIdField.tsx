/** A transaction id, which counts once: that it was used already is said while it is typed, not after everything was sent. */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '#ui/call.tsx';
import type { SendingForm } from '#ui/useSend.tsx';
import { checkTransaction } from './topups.api.ts';
import { words } from './topups.words.ts';

export function useIsUsed(transactionId: string): boolean {
  const [settled] = useDebouncedValue(transactionId.trim(), 400);
  const check = useCall(checkTransaction, { query: { transactionId: settled } }, { enabled: settled.length >= 8 && settled.length <= 128 });
  return settled === transactionId.trim() && check.data?.used === true;
}

export function TransactionIdField({ form, used }: { form: SendingForm; used: boolean }) {
  const field = form.field('transactionId');
  return (
    <TextInput
      {...field}
      label={words.transactionId}
      description={words.transactionHint}
      error={field.error ?? (used ? words.used : undefined)}
      required
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={128}
      classNames={{ input: 'figures' }}
    />
  );
}
