/** What html-validate finds in a page, on the public site, in a signed-in page's document and in a browser. */
import { HtmlValidate, type Message, type RuleConfig } from 'html-validate';

const ofReact: RuleConfig = {
  // How React writes: `charSet`, `disabled=""` and `<meta />`.
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'attr-case': 'off',
  'void-style': 'off',
  'doctype-style': 'off',
  'long-title': 'off',
  'tel-non-breaking': 'off',
  'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button', 'reset'] }],
  // The styles stand in the page on purpose, and its scripts are this origin's own.
  'require-sri': 'off',
};

const ofPortal: RuleConfig = {
  ...ofReact,
  // React's ids begin with `_`, which HTML allows.
  'valid-id': ['error', { relaxed: true }],
  // A table that is drawn as cards is none to a screen reader unless its parts say so; two cells may share one.
  'no-redundant-role': 'off',
  'prefer-native-element': 'off',
  // A search finds while one types: there is nothing to send.
  'wcag/h32': 'off',
  // What Mantine writes: sizes as styles, `for` around a field, a class twice, fields of text without their type.
  'no-inline-style': 'off',
  'no-redundant-for': 'off',
  'no-dup-class': 'off',
  'no-implicit-input-type': 'off',
};

const validators = [ofReact, ofPortal].map(
  (rules) => new HtmlValidate({ extends: ['html-validate:recommended'], rules }),
);

/** Mantine puts a `div` around the words of a tick. */
const isOfMantine = ({ ruleId, message }: Message) =>
  ruleId === 'element-permitted-content' && message === '<div> element is not permitted as content under <label>';

/** One line for each fault. */
export async function htmlFaults(html: string, { signedIn = false } = {}): Promise<string[]> {
  const { results } = await validators[signedIn ? 1 : 0]!.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .filter((message) => !(signedIn && isOfMantine(message)))
    .map(({ ruleId, message, line, column, selector }) => `${line}:${column} ${ruleId}: ${message} at ${selector}`);
}
