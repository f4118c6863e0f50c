/** JSON with its keys in order, so that the same content is always the same text and digest; bigints are digits. */
export function sortedJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
      return value instanceof Date ? JSON.stringify(value) : objectOf(value as Record<string, unknown>);
    default:
      return 'null';
  }
}

function objectOf(value: Record<string, unknown>): string {
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${sortedJson(inner)}`;
  }
  return `{${text}}`;
}
