import { NumberInput } from '@mantine/core';

type Field = { id: string; name: string; value: never; onChange: (given: unknown) => void; error: string | undefined };
type Props = { field: Field; label: string; hint?: string; most: number };

/** How many of something, from 1: typed or stepped, never outside. */
export function CountField({ field, label, hint, most }: Props) {
  return (
    <NumberInput
      {...field}
      label={label}
      description={hint}
      min={1}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      // While the field is empty the old number holds, so that no row disappears under the cursor.
      onChange={(given) => (typeof given === 'number' && given >= 1 ? field.onChange(given) : undefined)}
      onFocus={(event) => event.currentTarget.select()}
      inputMode="numeric"
      styles={{ wrapper: { width: '9rem' } }}
    />
  );
}
