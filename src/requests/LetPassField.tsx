/** The field for an admin's reason to send money that should still wait. */
import { TextInput } from '@mantine/core';
import { words } from './requests.words.ts';

type Props = { value: string; onChange: (value: string) => void; error?: string | undefined };

export function LetPassField({ value, onChange, error }: Props) {
  return (
    <TextInput
      label={words.letPass}
      description={words.letPassHint}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
