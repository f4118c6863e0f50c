/** The frame of a form: a summary of what is wrong, which takes the focus, and a button that fires once. */
import { Button, type ButtonProps } from '@mantine/core';
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { useReadOnly } from './session.tsx';
import type { SendingForm } from './useSend.tsx';
import { words } from './ui.words.ts';
import css from './Form.module.css';

export { useSend } from './useSend.tsx';
export { MoneyField } from './MoneyField.tsx';

const FormContext = createContext<SendingForm | undefined>(undefined);

export function SendForm({ form, children, label }: { form: SendingForm; children: ReactNode; label?: string }) {
  return (
    <FormContext value={form}>
      <form
        className={css['form']}
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          form.submit();
        }}
      >
        <ErrorSummary form={form} />
        {children}
      </form>
    </FormContext>
  );
}

function ErrorSummary({ form }: { form: SendingForm }) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(form.errors);
  const count = entries.length + (form.refusal ? 1 : 0);
  useEffect(() => {
    if (form.tries > 0) box.current?.focus();
  }, [form.tries]);
  if (count === 0) return null;
  const goTo = (path: string) => {
    const field = document.getElementById(form.idOf(path));
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  };
  return (
    <div ref={box} className={css['summary']} role="alert" tabIndex={-1}>
      <p className={css['title']}>
        <Icon name="warning" />
        {form.refusal && entries.length === 0 ? form.refusal.message : words.problems(count)}
      </p>
      {entries.length > 0 ? (
        <ul>
          {form.refusal ? <li>{form.refusal.message}</li> : null}
          {entries.map(([path, sentence]) => (
            <li key={path}>
              <a
                href={`#${form.idOf(path)}`}
                onClick={(event) => {
                  event.preventDefault();
                  goTo(path);
                }}
              >
                {rowOf(path) === undefined ? sentence : words.rowProblem(rowOf(path)!, sentence)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Which of several rows, counted from 1, a field stands in. */
function rowOf(path: string): number | undefined {
  const place = /\.(\d+)(\.|$)/.exec(path)?.[1];
  return place === undefined ? undefined : Number(place) + 1;
}

type SendButtonProps = ButtonProps & { children: ReactNode; title?: string | undefined };

/** The button that sends the form around it; disabled while an admin looks at a client's area. */
export function SendButton({ children, disabled, title, ...rest }: SendButtonProps) {
  const form = useContext(FormContext);
  const readOnly = useReadOnly();
  const off = disabled === true || readOnly;
  return (
    <Button
      {...rest}
      type="submit"
      loading={form?.busy ?? false}
      disabled={off}
      title={readOnly ? words.readOnly : title}
    >
      {children}
    </Button>
  );
}
