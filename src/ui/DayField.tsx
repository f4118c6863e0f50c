/** A day to choose. It follows what is asked, and asks only for whole days: one that is being typed is none yet. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value: string;
  /** `YYYY-MM-DD`, or nothing where the field may be emptied. */
  onDay: (day: string) => void;
  /** There has to be a day. */
  must?: boolean;
};

export function DayField({ value, onDay, must = false, ...rest }: Props) {
  const [text, setText] = useState(value);
  const asked = useRef<readonly string[]>([]);
  useEffect(() => {
    // What was asked from here may come back when one has typed on.
    const place = asked.current.indexOf(value);
    asked.current = place < 0 ? [] : asked.current.slice(place + 1);
    if (place < 0) setText(value);
  }, [value]);
  return (
    <TextInput
      {...rest}
      type="date"
      value={text}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value;
        setText(next);
        if (next === (asked.current.at(-1) ?? value) || !isDone(currentTarget, must)) return;
        asked.current = [...asked.current, next];
        onDay(next);
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
