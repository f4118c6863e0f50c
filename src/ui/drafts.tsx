/** Drafts: what somebody has typed but not sent, kept as long as the tab is open. Never passwords, never files. */
const prefix = 'draft:';
/** Whose drafts these are. */
const owner = 'drafts-of';
/** Attempts in a browser without storage: no draft outlives the page there, but no money moves twice. */
const attempts = new Map<string, string>();
/** How many forms on the page send under each attempt. */
const forms = new Map<string, number>();

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

/** Whether something else is kept under this name than each of these. */
export function isDraftOther(name: string, than: readonly object[]): boolean {
  return than.every((each) => JSON.stringify(draftOf(name, each)) !== JSON.stringify(each));
}

export function keepDraft(name: string, values: object): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(plain(values)));
  } catch {
    // In a browser without storage forms still work.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Nothing was kept.
  }
}

const attemptIn = (name: string) => `${name}:attempt`;
const lostIn = (name: string) => `${name}:attempt:lost`;

/**
 * The idempotency key of a draft. Until an answer comes, sending the draft again after a reload uses the same key, so
 * that it is carried out once.
 */
export function attemptOf(name: string, fresh: () => string): string {
  const key = attemptNow(name) ?? fresh();
  keepIn(attemptIn(name), key);
  return key;
}

/** The key under which the draft goes on, if it was sent and has not ended. */
export const attemptNow = (name: string): string | undefined => keptIn(attemptIn(name));

/** Whether a try of this attempt was sent to which no answer came: it may have been made, also after a reload. */
export const isLost = (name: string): boolean => lostTake(name) !== undefined;

/** What such a try takes of a balance, as far as it is known. */
export const lostTake = (name: string): string | undefined => keptIn(lostIn(name));

/** The take of a try of which nothing is known. */
export const anyTake = 'lost';

/** Where nothing that is typed may be kept, what it takes is known as long as the page is. */
export function keepLost(name: string, take: string, mayBeKept: boolean): void {
  keepIn(lostIn(name), mayBeKept ? take : anyTake);
  if (!mayBeKept) attempts.set(lostIn(name), take);
}

export const dropLost = (name: string): void => dropIn(lostIn(name));

/** Drops the key once the attempt was answered, so that the next attempt gets a new one. */
export function endAttempt(name: string): void {
  dropIn(attemptIn(name));
  dropLost(name);
}

/** A form that sends under this attempt is on the page, until what this answers is called. */
export function beginForm(name: string): () => void {
  const count = (by: number) => void forms.set(name, (forms.get(name) ?? 0) + by);
  count(1);
  return () => count(-1);
}

/** Whether a form on the page would send this attempt once more. */
export const isInForm = (name: string): boolean => (forms.get(name) ?? 0) > 0;

function keptIn(place: string): string | undefined {
  try {
    return attempts.get(place) ?? sessionStorage.getItem(prefix + place) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepIn(place: string, text: string): void {
  try {
    sessionStorage.setItem(prefix + place, text);
  } catch {
    attempts.set(place, text);
  }
}

function dropIn(place: string): void {
  attempts.delete(place);
  dropDraft(place);
}

/** Removes all drafts when the person logs out. */
export function dropAllDrafts(): void {
  attempts.clear();
  try {
    sessionStorage.removeItem(owner);
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(prefix))
      .forEach((key) => sessionStorage.removeItem(key));
  } catch {
    // Nothing was kept.
  }
}

/**
 * Drafts are kept when a session expires, because the person may sign in again and go on. When another person signs in,
 * they are removed. Returns whether this tab was another person's: the page may hold more of them than drafts.
 */
export function keepDraftsOf(person: string): boolean {
  try {
    const before = sessionStorage.getItem(owner);
    const foreign = before !== null && before !== person;
    if (foreign) dropAllDrafts();
    sessionStorage.setItem(owner, person);
    return foreign;
  } catch {
    return false;
  }
}
