/** What is said with a decision, and ready sentences to start from. */
import { Textarea, type TextareaProps } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';
import { Chip, Chips } from './Chip.tsx';
import { words } from './ui.words.ts';
import css from './ReasonField.module.css';

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  templates?: readonly string[] | undefined;
};

export function ReasonField({ onChange, templates = [], ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  // After a ready sentence was chosen the focus goes to the text, where it can be changed and sent.
  const choose = (template: string) => {
    onChange(template);
    field.current?.focus();
  };
  return (
    <div className={css['reason']}>
      <Textarea
        autosize
        minRows={2}
        maxRows={8}
        {...rest}
        ref={field}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {templates.length > 0 ? (
        <Chips label={words.templates}>
          {templates.map((template) => (
            <Chip key={template} onClick={() => choose(template)}>
              {template}
            </Chip>
          ))}
        </Chips>
      ) : null}
    </div>
  );
}

/** One line is the usual case: Enter sends, Shift and Enter make a further line. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey) return;
  // Chinese input methods accept a word with Enter, which would send an unfinished rejection. Safari marks this Enter
  // by its key code only.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  // A key that is held down since the form was opened sends nothing.
  if (event.repeat) return;
  event.currentTarget.form?.requestSubmit();
}
