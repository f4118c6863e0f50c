import { expect, test } from 'vitest';
import { passwordsDiffer } from '#users/users.ts';
import { defaults } from '#settings/settings.ts';
import { fillIn, fillPage, refusedPage } from './formpage.server.ts';

/** As React writes it: attributes in double quotes, an empty value for those that are on or off. */
const page = [
  '<form method="post"><div class="problem"><!--form-problem--></div>',
  '<label for="emailId">Email</label><input id="emailId" name="emailId" aria-describedby="emailId-problem" type="email"/>',
  '<p class="field-problem" id="emailId-problem"></p>',
  '<select id="country" name="country"><option value="" selected="">Please choose</option>',
  '<option value="UK">UK</option></select>',
  '<input type="radio" name="contactMethod" value="skype"/><input type="checkbox" name="business" value="E-Com(Clean)"/>',
  '<input type="checkbox" name="business" value="APP"/><input id="password" name="password" type="password"/>',
  '<div class="field" data-code="" hidden=""><input id="otp" name="otp" disabled=""/></div>',
  '<input type="hidden" name="token" data-token=""/></form>',
].join('');

const wrong = { code: 'auth.wrong', message: 'Login failed. Please check your credentials.', status: 401 } as const;

test('a refusal stands in the page as an alert that takes the focus, in place of the mark', () => {
  const shown = refusedPage(page, wrong, {});
  expect(shown).toContain('role="alert" tabindex="-1" autofocus>Login failed. Please check your credentials.</p>');
  expect(shown).not.toContain('<!--form-problem-->');
});

test('a refusal about a field links to it, marks it, and stands at it in the same words', () => {
  const shown = refusedPage(page, { ...wrong, status: 409, field: 'emailId', message: 'Taken & gone.' }, {});
  expect(shown).toContain('<a href="#emailId">Email: Taken &amp; gone.</a>');
  expect(shown).toMatch(/<input id="emailId"[^>]*aria-describedby="emailId-problem"[^>]*aria-invalid="true"\/?>/);
  expect(shown).toContain('<p class="field-problem" id="emailId-problem">Taken &amp; gone.</p>');
});

test('a registration that failed says its printed sentence first, and a mismatch of passwords only its own', () => {
  const register = page.replace(
    '<form ',
    '<form data-form="register" data-broken="There was an error creating the account." ',
  );
  const taken = refusedPage(register, { ...wrong, status: 409, field: 'emailId', message: 'Taken.' }, {});
  expect(taken).toContain('Email: There was an error creating the account. Taken.</a>');
  const differ = refusedPage(register, { ...passwordsDiffer, message: 'Passwords do not match!' }, {});
  expect(differ).toContain('autofocus>Passwords do not match!</p>');
});

test('what was typed stays, in text, lists, ticks and choices', () => {
  const shown = fillIn(page, { emailId: 'ana@example.com', country: 'UK', contactMethod: 'skype', business: ['APP'] });
  expect(shown).toMatch(/name="emailId"[^>]* value="ana@example.com"/);
  expect(shown).toContain('<option value="UK" selected="">');
  expect(shown).toContain('<option value="">');
  expect(shown).toMatch(/value="skype" checked=""/);
  expect(shown).toMatch(/value="APP" checked=""/);
  expect(shown).not.toMatch(/value="E-Com\(Clean\)" checked/);
});

test('passwords and codes are never written into a page', () => {
  const shown = refusedPage(page, wrong, {
    password: 'a long secret',
    confirmPassword: 'a long secret',
    otp: '123 456',
  });
  expect(shown).not.toContain('a long secret');
  expect(shown).not.toContain('123 456');
});

test('nothing typed can become markup', () => {
  const typed = `"><script>alert(1)</script>'&$&`;
  const shown = refusedPage(page, { ...wrong, message: typed }, { emailId: typed });
  expect(shown).not.toContain('<script>');
  expect(shown).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#x27;&amp;$&amp;"');
});

test('the field for the one-time code appears when the server asks for it', () => {
  expect(refusedPage(page, wrong, {})).toContain('data-code="" hidden=""');
  const asked = refusedPage(page, { code: 'auth.otp_required', message: 'Please enter the code.', status: 401 }, {});
  expect(asked).not.toContain('hidden=""');
  expect(asked).not.toContain('disabled=""');
  expect(asked).toContain('role="status" tabindex="-1" autofocus>Please enter the code.</p>');
  expect(asked).not.toContain('aria-invalid');
  const wrongCode = { code: 'auth.wrong_otp', message: 'Not right.', status: 401, field: 'otp' } as const;
  expect(refusedPage(page, wrongCode, {})).toContain('role="alert" tabindex="-1" autofocus><a href="#otp">Not right.');
});

test('the home page shows the sum of the order that its address names, and nothing else that it names', () => {
  const home =
    '<select name="accounts"><option value="2" selected="">2</option><option value="3">3</option></select>' +
    '<select name="each"><option value="15">$15</option><option value="100" selected="">$100</option></select>' +
    '<dd data-show="topUp">$30.00</dd><dd data-show="total" aria-live="polite">$260.00</dd>';
  const shown = fillPage('/homepage', { accounts: '3', each: '15' }, home, defaults);
  expect(shown).toContain('<option value="3" selected="">3</option>');
  expect(shown).toContain('<option value="15" selected="">');
  expect(shown).toContain('<dd data-show="topUp">$6.75</dd><dd data-show="total" aria-live="polite">$81.75</dd>');
  expect(fillPage('/homepage', { accounts: '3', each: '"><script>' }, home, defaults)).toBeUndefined();
  expect(fillPage('/homepage', {}, home, defaults)).toBeUndefined();
  const dearer = { ...defaults, openingFeeCents: 5_000n, depositOptionsCents: [1_500n] };
  expect(fillPage('/homepage', { accounts: '3', each: '15' }, home, dearer)).toContain('"polite">$101.75</dd>');
  expect(fillPage('/homepage', { accounts: '3', each: '100' }, home, dearer)).toBeUndefined();
});

test('only the pages of mailed links take a token from their address', () => {
  expect(fillPage('/reset-password', { token: 'abc"' }, page, defaults)).toMatch(/name="token"[^>]* value="abc&quot;"/);
  expect(fillPage('/stop-weekly', { token: 'abc' }, page, defaults)).toMatch(/name="token"[^>]* value="abc"/);
  expect(fillPage('/reset-password', {}, page, defaults)).toBeUndefined();
  expect(fillPage('/login', { token: 'abc' }, page, defaults)).toBeUndefined();
});
