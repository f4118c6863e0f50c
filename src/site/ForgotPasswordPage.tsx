import { Field, FormPage } from './FormPage.tsx';
import { forgot as words } from './forms.words.ts';
import { PageHead } from './PageHead.tsx';

export default function ForgotPasswordPage() {
  return (
    <FormPage
      heading={words.heading}
      welcome={words.welcome}
      action="/kimi/forgot-password"
      submit={words.submit}
      says={{ form: 'forgot', broken: words.broken }}
      told={{ sent: words.sent }}
      below={
        <p className="after">
          <a href="/login">{words.back}</a>
        </p>
      }
    >
      <PageHead title={words.title} description={words.description} address="/forgot-password" />
      <Field
        name="emailId"
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        spellCheck={false}
        maxLength={254}
        required
      />
    </FormPage>
  );
}
