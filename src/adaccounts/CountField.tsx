/** How many of something, from 1: typed, stepped by a press or by the arrow keys, never outside. */
import { ActionIcon, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { words } from './adaccounts.words.ts';
import styles from './order.module.css';

type Field = { id: string; name: string; value: never; onChange: (given: unknown) => void; error: string | undefined };
type Props = { field: Field; label: string; hint?: string; most: number };

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

export function CountField({ field, label, hint, most }: Props) {
  const count = Number(field.value);
  // While the field is empty the old number holds, so that no row disappears under the cursor.
  const [isEmpty, setEmpty] = useState(false);
  const to = (next: number) => {
    setEmpty(false);
    if (next >= 1 && next <= most) field.onChange(next);
  };
  const type = (text: string) => {
    if (text.trim() === '') setEmpty(true);
    else if (/^\d+$/.test(text.trim())) to(Number(text));
  };
  const byKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    to(count + step);
  };
  return (
    <TextInput
      id={field.id}
      name={field.name}
      error={field.error}
      label={label}
      description={hint}
      className={styles['count'] ?? ''}
      role="spinbutton"
      aria-valuenow={count}
      aria-valuemin={1}
      aria-valuemax={most}
      inputMode="numeric"
      autoComplete="off"
      value={isEmpty ? '' : String(count)}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={byKey}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setEmpty(false)}
      leftSection={<Step icon="minus" label={words.order.fewer} disabled={count <= 1} onStep={() => to(count - 1)} />}
      rightSection={
        <Step icon="plus" label={words.order.further} disabled={count >= most} onStep={() => to(count + 1)} />
      }
    />
  );
}

type StepProps = { icon: 'minus' | 'plus'; label: string; disabled: boolean; onStep: () => void };

function Step({ icon, label, disabled, onStep }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="calm" aria-label={label} disabled={disabled} onClick={onStep}>
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}
