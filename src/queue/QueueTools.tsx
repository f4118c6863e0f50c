/** What stands above the queue: what is shown, and a search that finds while it is typed. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { kindNames, type KindName } from '#kinds/kinds.ts';
import { useCall } from '#ui/call.tsx';
import { getQueueCounts } from './queue.api.ts';
import css from './queue.module.css';
import { words } from './queue.words.ts';

/** What is shown and searched stands in the address, so that a colleague's tab shows the same. */
export function QueueTools({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const [search, setSearch] = useSearchParams();
  const counts = useCall(getQueueCounts, {}, { on: ['request'] });
  const q = search.get('q') ?? '';
  const [text, setText] = useState(q);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A space at the end of what is typed is no difference.
  useEffect(() => setText((now) => (now.trim() === q ? now : q)), [q]);
  useEffect(() => () => clearTimeout(later.current), []);
  const kind = search.get('kind') ?? '';
  const adType = search.get('adType') ?? '';
  const change = (names: Record<string, string>, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('page');
        for (const [name, value] of Object.entries(names)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace },
    );
  const find = (typed: string) => {
    clearTimeout(later.current);
    if (typed !== q) change({ q: typed }, true);
  };
  const queues = counts.data?.queues ?? [];
  const options = queues.map((each) => ({
    value: `${each.kind} ${each.adType ?? ''}`,
    label: `${words.thing(each.kind, each.adType)} (${each.pending})`,
  }));
  const current = kind === '' ? '' : `${kind} ${adType}`;
  const known = options.some((option) => option.value === current);
  return (
    <form
      className={css['tools']}
      onSubmit={(event) => {
        event.preventDefault();
        find(text.trim());
        field.current?.blur();
      }}
    >
      <NativeSelect
        aria-label={words.filter}
        value={current}
        onChange={(event) => {
          const [nextKind = '', nextType = ''] = event.currentTarget.value.split(' ');
          change({ kind: nextKind, adType: nextType });
        }}
        data={[
          { value: '', label: `${words.all} (${counts.data?.total.pending ?? 0})` },
          ...options,
          ...(known || !kindNames.includes(kind as KindName)
            ? []
            : [{ value: current, label: words.thing(kind as KindName, (adType || null) as null) }]),
        ]}
      />
      <TextInput
        ref={field}
        aria-label={words.search}
        placeholder={words.searchHint}
        type="search"
        value={text}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          clearTimeout(later.current);
          later.current = setTimeout(() => find(typed.trim()), typed === '' ? 0 : 300);
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </form>
  );
}
