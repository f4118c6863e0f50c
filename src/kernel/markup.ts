/** Text in HTML and XML, where it stands for itself, whatever signs it holds. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const signs = new Map(Object.entries(entities).map(([sign, entity]) => [entity, sign]));

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!);
}

/** What `escaped` was given. */
export function unescaped(markup: string): string {
  return markup.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => signs.get(entity)!);
}
