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
 * The key of the attempt to send a draft: as long as it has no answer, a reload that sends the draft again makes the
 * same attempt, which happens once.
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

/**
 * Drafts outlive a session that ended by itself, as its person may sign in again and go on; whoever else signs in here
 * shall not find them. Answers whether there were any of somebody else.
 */
export function keepDraftsOf(person: string): boolean {
  try {
    const before = sessionStorage.getItem('drafts-of');
    sessionStorage.setItem('drafts-of', person);
    const foreign =
      before !== null && before !== person && Object.keys(sessionStorage).some((key) => key.startsWith(prefix));
    if (foreign) dropAllDrafts();
    return foreign;
  } catch {
    return false;
  }
}
