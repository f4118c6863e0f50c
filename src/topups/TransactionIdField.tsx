/**
 * A transaction id, which counts once: that it was used already is said while it is typed, not after everything was
 * sent.
 */
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { hashOf, plainTransactionId, refusalOfTransferId } from '#network/transferids.ts';
import { useCall } from '#ui/call.tsx';
import type { SendingForm } from '#ui/useSend.tsx';
import { checkTransaction } from './topups.api.ts';
import { words } from './topups.words.ts';

export function useIsUsed(transactionId: string): boolean {
  const [settled] = useDebouncedValue(transactionId.trim(), 400);
  const check = useCall(
    checkTransaction,
    { query: { transactionId: settled } },
    { enabled: settled.length >= 8 && settled.length <= 128 },
  );
  return settled === transactionId.trim() && check.data?.used === true;
}

/**
 * What stands below the field. An exchange's internal transfer has a number of its own, so that what is no hash is
 * no mistake yet; but somebody who meant to paste one wants to know before it is sent.
 */
function hintTo(typed: string): string {
  if (typed === '' || hashOf(typed) !== undefined) return words.transactionHint;
  return refusalOfTransferId(typed)?.message ?? words.noHash;
}

export function TransactionIdField({ form, used = false }: { form: SendingForm; used?: boolean }) {
  const field = form.field('transactionId');
  const error = field.error ?? (used ? words.used : undefined);
  const [settled] = useDebouncedValue((field.value as string).trim(), 400);
  const hint = hintTo(settled);
  // Many copy the address of the explorer's page instead.
  const tidy = () => {
    const plain = plainTransactionId(field.value);
    if (plain !== field.value) form.set('transactionId', plain);
  };
  return (
    <TextInput
      {...field}
      onBlur={tidy}
      label={words.transactionId}
      description={hint === error ? words.transactionHint : hint}
      error={error}
      required
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={200}
      classNames={{ input: 'figures' }}
    />
  );
}
