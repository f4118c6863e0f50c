/** What somebody has typed and not yet sent, for as long as the tab lives. Never passwords, never files. */
const prefix = 'draft:';

function plain(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Blob)));
}

export function draftOf<V extends object>(name: string | undefined, initial: V): V {
  if (name === undefined) return initial;
  try {
    const kept = sessionStorage.getItem(prefix + name);
    return kept === null ? initial : { ...initial, ...(JSON.parse(kept) as Partial<V>) };
  } catch {
    return initial;
  }
}

export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(plain(values)));
  } catch {
    // A browser that keeps nothing still sends forms.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Nothing was kept.
  }
}

/**
 * The key of the attempt to send a draft: as long as it has no answer, a reload that sends the draft again makes the same
 * attempt, which happens once.
 */
export function attemptOf(name: string, fresh: () => string): string {
  try {
    const kept = sessionStorage.getItem(`${prefix}${name}:attempt`) ?? fresh();
    sessionStorage.setItem(`${prefix}${name}:attempt`, kept);
    return kept;
  } catch {
    return fresh();
  }
}

/** The attempt was answered: the next one is another. */
export function endAttempt(name: string): void {
  dropDraft(`${name}:attempt`);
}

/** At log-out nothing of the person stays behind. */
export function dropAllDrafts(): void {
  try {
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .forEach((key) => sessionStorage.removeItem(key));
  } catch {
    // Nothing was kept.
  }
}
