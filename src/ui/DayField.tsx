/** A day to choose. It follows what is asked, and asks only for whole days: one that is being typed is none yet. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTyped } from './useTyped.tsx';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string;
  /** `YYYY-MM-DD`, or nothing where the field may be emptied. */
  onDay: (day: string) => void;
  /** There has to be a day. */
  must?: boolean;
};

export function DayField({ value, onDay, must = false, ...rest }: Props) {
  const { text, setText, ask } = useTyped(value, onDay);
  return (
    <TextInput
      {...rest}
      type="date"
      value={text}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value;
        setText(next);
        if (isDone(currentTarget, must)) ask(next);
      }}
      onBlur={({ currentTarget }) => {
        if (!isDone(currentTarget, must)) setText(value);
      }}
    />
  );
}

/** Whoever types a year writes 0002, 0020 and 0202 on the way; a date that is half typed looks like an empty field. */
function isDone({ value, validity }: HTMLInputElement, must: boolean): boolean {
  if (value === '') return !validity.badInput && !must;
  return /^[2-9]\d{3}-/.test(value);
}
