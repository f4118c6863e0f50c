/** Sends a form as JSON and answers in the page: a summary that links to the fields, the same words at the field. */

import { createForm, type Problem } from '#kernel/form.ts';

type Answer = {
  message?: string;
  code?: string;
  field?: string;
  token?: string;
  username?: string;
  typeOfUser?: string;
};

export function enhanceForm(form: HTMLFormElement) {
  form.noValidate = true;
  turnEyes(form);
  clearOnMethod(form);
  const token = form.querySelector<HTMLInputElement>('[data-token]');
  if (token) token.value ||= new URLSearchParams(location.search).get('token') ?? '';
  const core = createForm();
  let drawn = core.state();
  core.listen(() => {
    const { problems, busy, tries } = core.state();
    if (busy) form.setAttribute('aria-busy', 'true');
    else form.removeAttribute('aria-busy');
    // What the last try said, is no answer to this one.
    if (busy && !drawn.busy) form.querySelector('[data-said]')!.textContent = '';
    showAtFields(form, problems);
    if (tries !== drawn.tries || busy) showSummary(form, problems);
    else takeFromSummary(form, problems);
    drawn = core.state();
  });
  form.addEventListener('input', ({ target }) => core.typed((target as HTMLInputElement).name));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const judge = () => (token?.value === '' ? [{ message: form.dataset['missing']! }] : problemsOf(form));
    void core.send(judge, () => send(form));
  });
  // Some browsers keep a page whole: by Back it would come again as it was sent, and take nothing any more.
  addEventListener('pageshow', ({ persisted }) => persisted && core.state().busy && location.reload());
  const key = document.querySelector<HTMLButtonElement>('[data-passkey]');
  // Without https, but on one's own machine, browsers have no passkeys.
  if (!key || typeof PublicKeyCredential !== 'function') return;
  key.hidden = false;
  const remember = () => form.querySelector<HTMLInputElement>('[name=remember]')!.checked;
  const signIn = (credential: object) => send(form, key.value, { credential, remember: remember() });
  const start = key.dataset['start']!;
  let isPressed = false;
  key.onclick = () => {
    isPressed = true;
    void core.send(
      () => [],
      async () => {
        const credential = await (await import('./passkey.tsx')).signedIn(start);
        return credential ? signIn(credential) : [{ message: key.dataset['passkey']! }];
      },
    );
  };
  // The browser offers passkeys where the address is typed. Fetched once somebody turns to that field.
  const offer = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const credential = await (await import('./passkey.tsx')).picked(start, () => isPressed);
    if (credential)
      await core.send(
        () => [],
        () => signIn(credential),
      );
  };
  form.querySelector('[autocomplete$=webauthn]')?.addEventListener('focus', () => void offer(), { once: true });
}

/** Returns the problems; undefined when the form is finished. */
async function send(
  form: HTMLFormElement,
  address = form.action,
  content: object = contentOf(form),
): Promise<Problem[] | undefined> {
  let status = 0;
  let answer: Answer = {};
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(content),
    });
    status = response.status;
    answer = (await response.json()) as Answer;
  } catch {
    // No answer came (no `status`), or one that cannot be read.
  }
  if (status === 200) return succeed(form, answer);
  emptyPasswords(form, answer);
  // After the summary has taken the focus: a field for the one-time code that has appeared takes it instead.
  if (/otp/.test(answer.code ?? '')) {
    const input = codeField(form);
    setTimeout(() => input.focus());
    // The first time it is the next step, not a mistake.
    if (answer.code === 'auth.otp_required') return sayCalmly(form, answer.message!);
  }
  return [refusalOf(form, status, answer)];
}

function succeed(form: HTMLFormElement, answer: Answer): Problem[] | undefined {
  const says = form.dataset;
  const isLogin = says['form'] === 'login';
  if (isLogin && !(answer.token && answer.username)) return [{ message: says['unreadable']! }];
  emptyPasswords(form, {});
  // The token in the answer is for programs; the browser has its cookie.
  form.querySelector('[data-said]')!.textContent = says['success'] ?? answer.message ?? '';
  const next = isLogin
    ? nextAfterLogin(answer.typeOfUser)
    : says['form'] === 'register'
      ? afterRegistering(form)
      : says['next'];
  if (next) setTimeout(() => location.assign(next), 2000);
  // A mail that does not come is asked for again, or at another address.
  return says['form'] === 'forgot' ? [] : undefined;
}

/** Where somebody signs in who has just registered: told so, and from a platform's page on to ordering there. */
function afterRegistering(form: HTMLFormElement): string {
  const start = new URLSearchParams(location.search).get('start') ?? '';
  const page = form.getAttribute(`data-start-${start}`);
  return page ? `/login?next=${page}#registered` : '/login#registered';
}

function nextAfterLogin(role: string | undefined): string {
  const asked = new URLSearchParams(location.search).get('next');
  const own = role === 'Admin' ? '/admin/dashboard' : '/dashboard';
  return asked && /^\/(?![/\\])/.test(asked) && new URL(asked, location.origin).origin === location.origin
    ? asked
    : own;
}

function refusalOf(form: HTMLFormElement, status: number, answer: Answer): Problem {
  const says = form.dataset;
  const { code = '', message, field } = answer;
  // Away, it has judged nothing.
  if (status === 0 || status >= 500) return { message: says['broken']! };
  if (says['form'] === 'login') {
    const isSaid = status === 429 || /otp|passkey/.test(code);
    return { message: isSaid && message ? message : says['refused']!, field };
  }
  // Registration says its printed sentence, and behind it what to do about it.
  if (says['form'] === 'register')
    return { message: message ? `${says['broken']} ${message}` : says['broken']!, field };
  return { message: message ?? says['broken']!, field };
}

