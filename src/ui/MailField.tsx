/** An e-mail address. One that is a letter away from a Gmail is asked about, once the field was left or sent. */
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { words } from './form.words.ts';
import { gmailMeant } from './gmail.ts';
import css from './MailField.module.css';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  id: string;
  value: string;
  onChange: (given: unknown) => void;
};

export function MailField(props: Props) {
  const { id, value, onChange } = props;
  const [kept, setKept] = useState<string>();
  const meant = value === kept ? undefined : gmailMeant(value);
  const answer = (take: () => void) => () => {
    take();
    document.getElementById(id)?.focus();
  };
  return (
    <div className={css['field']}>
      <TextInput {...props} type="email" inputMode="email" />
      {meant === undefined ? null : (
        // `SendForm` holds what is sent until it is answered.
        <div role="group" aria-label={words.didYouMean(meant)} className={css['question']} data-question>
          <p>{words.didYouMean(meant)}</p>
          <Button size="compact-sm" variant="default" onClick={answer(() => onChange(meant))}>
            {words.meantIt}
          </Button>
          <Button size="compact-sm" variant="default" onClick={answer(() => setKept(value))}>
            {words.meantNot}
          </Button>
        </div>
      )}
    </div>
  );
}
