/**
 * Escapes texts for each place of a document, so that no character of them is read as markup. React does this itself
 * for texts and attributes.
 */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const signs = new Map(Object.entries(entities).map(([sign, entity]) => [entity, sign]));

/** Text or a quoted attribute, in HTML and XML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);
}

/** What `escaped` was given. */
export function unescaped(markup: string): string {
  return markup.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => signs.get(entity)!);
}

/** JSON inside a script element, which a closing tag or a comment in it would end. */
export function inScript(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** A colour in a style sheet. Anything else is none, and the sheet's own stands. */
export function cssColour(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? colour : 'initial';
}

/** Where a link may lead: the web, a mail, a phone, a messenger. Anything else leads nowhere. */
export function linkTo(address: string): string {
  return /^(https?:\/\/|mailto:|tel:|skype:|tg:)/i.test(address) ? address : '#';
}

export function mailTo(email: string, subject?: string): string {
  const address = email.split('@').map(encodeURIComponent).join('@');
  return subject === undefined ? `mailto:${address}` : `mailto:${address}?subject=${encodeURIComponent(subject)}`;
}
