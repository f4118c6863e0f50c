import { forgotPassword } from '#auth/auth.api.ts';
import { Field, FormPage } from './FormPage.tsx';
import { forgot as words } from './forms.words.ts';
import { PageHead } from './PageHead.tsx';
import { rulesOf } from './rules.ts';

const rules = rulesOf(forgotPassword);

export default function ForgotPasswordPage() {
  return (
    <FormPage
      heading={words.heading}
      welcome={words.welcome}
      action={forgotPassword.path}
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
      <Field {...rules('emailId')} label={words.email} inputMode="email" autoComplete="username" spellCheck={false} />
    </FormPage>
  );
}
