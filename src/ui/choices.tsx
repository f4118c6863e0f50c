/** What somebody chose and is remembered in this browser; without storage a choice lasts as long as the page. */

export function choiceOf(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keepChoice(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page has it.
  }
}

/** Yes or no by name; nothing of what has no choice. */
export type Choices = Readonly<Record<string, boolean>>;

export function choicesOf(key: string): Choices {
  try {
    return JSON.parse(choiceOf(key) ?? '{}') as Choices;
  } catch {
    return {};
  }
}
