/**
 * How many of something, from 1: typed, stepped by a press or by the arrow keys. What is typed stays until the field is
 * left; where that is more than there may be, the most is taken, and the field says so. What is no number is not taken.
 */
import { ActionIcon, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { plainDigits } from '#kernel/money.ts';
import { Icon } from '#ui/Icon.tsx';
import { words } from './adaccounts.words.ts';
import styles from './order.module.css';

type Field = { id: string; name: string; value: never; onChange: (given: unknown) => void; error: string | undefined };
type Props = { field: Field; label: string; hint?: string; most: number };

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

export function CountField({ field, label, hint, most }: Props) {
  const count = Number(field.value);
  /** Until the field is left. While it is no count the old number holds, so that no row goes under the cursor. */
  const [typed, setTyped] = useState<string>();
  const [said, setSaid] = useState<Nearest>();
  const to = (next: number) => {
    setTyped(undefined);
    setSaid(undefined);
    if (next >= 1 && next <= most) field.onChange(next);
  };
  const type = (text: string) => {
    const digits = digitsIn(text);
    if (digits === undefined) return setSaid({ count, said: words.order.wholeNumber });
    setSaid(undefined);
    if (digits !== '') to(Number(digits));
    setTyped(text);
  };
  const nearest = typed?.trim() ? nearestTo(Number(digitsIn(typed)), most) : undefined;
  const leave = () => {
    setTyped(undefined);
    if (!nearest?.said) return;
    field.onChange(nearest.count);
    setSaid(nearest);
  };
  const byKey = (event: KeyboardEvent) => {
    // Nothing is sent before its sender has read that it is another number.
    if (event.key === 'Enter' && nearest?.said) {
      event.preventDefault();
      leave();
    }
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    to(count + step);
  };
  return (
    <TextInput
      id={field.id}
      name={field.name}
      error={field.error ?? (said?.count === count ? said.said : undefined)}
      label={label}
      description={hint}
      className={styles['count'] ?? ''}
      role="spinbutton"
      aria-valuenow={count}
      aria-valuemin={1}
      aria-valuemax={most}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(count)}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={byKey}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={leave}
      leftSection={<Step icon="minus" label={words.order.fewer} disabled={count <= 1} onStep={() => to(count - 1)} />}
      rightSection={
        <Step icon="plus" label={words.order.further} disabled={count >= most} onStep={() => to(count + 1)} />
      }
    />
  );
}

/** What stands in a field for a count, in the digits of any script, as 0 to 9; undefined where it is no number. */
export function digitsIn(text: string): string | undefined {
  return /^\s*(\d*)\s*$/.exec(plainDigits(text))?.[1];
}

type Nearest = { count: number; said: string | undefined };

/** The count next to what was typed, and what is said where that is another one. */
export function nearestTo(typed: number, most: number): Nearest {
  if (typed > most) return { count: most, said: words.order.atMost(most) };
  return typed < 1 ? { count: 1, said: words.order.atLeast } : { count: typed, said: undefined };
}

type StepProps = { icon: 'minus' | 'plus'; label: string; disabled: boolean; onStep: () => void };

function Step({ icon, label, disabled, onStep }: StepProps) {
  return (
    <ActionIcon variant="subtle" color="calm" aria-label={label} disabled={disabled} onClick={onStep}>
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}
