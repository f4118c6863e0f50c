/**
 * A new top-up is kept by the server while it is typed, so that it goes on at its address after a reload and on another
 * device. The tab keeps only what the server has not got yet.
 */
import { useEffect, useRef, useState } from 'react';
import { draftOf, dropDraft } from '#ui/drafts.tsx';
import { call } from '#ui/request.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { getTopupDraft, keepTopupDraft } from './drafts.api.ts';
import { draftFrom, emptyTopup, formOf, type TopupValues } from './topup-form.ts';

const pauseMs = 500;

/**
 * What was kept of it; `found` is undefined while that is asked. Where no answer comes nothing begins: what is typed
 * then would be kept in place of what is there.
 */
export function useKept(initial: TopupValues, isNew: boolean, draft: string) {
  const [found, setFound] = useState(isNew ? undefined : initial);
  const [error, setError] = useState<unknown>();
  const ask = () => {
    setError(undefined);
    call(getTopupDraft).then(({ draft: kept }) => {
      // What was sent on another device must not ask for the money once more here.
      if (!kept && draftOf(draft, emptyTopup).kept) dropDraft(draft);
      setFound(kept ? formOf(kept) : initial);
    }, setError);
  };
  useEffect(() => {
    if (isNew) ask();
    // Asked once: what is typed afterwards is newer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { found, error, ask };
}

type Form = { values: TopupValues; setAll: (next: Partial<TopupValues>) => void };

/** Keeps the form after each pause in typing; `draft` names the tab's own copy, undefined keeps nothing. */
export function useKeeping({ values, setAll }: Form, initial: TopupValues, draft: string | undefined) {
  const readOnly = useReadOnly();
  const [keeper] = useState(() => keeperOf(initial));
  const off = draft === undefined || readOnly;
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
    if (off || keeper.isOver(values)) return undefined;
    // Another photo than the one that is kept, or none any more.
    if (values.picture !== '' && keeper.isOther(values.photo)) return setAll({ picture: '' });
    if (keeper.has(values)) return dropDraft(draft);
    const keep = async () => {
      const picture = await keeper.keep(values);
      // What was sent meanwhile is left alone: a change of it would be kept once more.
      if (picture === undefined || keeper.isOver(latest.current)) return;
      const now = latest.current;
      if (keeper.has(now)) dropDraft(draft);
      const changes = now.photo === values.photo && picture !== now.picture;
      if (changes || !now.kept) setAll({ kept: true, ...(changes ? { picture } : {}) });
    };
    const timer = setTimeout(() => void keep(), pauseMs);
    return () => clearTimeout(timer);
    // `setAll` is a fresh function on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [off, draft, keeper, values]);
  // Who closes the window before the pause is over has typed it nevertheless.
  useEffect(
    () => () => {
      if (off || keeper.has(latest.current)) return;
      void keeper.keep(latest.current).then((picture) => picture !== undefined && dropDraft(draft));
    },
    [off, draft, keeper],
  );
  const forget = () => {
    if (off) return;
    dropDraft(draft);
    void keeper.forget();
  };
  return { forget };
}

/** What the server has, one call after the other: an earlier one must not arrive after a later one. */
function keeperOf(initial: TopupValues) {
  const asText = (values: TopupValues) => JSON.stringify(draftFrom(values));
  let kept = asText(initial);
  let photo: File | null = null;
  let over = false;
  let last: Promise<unknown> = Promise.resolve();
  const send = async (values: TopupValues): Promise<string | undefined> => {
    const file = values.photo && values.picture === '' ? values.photo : undefined;
    if (file) photo = file;
    try {
      const { draft } = await call(keepTopupDraft, { body: draftFrom(values), file });
      const picture = draft?.picture ?? '';
      kept = asText({ ...values, picture });
      return picture;
    } catch {
      // The tab still has it, and the next pause tries again.
      return undefined;
    }
  };
  const inTurn = (values: TopupValues) => {
    const next = last.then(() => send(values));
    last = next;
    return next;
  };
  return {
    /** It was sent: until the form is empty again, nothing of it is kept. */
    isOver: (values: TopupValues) => (over &&= asText(values) !== asText(emptyTopup)),
    has: (values: TopupValues) => over || (asText(values) === kept && [null, photo].includes(values.photo)),
    isOther: (chosen: File | null) => chosen !== photo,
    keep: async (values: TopupValues) => (over ? undefined : inTurn(values)),
    forget: () => {
      over = true;
      return inTurn(emptyTopup);
    },
  };
}
