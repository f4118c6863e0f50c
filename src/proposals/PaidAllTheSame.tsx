/**
 * A tick for what the admin knows and the portal can't see: the chain does not say that a withdrawal was paid, or
 * nobody has imported what an ad account spent lately.
 */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { isUnproven } from './proposals.ts';
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

type Refused = { message: string; code?: string | null } | undefined;

/**
 * Whether the tick is set, and the box where a refusal asks for one. It is for what is `typed`, a transfer or an
 * amount, and for what was said of it: whoever names another one, or hears something else, is asked anew.
 */
export function usePaid(refused: Refused, typed: string) {
  const [tickedFor, setTickedFor] = useState<string>();
  const asked = isUnproven(refused?.code) ? `${typed.trim()} ${refused?.message}` : undefined;
  const paid = asked !== undefined && tickedFor === asked;
  const onPaid = (is: boolean) => setTickedFor(is ? asked : undefined);
  const box = asked && <PaidAllTheSame code={refused?.code} checked={paid} onChange={onPaid} />;
  return { paid, onPaid, box };
}
