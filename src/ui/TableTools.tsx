/** What stands above a list: search, filters with removable chips, column choice, export, reset. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Chip, Chips } from './Chip.tsx';
import { Flyout } from './Flyout.tsx';
import { Icon } from './Icon.tsx';
import type { TableUrl } from './table-url.tsx';
import { words } from './ui.words.ts';
import css from './TableTools.module.css';

export type Filter = {
  param: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** What is shown where nothing is chosen, where that is not everything. */
  every?: string;
};
type ColumnChoice = { id: string; header: string; visible: boolean; toggle: () => void };
type SortChoice = { sort: string; header: string };

type Props = {
  url: TableUrl;
  search?: string | undefined;
  filters: readonly Filter[];
  columns: readonly ColumnChoice[];
  sorts: readonly SortChoice[];
  exporting?: { busy: boolean; start: () => void } | undefined;
};

export function TableTools({ url, search, filters, columns, sorts, exporting }: Props) {
  return (
    <div className={css['tools']}>
      <div className={css['row']}>
        {search === undefined ? null : <SearchField url={url} hint={search} />}
        {filters.map((filter) => (
          <NativeSelect
            className={css['choice']}
            key={filter.param}
            aria-label={words.table.filter(filter.label)}
            value={url.filters[filter.param] ?? ''}
            onChange={(event) => url.ask({ filters: { [filter.param]: event.currentTarget.value } })}
            data={[{ value: '', label: filter.every ?? words.table.every(filter.label) }, ...filter.options]}
          />
        ))}
        {sorts.length > 0 ? <SortSelect url={url} sorts={sorts} /> : null}
        <span className={css['gap']} />
        <ColumnMenu columns={columns} />
        {exporting ? (
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            loading={exporting.busy}
            onClick={exporting.start}
          >
            <span className={css['word']}>{words.table.export}</span>
          </Button>
        ) : null}
      </div>
      <Narrowings url={url} filters={filters} />
    </div>
  );
}

function SearchField({ url, hint }: { url: TableUrl; hint: string }) {
  const [text, setText] = useState(url.q);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(url.q), [url.q]);
  useEffect(() => () => clearTimeout(later.current), []);
  const go = (q: string) => {
    clearTimeout(later.current);
    if (q !== url.q) url.ask({ q });
  };
  return (
    <form
      role="search"
      className={css['search']}
      onSubmit={(event) => {
        event.preventDefault();
        go(text.trim());
      }}
    >
      <TextInput
        type="search"
        aria-label={words.table.search}
        placeholder={hint}
        value={text}
        leftSection={<Icon name="search" size={16} />}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setText(next);
          clearTimeout(later.current);
          later.current = setTimeout(() => go(next.trim()), 300);
        }}
      />
    </form>
  );
}

/** Cards have no column heads to click, so phones order by this. */
function SortSelect({ url, sorts }: { url: TableUrl; sorts: readonly SortChoice[] }) {
  const options = sorts.flatMap(({ sort, header }) => [
    { value: sort, label: words.table.sorted(header, words.table.ascending) },
    { value: `-${sort}`, label: words.table.sorted(header, words.table.descending) },
  ]);
  return (
    <NativeSelect
      className={`${css['choice']} ${css['onlycards']}`}
      aria-label={words.table.sortBy}
      value={url.sort}
      onChange={(event) => url.ask({ sort: event.currentTarget.value })}
      data={[{ value: '', label: words.table.sortBy }, ...options]}
    />
  );
}

function ColumnMenu({ columns }: { columns: readonly ColumnChoice[] }) {
  return (
    <Flyout
      label={words.table.columns}
      className={css['columns']}
      button={(props) => (
        <Button variant="default" leftSection={<Icon name="columns" size={16} />} {...props}>
          <span className={css['word']}>{words.table.columns}</span>
        </Button>
      )}
    >
      {() =>
        columns.map(({ id, header, visible, toggle }) => (
          <label key={id} className={css['column']}>
            <input type="checkbox" checked={visible} onChange={toggle} />
            {header}
          </label>
        ))
      }
    </Flyout>
  );
}

function Narrowings({ url, filters }: { url: TableUrl; filters: readonly Filter[] }) {
  if (!url.isNarrowed && url.sort === '') return null;
  const chips = filters.flatMap(({ param, label, options }) => {
    const value = url.filters[param];
    if (value === undefined) return [];
    const shown = options.find((option) => option.value === value)?.label ?? value;
    return [{ key: param, text: words.table.chip(label, shown), remove: () => url.ask({ filters: { [param]: '' } }) }];
  });
  if (url.q !== '') chips.unshift({ key: 'q', text: words.table.chipSearch(url.q), remove: () => url.ask({ q: '' }) });
  return (
    <Chips>
      {chips.map(({ key, text, remove }) => (
        <Chip key={key} aria-label={words.table.removeChip(text)} onClick={remove}>
          {text}
          <Icon name="close" size={13} />
        </Chip>
      ))}
      <Chip quiet onClick={url.reset}>
        {words.table.reset}
      </Chip>
    </Chips>
  );
}
