/** Text for LIKE and ILIKE that stands for itself: what people type may hold their wildcards. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
