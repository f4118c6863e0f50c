/** What an e-mail address may be written with, so that each mailbox has one spelling and no two look the same. */

const pattern = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]{2,}$/;

/** Invisible characters: with them two addresses could look the same. */
const invisible = /\p{C}|\p{Z}/u;

/** False for quotes, which chats put around an address, and for wide letters: such a mailbox is not the one meant. */
function isWrittenPlain(value: string): boolean {
  return value.normalize('NFKC') === value && !/[\p{Pi}\p{Pf}„‟]/u.test(value);
}

/** Scripts of which letters look like those of another: of these an address, with its domain, is written in one. */
const alike = [/\p{sc=Latn}/u, /\p{sc=Cyrl}/u, /\p{sc=Grek}/u, /\p{sc=Armn}/u, /\p{sc=Copt}/u, /\p{sc=Cher}/u];

function isOfOneScript(value: string): boolean {
  return alike.filter((script) => script.test(value)).length < 2;
}

export function isMailAddress(value: string): boolean {
  return (
    pattern.test(value) &&
    !value.includes('..') &&
    !invisible.test(value) &&
    isWrittenPlain(value) &&
    isOfOneScript(value)
  );
}
