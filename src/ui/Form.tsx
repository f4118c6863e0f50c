/** The frame of a form: a summary of what is wrong, which takes the focus, and a button that fires once. */
import { Button, type ButtonProps } from '@mantine/core';
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { useHolding } from './Dialog.tsx';
import { Icon } from './Icon.tsx';
import { Link } from './router.tsx';
import { useReadOnly } from './session.tsx';
import type { SendingForm } from './useSend.tsx';
import { words as say } from './form.words.ts';
import { words } from './ui.words.ts';
import css from './Form.module.css';

export { useSend } from './useSend.tsx';
export { MoneyField } from './MoneyField.tsx';

const FormContext = createContext<SendingForm | undefined>(undefined);

type SendFormProps = {
  form: SendingForm;
  children: ReactNode;
  label?: string;
  /** What a row of each list is called, so that the summary says which one is meant. */
  rows?: RowNames;
};

type RowNames = Readonly<Record<string, (row: number) => string>>;

export function SendForm({ form, children, label, rows = {} }: SendFormProps) {
  useHolding(form.busy);
  return (
    <FormContext value={form}>
      <form
        className={css['form']}
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!askedFirst(event.currentTarget)) form.submit();
        }}
      >
        <ErrorSummary form={form} rows={rows} />
        {children}
      </form>
    </FormContext>
  );
}

/** Whether a field still asks something (`MailField`): it gets the focus instead. */
function askedFirst(form: HTMLFormElement): boolean {
  const question = form.querySelector('[data-question]');
  if (!question) return false;
  // It is in sight as soon as its field has lost the focus.
  (document.activeElement as HTMLElement | null)?.blur();
  question.querySelector('button')?.focus();
  return true;
}

function ErrorSummary({ form, rows }: { form: SendingForm; rows: RowNames }) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(form.errors);
  const count = entries.length + (form.refusal ? 1 : 0);
  useEffect(() => {
    if (form.tries > 0) box.current?.focus();
  }, [form.tries]);
  if (count === 0) return form.lost && !form.busy ? <Lost {...form.lost} /> : null;
  return (
    <div ref={box} className={css['summary']} role="alert" tabIndex={-1}>
      <p className={css['title']}>
        <Icon name="warning" />
        {form.refusal && entries.length === 0 ? form.refusal.message : say.problems(count)}
      </p>
      {form.arrived ? <Arrived {...form.arrived} /> : null}
      {form.lost ? <LostSee {...form.lost} /> : null}
      {entries.length > 0 ? (
        <ul>
          {form.refusal ? <li>{form.refusal.message}</li> : null}
          {entries.map(([path, sentence]) => (
            <li key={path}>
              <a
                href={`#${form.idOf(path)}`}
                onClick={(event) => {
                  event.preventDefault();
                  show(document.getElementById(form.idOf(path)), 'center');
                }}
              >
                {saidOf(path, sentence, rows)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Said of a try before the page was loaded anew, or before something else was typed. */
function Lost(lost: NonNullable<SendingForm['lost']>) {
  return (
    <div className={css['summary']} role="status">
      <p className={css['title']}>
        <Icon name="warning" />
        {say.lostBefore}
      </p>
      <LostSee {...lost} />
    </div>
  );
}

function LostSee({ seenAt }: NonNullable<SendingForm['lost']>) {
  if (seenAt === undefined) return null;
  return (
    <div className={css['arrived']}>
      <SeenAt at={seenAt}>{say.lostSee}</SeenAt>
    </div>
  );
}

function show(part: HTMLElement | null, block: ScrollLogicalPosition = 'start'): void {
  part?.scrollIntoView({ block });
  part?.focus({ preventScroll: true });
}

/** The first try has arrived: the way to it, and the press that makes a second one of what stands here now. */
function Arrived({ seenAt, anew }: NonNullable<SendingForm['arrived']>) {
  const readOnly = useReadOnly();
  return (
    <div className={css['arrived']}>
      {seenAt === undefined ? null : <SeenAt at={seenAt}>{say.arrivedSee}</SeenAt>}
      <Button
        variant="default"
        size="sm"
        disabled={readOnly}
        onClick={({ currentTarget }) => {
          anew();
          currentTarget.form?.requestSubmit();
        }}
      >
        {say.arrivedAnew}
      </Button>
    </div>
  );
}

/** Leads to the page, or to the part of this one, that lists what was made. */
function SeenAt({ at, children }: { at: string; children: ReactNode }) {
  return (
    <Link
      to={at}
      onClick={(event) => {
        if (!at.startsWith('#')) return;
        event.preventDefault();
        show(document.getElementById(at.slice(1)));
      }}
    >
      {children}
    </Link>
  );
}

/** `Page 2: …` where the field stands in the second row of the pages. */
export function saidOf(path: string, sentence: string, rows: RowNames): string {
  const [, list = '', place] = /^(.*?)\.(\d+)(?:\.|$)/.exec(path) ?? [];
  return place === undefined ? sentence : say.rowProblem((rows[list] ?? say.row)(Number(place) + 1), sentence);
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
