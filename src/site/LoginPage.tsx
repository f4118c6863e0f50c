import { login } from '#auth/auth.api.ts';
import { signInWithPasskey, startPasskeySignIn } from '#auth/passkey.api.ts';
import { mailTo } from '#kernel/markup.ts';
import { useFacts } from './drawing.tsx';
import { Below, describedBy, Field, FormPage, PasswordField } from './FormPage.tsx';
import { FormAside } from './FormAside.tsx';
import { login as words, register, reset } from './forms.words.ts';
import { PageHead } from './PageHead.tsx';
import { rulesOf } from './rules.ts';

const rules = rulesOf(login);

/** Opens and closes by the browser's own means; Escape closes it too. */
function Help() {
  return (
    <>
      <p className="after">
        <button type="button" className="link" popoverTarget="help">
          {words.issue}
        </button>
      </p>
      <div id="help" popover="auto" className="popup" role="dialog" aria-labelledby="help-title">
        <h2 id="help-title">{words.helpTitle}</h2>
        {words.help.map((each) => (
          <p key={each}>{each}</p>
        ))}
        <p className="actions">
          <a className="button small" href="/forgot-password">
            {words.forgot}
          </a>
          <a className="button small quiet" href={mailTo(useFacts().brand.support.email)}>
            {words.helpContact}
          </a>
          <button type="button" className="link" popoverTarget="help" popoverTargetAction="hide">
            {words.close}
          </button>
        </p>
      </div>
    </>
  );
}

/** Shown by the script, where the browser has passkeys. */
function ByPasskey() {
  return (
    <p className="after">
      <button
        type="button"
        className="button quiet wide-button"
        data-passkey={words.noPasskey}
        data-start={startPasskeySignIn.path}
        value={signInWithPasskey.path}
        hidden
      >
        {words.passkey}
      </button>
    </p>
  );
}

export default function LoginPage() {
  return (
    <FormPage
      heading={words.heading}
      welcome={words.welcome}
      action={login.path}
      submit={words.submit}
      says={{
        form: 'login',
        success: words.success,
        refused: words.refused,
        unreadable: words.unreadable,
        broken: words.broken,
      }}
      told={{ registered: register.done, reset: reset.done }}
      below={
        <>
          <ByPasskey />
          <Help />
          <p className="after">
            {words.noAccount} <a href="/register">{words.register}</a>
          </p>
        </>
      }
      beside={<FormAside />}
    >
      <PageHead title={words.title} description={words.description} address="/login" />
      <Field
        {...rules('emailId')}
        label={words.email}
        inputMode="email"
        autoComplete="username webauthn"
        spellCheck={false}
      />
      <PasswordField {...rules('password')} label={words.password} autoComplete="current-password" />
      <div className="field" data-code="" hidden>
        <label htmlFor="otp">{words.code}</label>
        <input
          id="otp"
          type="text"
          {...rules('otp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-describedby={describedBy('otp', words.codeHint)}
          required
          disabled
        />
        <Below name="otp" hint={words.codeHint} />
        {/* Letters need another keyboard on a phone; only the script can change it. */}
        <button type="button" className="link with-script" data-recovery="">
          {words.recovery}
        </button>
      </div>
      <div className="row">
        <label className="tick">
          <input type="checkbox" name="remember" value="true" />
          {words.remember}
        </label>
        <a href="/forgot-password">{words.forgot}</a>
      </div>
    </FormPage>
  );
}
