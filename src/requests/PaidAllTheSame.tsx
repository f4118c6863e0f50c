/** Asked for where the chain does not say that a withdrawal was paid, and the admin knows that it was. */
import { Checkbox } from '@mantine/core';
import { words } from './requests.words.ts';

/** Ends the code of the refusal that is answered with it. */
export const isUnproven = (code: string | null | undefined): boolean => code?.endsWith('.unproven') === true;

type Props = { checked: boolean; onChange: (checked: boolean) => void };

export function PaidAllTheSame({ checked, onChange }: Props) {
  return (
    <Checkbox
      label={words.paidAllTheSame}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
