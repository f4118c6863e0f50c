/** `3 accounts shown, 1 state changed`: counts with their nouns. */
export function brief(counts: readonly (readonly [many: number, one: string, more: string])[]): string {
  return counts.map(([many, one, more]) => `${many} ${many === 1 ? one : more}`).join(', ');
}
