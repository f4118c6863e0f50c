/**
 * Text of several lines that grows with what is typed. The style sheet makes it grow (mantine.css): measuring by script
 * would lay out the page for each field and each sign.
 */
import { InputBase, type TextareaProps } from '@mantine/core';

type Props = Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'resize'> & {
  /** Lines that are there before anything is typed. */
  rows: number;
  /** From so many lines on it scrolls. */
  most?: number;
};

export function Textarea({ rows, most, ...rest }: Props) {
  const lines: object = { '--rows': rows, '--most': most };
  return (
    <InputBase
      component="textarea"
      multiline
      __staticSelector="Textarea"
      {...rest}
      rows={rows}
      styles={{ input: lines }}
    />
  );
}
