/** What stands above the queue: what is shown, and a search that finds while it is typed. */
import { NativeSelect, TextInput } from '@mantine/core';
import { kindNames, type KindName } from '#kinds/kinds.ts';
import { useCall } from '#ui/call.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { useSearched } from '#ui/useTyped.tsx';
import { getQueueCounts } from './counts.api.ts';
import css from './queue.module.css';
import { words } from './queue.words.ts';

/** What is shown and searched stands in the address, so that a colleague's tab shows the same. */
export function QueueTools({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const [search, setSearch] = useSearchParams();
  const counts = useCall(getQueueCounts, {}, { on: ['request'] });
  const q = search.get('q') ?? '';
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
  const { text, type, find } = useSearched(q, (typed) => change({ q: typed }, true));
  const queues = counts.data?.queues ?? [];
  const options = queues.map((each) => ({
    value: `${each.kind} ${each.adType ?? ''}`,
    label: `${words.thing(each.kind, each.adType)} (${words.count(each)})`,
  }));
  const current = kind === '' ? '' : `${kind} ${adType}`;
  const known = options.some((option) => option.value === current);
  return (
    <form
      className={css['tools']}
      onSubmit={(event) => {
        event.preventDefault();
        find(text);
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
          { value: '', label: counts.data ? `${words.all} (${words.count(counts.data.total)})` : words.all },
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
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </form>
  );
}
