/**
 * A tick for what the admin knows and the portal can't see: the chain does not say that a withdrawal was paid, or
 * nobody has imported what an ad account spent lately.
 */
import { Checkbox } from '@mantine/core';
import { words } from './proposals.words.ts';

/** Whether a refusal has a code that this tick answers. */
export const isUnproven = (code: string | null | undefined): boolean => /\.(unproven|unseen)$/.test(code ?? '');

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

/** The same in a window that asks, where its refusal is one that a tick answers. */
export function tickFor(refusal: { code: string } | undefined) {
  if (!isUnproven(refusal?.code)) return undefined;
  return (box: Pick<Props, 'checked' | 'onChange'>) => <PaidAllTheSame code={refusal?.code} {...box} />;
}
