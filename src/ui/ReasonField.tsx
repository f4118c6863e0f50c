/** What is said with a decision, and ready sentences to start from. */
import { Textarea } from './Textarea.tsx';
import { useRef, type ComponentProps, type KeyboardEvent } from 'react';
import { Chip, Chips } from './Chip.tsx';
import { words } from './ui.words.ts';
import css from './ReasonField.module.css';

type Props = Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange' | 'rows'> & {
  value: string;
  onChange: (text: string) => void;
  templates?: readonly string[] | undefined;
  /** A number chooses a ready sentence: for admins who decide by keyboard, not where a sentence may begin with one. */
  keys?: boolean;
  rows?: number;
};

/** How many ready sentences have a number key, where any has. */
const mostKeys = 5;

export function ReasonField({ onChange, onKeyDown, templates = [], keys = false, ...rest }: Props) {
  const numbered = keys ? mostKeys : 0;
  const field = useRef<HTMLTextAreaElement>(null);
  // After a ready sentence was chosen the focus goes to the text, where it can be changed and sent.
  const choose = (template: string) => {
    onChange(template);
    field.current?.focus();
  };
  // In a field in which nothing stands yet, a number is that of a ready sentence.
  const chooseByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const template = /^[1-5]$/.test(event.key) && keys ? templates[Number(event.key) - 1] : undefined;
    if (template === undefined || rest.value !== '' || event.ctrlKey || event.metaKey || event.altKey)
      return onKeyDown?.(event);
    event.preventDefault();
    choose(template);
  };
  return (
    <div className={css['reason']}>
      <Textarea
        rows={2}
        most={8}
        {...rest}
        ref={field}
        onKeyDown={chooseByKey}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {templates.length > 0 ? (
        <Chips label={words.templates}>
          {templates.map((template, place) => (
            <Chip
              key={template}
              aria-keyshortcuts={place < numbered ? String(place + 1) : undefined}
              onClick={() => choose(template)}
            >
              {place < numbered ? (
                <kbd aria-hidden="true" className={css['key']}>
                  {place + 1}
                </kbd>
              ) : null}
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
