/** What stands above the queue: what is shown, and a search that finds while it is typed. */
import { NativeSelect, TextInput } from '@mantine/core';
import { kindNames, type KindName } from '#kinds/kinds.ts';
import { useCall } from '#ui/call.tsx';
import type { TableUrl } from '#ui/table-url.tsx';
import { useSearched } from '#ui/useTyped.tsx';
import { getQueueCounts } from './counts.api.ts';
import css from './queue.module.css';
import { words } from './queue.words.ts';

type Props = { url: TableUrl; searchField: React.RefObject<HTMLInputElement | null> };

export function QueueTools({ url: { q, filters, ask }, searchField }: Props) {
  const counts = useCall(getQueueCounts, {}, { on: ['request'] });
  const { kind = '', adType = '' } = filters;
  const { text, type, find } = useSearched(q, (typed) => ask({ q: typed }));
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
        searchField.current?.blur();
      }}
    >
      <NativeSelect
        aria-label={words.filter}
        value={current}
        onChange={(event) => {
          const [nextKind = '', nextType = ''] = event.currentTarget.value.split(' ');
          ask({ filters: { kind: nextKind, adType: nextType } });
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
        ref={searchField}
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
