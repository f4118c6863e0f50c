/**
 * What an admin typed into the settings and has not saved. It stands over what is saved: it stays while they look
 * elsewhere, and when a colleague saves, and everything else shows what holds now.
 */
import { useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { draftOf, dropDraft, keepDraft } from '#ui/drafts.tsx';
import type { getSettings } from './settings.api.ts';
import { typedOf, unlike, type Typed } from './typed.ts';

const draft = 'settings';
/** `since`: the version that held when the first of it was typed. */
const nothing = { typed: {} as Partial<Typed>, since: '' };

export function useUnsaved({ settings, history }: Pick<OutputOf<typeof getSettings>, 'settings' | 'history'>) {
  const [kept, setKept] = useState(() => draftOf(draft, nothing));
  const saved = typedOf(settings);
  const version = history[0]?._id ?? '';
  const mine = unlike(saved, kept.typed);
  const any = Object.keys(mine).length > 0;
  const keep = (next: typeof nothing) => {
    setKept(next);
    if (Object.keys(next.typed).length > 0) keepDraft(draft, next);
    else dropDraft(draft);
  };
  return {
    typed: { ...saved, ...mine },
    set: (some: Partial<Typed>) =>
      keep({ typed: unlike(saved, { ...mine, ...some }), since: any ? kept.since : version }),
    any,
    /** Whether somebody has saved something since it was typed. */
    overtaken: any && kept.since !== version,
    discard: () => keep(nothing),
  };
}
