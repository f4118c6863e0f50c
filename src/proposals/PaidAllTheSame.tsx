/**
 * A tick for what the admin knows and the portal can't see: the chain does not say that a withdrawal was paid, or
 * nobody has imported what an ad account spent lately.
 */
import { Checkbox } from '@mantine/core';
import { words } from './proposals.words.ts';

type Props = { code?: string | null | undefined; checked: boolean; onChange: (checked: boolean) => void };

export function PaidAllTheSame({ code, checked, onChange }: Props) {
  return (
    <Checkbox
      label={code?.endsWith('.unseen') ? words.lookedAtPlatform : words.paidAllTheSame}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
