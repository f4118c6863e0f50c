/** What is said with a decision, and ready sentences to start from. */
import { Textarea, type TextareaProps } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';
import { words } from './ui.words.ts';

type Props = Omit<TextareaProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
  templates?: readonly string[] | undefined;
};

export function ReasonField({ onChange, templates = [], ...rest }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  // Whoever has chosen a sentence goes on where it is changed and sent.
  const choose = (template: string) => {
    onChange(template);
    field.current?.focus();
  };
  return (
    <div className="reason">
      <Textarea
        autosize
        minRows={2}
        maxRows={8}
        {...rest}
        ref={field}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {templates.length > 0 ? (
        <div className="templates" role="group" aria-label={words.templates}>
          {templates.map((template) => (
            <button key={template} type="button" className="chip" onClick={() => choose(template)}>
              {template}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

/** One line is the usual case: Enter sends, Shift and Enter make a further line. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey) return;
  // A keyboard for Chinese takes a word with Enter: a rejection would go out half written. Safari says so by the number
  // only.
  if (event.nativeEvent.isComposing || event.keyCode === 229) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
