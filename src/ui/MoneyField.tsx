import { TextInput, type TextInputProps } from '@mantine/core';
import { plainAmount } from '#kernel/money.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void };

/**
 * An amount of dollars as text, so that nothing is rounded while typing; `centsOf` reads what is there once it is left
 * or sent.
 */
export function MoneyField({ value, onChange, ...rest }: Props) {
  const tidy = () => {
    const plain = plainAmount(value);
    if (plain !== value) onChange(plain);
  };
  return (
    <TextInput
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={tidy}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tidy();
      }}
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span aria-hidden="true">$</span>}
      leftSectionPointerEvents="none"
      classNames={{ input: 'figures' }}
    />
  );
}
