/**
 * Pages with a form that works without the script. The browser sends a plain POST; the server answers with the next
 * page, or with this page again, the message in place of `form-problem` and the typed values in the fields.
 */
import type { InputHTMLAttributes, ReactNode } from 'react';
import { form as words } from './forms.words.ts';

type FormProps = {
  heading: string;
  welcome: string;
  action: string;
  submit: string;
  /** What the script says when the call succeeds or cannot be made, and where it goes then. */
  says: Readonly<Record<string, string>>;
  /** What the address may say on arriving here (`#sent`): shown by style alone. */
  told?: Readonly<Record<string, string>>;
  children: ReactNode;
  below?: ReactNode;
  beside?: ReactNode;
};

export function FormPage({ heading, welcome, action, submit, says, told = {}, children, below, beside }: FormProps) {
  const { empty, choose, address, short } = words;
  const data = Object.fromEntries(
    Object.entries({ ...says, empty, choose, address, short }).map(([name, value]) => [`data-${name}`, value]),
  );
  return (
    <div className="wrap form-page">
      <div className="form-column">
        <h1>{heading}</h1>
        <p className="lead">{welcome}</p>
        {Object.entries(told).map(([id, sentence]) => (
          <p key={id} id={id} className="told" tabIndex={-1}>
            {sentence}
          </p>
        ))}
        <form method="post" action={action} {...data}>
          <div
            className="problem"
            data-problem=""
            tabIndex={-1}
            dangerouslySetInnerHTML={{ __html: '<!--form-problem-->' }}
          />
          {children}
          <button className="button wide-button" type="submit">
            {submit}
          </button>
          <p className="said" data-said="" role="status" />
        </form>
        {below}
      </div>
      {beside}
    </div>
  );
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { name: string; label: string; hint?: string };

export function Field({ name, label, hint, ...input }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type="text" aria-describedby={describedBy(name, hint)} {...input} />
      <Below name={name} hint={hint} />
    </div>
  );
}

/** What a field is described by: its hint, and its problem once there is one. */
export function describedBy(name: string, hint?: string): string {
  return hint ? `${name}-problem ${name}-hint` : `${name}-problem`;
}

/** The place of a field's problem, which the server or the script fills with words, and its hint. */
export function Below({ name, hint }: { name: string; hint?: string | undefined }) {
  return (
    <>
      <p className="field-problem" id={`${name}-problem`} />
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
    </>
  );
}

/** A password with its eye: the button appears with the script, because only a script can turn it. */
export function PasswordField({ name, label, hint, ...input }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="with-eye">
        <input
          id={name}
          name={name}
          type="password"
          aria-describedby={describedBy(name, hint)}
          spellCheck={false}
          maxLength={256}
          required
          {...input}
        />
        <button
          type="button"
          className="eye"
          data-eye={name}
          aria-pressed="false"
          aria-label={`${words.show} ${label.toLowerCase()}`}
        >
          <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" className="mark">
            <path d="M3 16s5-8.5 13-8.5S29 16 29 16s-5 8.5-13 8.5S3 16 3 16z" />
            <path d="M16 12a4 4 0 1 0 0 8 4 4 0 0 0 0-8z" />
            <path className="lid" d="M5 5l22 22" />
          </svg>
        </button>
      </div>
      <Below name={name} hint={hint} />
    </div>
  );
}
