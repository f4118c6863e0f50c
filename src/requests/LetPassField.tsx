/** The field for an admin's reason to send money that should still wait. */
import { TextInput } from '@mantine/core';
import { words } from './requests.words.ts';

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** Where it is the first thing to be filled in. */
  takesFocus?: boolean;
};

export function LetPassField({ value, onChange, error, takesFocus = false }: Props) {
  return (
    <TextInput
      label={words.letPass}
      description={words.letPassHint}
      maxLength={500}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
