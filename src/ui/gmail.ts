/** Gmail addresses as people mistype them. */
const domains = ['gmail.com', 'googlemail.com'];
/** One letter away, and somebody else's. */
const others = new Set(['mail.com', 'email.com', 'ymail.com']);

/** What was probably meant by `ana@gmial.com`: one letter missing, too many, wrong, or two that changed places. */
export function gmailMeant(address: string): string | undefined {
  const [name, domain, ...more] = address.trim().split('@');
  if (!name || !domain || more.length > 0) return undefined;
  const typed = domain.toLowerCase();
  if (domains.includes(typed) || others.has(typed)) return undefined;
  const meant = domains.find((each) => isOneSlipFrom(each, typed));
  return meant && `${name}@${meant}`;
}

function isOneSlipFrom(right: string, typed: string): boolean {
  let at = 0;
  while (at < right.length && right[at] === typed[at]) at += 1;
  const left = right.slice(at);
  const rest = typed.slice(at);
  return (
    left.slice(1) === rest ||
    left === rest.slice(1) ||
    left.slice(1) === rest.slice(1) ||
    (left.length > 1 && left[1] === rest[0] && left[0] === rest[1] && left.slice(2) === rest.slice(2))
  );
}