/** The field for the one-time code, shown from now on. */
function codeField(form: HTMLFormElement): HTMLInputElement {
  const place = form.querySelector<HTMLElement>('[data-code]')!;
  const input = place.querySelector('input')!;
  place.hidden = false;
  input.disabled = false;
  place.querySelector<HTMLElement>('[data-recovery]')!.onclick = () => {
    input.inputMode = 'text';
    input.focus();
  };
  return input;
}

function sayCalmly(form: HTMLFormElement, message: string): Problem[] {
  const line = document.createElement('p');
  line.className = 'calm';
  line.textContent = message;
  const summary = form.querySelector('[data-problem]')!;
  summary.setAttribute('role', 'status');
  summary.replaceChildren(line);
  return [];
}

/**
 * Fields by name; several ticks of one name are a list, and the two lists of Agency Ads one object, as the API prints
 * it.
 */
function contentOf(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form);
  const content: Record<string, unknown> = Object.fromEntries(data);
  if (form.dataset['form'] === 'register') {
    const wanted = data.has('agency');
    content['agencyAds'] = wanted ? { platform: data.getAll('platform'), business: data.getAll('business') } : {};
    for (const name of ['agency', 'platform', 'business']) delete content[name];
  }
  return content;
}

function problemsOf(form: HTMLFormElement): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const input of form.elements as unknown as Iterable<HTMLInputElement>) {
    if (!input.name || input.validity.valid || input.disabled || seen.has(input.name)) continue;
    seen.add(input.name);
    if (input.getClientRects().length > 0) problems.push({ message: faultOf(form, input), field: input.name });
  }
  const confirm = form.querySelector<HTMLInputElement>('[name=confirmPassword]');
  const password = form.querySelector<HTMLInputElement>('[name=password]');
  if (confirm?.validity.valid && confirm.value && confirm.value !== password?.value)
    problems.push({ message: form.dataset['mismatch']!, field: 'confirmPassword' });
  return problems;
}

function faultOf(form: HTMLFormElement, input: HTMLInputElement): string {
  const { empty, choose, address, short } = form.dataset;
  const { valueMissing, typeMismatch, tooShort, patternMismatch } = input.validity;
  const isChoice = input.type === 'radio' || input.type.startsWith('select');
  if (valueMissing) return (isChoice ? choose : empty)!;
  if (typeMismatch) return address!;
  if (patternMismatch) return input.title;
  return tooShort && input.minLength === 8 ? short! : input.validationMessage;
}

/** Shows the same message at the field. For radio buttons and tick boxes the message belongs to their group. */
function showAtFields(form: HTMLFormElement, problems: readonly Problem[]) {
  for (const old of form.querySelectorAll('.field-problem')) old.textContent = '';
  for (const old of form.querySelectorAll('[aria-invalid]')) old.removeAttribute('aria-invalid');
  for (const problem of problems) {
    const { input, place } = fieldOf(form, problem);
    if (!place) continue;
    place.textContent = problem.message;
    if (input!.type !== 'radio') input!.setAttribute('aria-invalid', 'true');
  }
}

function showSummary(form: HTMLFormElement, problems: readonly Problem[]) {
  const summary = form.querySelector<HTMLElement>('[data-problem]')!;
  summary.replaceChildren(...problems.map((problem) => lineOf(form, problem)));
  if (problems.length === 0) return;
  // What went well before is no news any more.
  for (const told of document.querySelectorAll('.told')) told.remove();
  summary.setAttribute('role', 'alert');
  summary.focus();
}

/** What was typed anew is no problem any more; what else the summary says stays until the next try. */
function takeFromSummary(form: HTMLFormElement, problems: readonly Problem[]) {
  for (const line of form.querySelectorAll<HTMLElement>('[data-problem] [data-field]'))
    if (!problems.some(({ field }) => field === line.dataset['field'])) line.remove();
}

function lineOf(form: HTMLFormElement, problem: Problem): HTMLElement {
  const line = document.createElement('p');
  const { input, place } = fieldOf(form, problem);
  if (!input || !place) {
    line.textContent = problem.message;
    return line;
  }
  const label = form.querySelector(`label[for="${input.id}"]`) ?? input.closest('fieldset')?.querySelector('legend');
  line.dataset['field'] = problem.field!;
  const link = document.createElement('a');
  link.href = `#${input.id}`;
  // A label that is a question needs no colon after it.
  link.textContent = label ? `${label.textContent}: ${problem.message}`.replace('?:', '?') : problem.message;
  line.append(link);
  return line;
}

function fieldOf(form: HTMLFormElement, { field }: Problem) {
  const input = field ? form.querySelector<HTMLInputElement>(`[name="${CSS.escape(field)}"]`) : null;
  return { input, place: input && document.getElementById(`${input.id}-problem`) };
}

/** Passwords are emptied, and after a refusal nothing else; a password stays when only the one-time code is missing. */
function emptyPasswords(form: HTMLFormElement, { code = '' }: Answer) {
  if (code.includes('otp')) return;
  for (const input of form.querySelectorAll<HTMLInputElement>('.with-eye input')) input.value = '';
}

function turnEyes(form: HTMLFormElement) {
  for (const eye of form.querySelectorAll<HTMLButtonElement>('[data-eye]')) {
    const input = form.querySelector<HTMLInputElement>(`#${eye.dataset['eye']}`)!;
    eye.addEventListener('click', () => {
      const open = input.type === 'password';
      input.type = open ? 'text' : 'password';
      eye.setAttribute('aria-pressed', String(open));
    });
  }
}

function clearOnMethod(form: HTMLFormElement) {
  form.querySelector('[data-method]')?.addEventListener('change', () => {
    for (const name of ['contact1', 'pincode']) form.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = '';
  });
}
