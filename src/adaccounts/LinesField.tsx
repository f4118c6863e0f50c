/**
 * A list of single lines (page addresses, domains) as long as its count says; pasting several lines fills several
 * fields.
 */
import { TextInput } from '@mantine/core';
import { useState, type ClipboardEvent } from 'react';
import { mostAddresses } from '#platforms/license.ts';
import { Cut, grown, pastedLines, sayPasted } from '#ui/RowsField.tsx';
import { CountField } from './CountField.tsx';
import { words } from './adaccounts.words.ts';
import styles from './order.module.css';

type Field = { id: string; name: string; value: never; onChange: (given: unknown) => void; error: string | undefined };
type Form = { setAll: (next: object) => void; field: (path: string) => Field; errors: Record<string, string> };

type Props = {
  form: Form;
  /** Where the list and its count stand in the form's values. */
  name: 'pageUrls' | 'domains';
  count: 'pageNum' | 'domainNum';
  lines: readonly string[];
  shown: number;
  countLabel: string;
  lineLabel: (n: number) => string;
  placeholder: string;
};

export function LinesField({ form, name, count, lines, shown, countLabel, lineLabel, placeholder }: Props) {
  const [cut, setCut] = useState<string>();
  const paste = (event: ClipboardEvent<HTMLElement>, at: number) => {
    const pasted = pastedLines(event.clipboardData.getData('text/plain')).map(([first = '']) => first);
    if (pasted.length < 2) return;
    event.preventDefault();
    const fitting = pasted.slice(0, mostAddresses - at);
    const next = grown(lines, at + fitting.length, '');
    fitting.forEach((line, offset) => (next[at + offset] = line));
    form.setAll({ [name]: next, [count]: Math.max(shown, at + fitting.length) });
    setCut(sayPasted(fitting.length, pasted.length, mostAddresses));
  };
  return (
    <div className={styles['linesfield']}>
      <CountField field={form.field(count)} label={countLabel} hint={words.license.listHint} most={mostAddresses} />
      <Cut said={cut} />
      <div className={styles['linesgrid']}>
        {Array.from({ length: shown }, (_, place) => (
          <TextInput
            key={place}
            {...form.field(`${name}.${place}`)}
            label={lineLabel(place + 1)}
            required
            placeholder={placeholder}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onPaste={(event) => paste(event, place)}
          />
        ))}
      </div>
      {form.errors[name] ? (
        <p className={styles['fielderror']} id={form.field(name).id} tabIndex={-1}>
          {form.errors[name]}
        </p>
      ) : null}
    </div>
  );
}
