import { createAccount } from '#users/users.api.ts';
import { businessChoices, contactMethods, countries, platformChoices } from '#users/users.ts';
import { useFacts, useWords } from './drawing.tsx';
import { onlyOn } from './facts.ts';
import { startsOf } from './start.ts';
import { FormAside } from './FormAside.tsx';
import { Below, describedBy, Field, FormPage, PasswordField } from './FormPage.tsx';
import { register as words } from './forms.words.ts';
import { PageHead } from './PageHead.tsx';
import { rulesOf } from './rules.ts';

const rules = rulesOf(createAccount);

function Country() {
  return (
    <div className="field">
      <label htmlFor="country">{words.country}</label>
      <select
        id="country"
        name="country"
        autoComplete="country-name"
        required
        defaultValue=""
        aria-describedby={describedBy('country')}
      >
        <option value="">{words.chooseCountry}</option>
        {countries.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <Below name="country" />
    </div>
  );
}

/**
 * Phone and PIN code appear once a method is chosen, by style alone; choosing another one clears them, by the script.
 */
function ContactMethod() {
  return (
    <>
      <fieldset className="choices" data-method="" aria-describedby={describedBy('contactMethod')}>
        <legend>{words.method}</legend>
        {contactMethods.map((value, index) => (
          <label key={value} className="choice">
            <input
              type="radio"
              id={index === 0 ? 'contactMethod' : undefined}
              name="contactMethod"
              value={value}
              required
            />
            {words.methods[value]}
          </label>
        ))}
        <Below name="contactMethod" />
      </fieldset>
      <div className="pair when-method">
        <Field
          {...rules('contact1')}
          label={words.phone}
          hint={words.phoneHint}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          pattern="[0-9+ ]{5,20}"
          title={words.phoneWrong}
          maxLength={20}
        />
        <Field {...rules('pincode')} label={words.pincode} hint={words.pincodeHint} autoComplete="postal-code" />
      </div>
    </>
  );
}

function Ticks({ title, name, values }: { title: string; name: string; values: readonly string[] }) {
  return (
    <fieldset className="choices">
      <legend>{title}</legend>
      {values.map((value) => (
        <label key={value} className="choice">
          <input type="checkbox" name={name} value={value} />
          {value}
        </label>
      ))}
    </fieldset>
  );
}

function AgencyAds() {
  return (
    <div className="agency">
      <label className="tick">
        <input type="checkbox" name="agency" value="true" data-agency="" />
        <span>
          {words.agency} <small>{words.agencyHint}</small>
        </span>
      </label>
      <div className="when-agency">
        <Ticks title={words.platforms} name="platform" values={platformChoices} />
        <Ticks title={words.businesses} name="business" values={businessChoices} />
      </div>
    </div>
  );
}

export default function RegisterPage() {
  const { welcome, description } = useWords(words);
  const starts = startsOf(onlyOn(useFacts()));
  return (
    <FormPage
      heading={words.heading}
      welcome={welcome}
      action={createAccount.path}
      submit={words.submit}
      says={{ form: 'register', success: words.success, mismatch: words.mismatch, broken: words.failed, ...starts }}
      below={
        <p className="after">
          {words.haveAccount} <a href="/login">{words.login}</a>
        </p>
      }
      beside={<FormAside />}
    >
      <PageHead title={words.title} description={description} address="/register" />
      <Field {...rules('username')} label={words.username} autoComplete="nickname" />
      <Field {...rules('emailId')} label={words.email} inputMode="email" autoComplete="username" spellCheck={false} />
      <Country />
      <ContactMethod />
      <div className="pair">
        <PasswordField
          {...rules('password')}
          label={words.password}
          hint={words.passwordHint}
          autoComplete="new-password"
        />
        <PasswordField {...rules('confirmPassword')} label={words.confirm} autoComplete="new-password" minLength={8} />
      </div>
      <AgencyAds />
      <p className="hint">
        {words.agree} <a href="/termof-services">{words.terms}</a> {words.and}{' '}
        <a href="/privacy-policy">{words.privacy}</a>.
      </p>
    </FormPage>
  );
}
