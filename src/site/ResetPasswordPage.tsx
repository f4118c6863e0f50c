import { resetPassword } from '#auth/auth.api.ts';
import { FormPage, PasswordField } from './FormPage.tsx';
import { register, reset as words } from './forms.words.ts';
import { PageHead } from './PageHead.tsx';
import { rulesOf } from './rules.ts';

const rules = rulesOf(resetPassword);

export default function ResetPasswordPage() {
  return (
    <FormPage
      heading={words.heading}
      welcome={words.welcome}
      action={resetPassword.path}
      submit={words.submit}
      says={{
        form: 'reset',
        success: words.success,
        mismatch: words.mismatch,
        missing: words.missing,
        broken: words.broken,
        next: '/login#reset',
      }}
      below={
        <p className="after">
          <a href="/forgot-password">{words.again}</a>
        </p>
      }
    >
      <PageHead title={words.title} description={words.description} address="/reset-password" />
      {/* The server writes the token of the mailed link here, so that the page needs no script to know it. */}
      <input type="hidden" name="token" data-token="" />
      <PasswordField
        {...rules('password')}
        label={words.password}
        hint={register.passwordHint}
        autoComplete="new-password"
      />
      <PasswordField {...rules('confirmPassword')} label={words.confirm} autoComplete="new-password" minLength={8} />
    </FormPage>
  );
}
