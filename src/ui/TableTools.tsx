/** What stands above a list: search, filters with removable chips, column choice, export, reset. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type MouseEvent } from 'react';
import { centsOf, plainAmount } from '#kernel/money.ts';
import { Chip, Chips } from './Chip.tsx';
import { DayField } from './DayField.tsx';
import type { useExport } from './Exporting.tsx';
import { Flyout } from './Flyout.tsx';
import { Icon } from './Icon.tsx';
import { Refused } from './Refused.tsx';
import { isWide } from './screen.tsx';
import type { TableUrl } from './table-url.tsx';
import { useSearched, useTyped } from './useTyped.tsx';
import { words } from './ui.words.ts';
import css from './TableTools.module.css';

export type Filter = {
  param: string;
  label: string;
  /** What can be chosen; of a filter that is typed, nothing. */
  options: readonly { value: string; label: string }[];
  /** Typed instead of chosen. */
  typed?: 'day' | 'text' | 'amount';
  hint?: string;
  /** Stands with the others that are needed less. */
  aside?: true;
  /** What is shown where nothing is chosen, where that is not everything. */
  every?: string;
};
type ColumnChoice = { id: string; header: string; visible: boolean; toggle: () => void };
type File = ReturnType<typeof useExport>[number];
type SortChoice = { sort: string; header: string };

type Props = {
  url: TableUrl;
  search?: string | undefined;
  filters: readonly Filter[];
  columns: readonly ColumnChoice[];
  sorts: readonly SortChoice[];
  exporting: readonly File[];
};

export function TableTools({ url, search, filters, columns, sorts, exporting }: Props) {
  return (
    <div className={css['tools']}>
      <div className={css['row']}>
        {search === undefined ? null : <SearchField url={url} hint={search} />}
        {filters
          .filter(({ aside }) => !aside)
          .map((filter) => (
            <FilterField key={filter.param} {...{ url, filter }} />
          ))}
        {sorts.length > 0 ? <SortSelect url={url} sorts={sorts} /> : null}
        <div className={css['whole']}>
          <ColumnMenu columns={columns} />
          <Exports all={exporting} />
        </div>
      </div>
      <Refused message={exporting.find(({ refused }) => refused)?.refused} />
      <Asides {...{ url, filters }} />
      <Narrowings url={url} filters={filters} />
    </div>
  );
}

/**
 * A button that takes a filter away goes with it: one goes on at the first field of the list. Where that would bring up
 * a phone's keyboard, at the first button.
 */
export function focusTools(list: Element | null): void {
  const isTouched = matchMedia('(pointer: coarse)').matches;
  list?.querySelector<HTMLElement>(isTouched ? 'select, button' : 'input, select, button')?.focus();
}

function FilterField({
  url,
  filter: { param, label, options, every, typed, hint },
}: {
  url: TableUrl;
  filter: Filter;
}) {
  const value = url.filters[param] ?? '';
  const ask = (next: string) => url.ask({ filters: { [param]: next } });
  if (typed)
    return (
      <label className={css['typed']}>
        <span>{label}</span>
        {typed === 'day' ? <DayField value={value} onDay={ask} /> : <TypedFilter {...{ typed, hint, value, ask }} />}
      </label>
    );
  return (
    <NativeSelect
      className={css['choice']}
      aria-label={words.table.filter(label)}
      value={value}
      onChange={(event) => ask(event.currentTarget.value)}
      data={[{ value: '', label: every ?? words.table.every(label) }, ...options]}
    />
  );
}

type TypedProps = Pick<Filter, 'typed' | 'hint'> & { value: string; ask: (next: string) => void };

/** Asked for once it was typed to its end: on Enter, or when the field is left. */
function TypedFilter({ typed, hint, value, ask }: TypedProps) {
  const { text, setText, ask: askFor } = useTyped(value, ask);
  const [wrong, setWrong] = useState<string>();
  const askTyped = () => {
    const next = typed === 'amount' ? plainAmount(text) : text.trim();
    const isNoAmount = typed === 'amount' && next !== '' && centsOf(next) === undefined;
    setWrong(isNoAmount ? next : undefined);
    setText(next);
    if (!isNoAmount) askFor(next);
  };
  return (
    <TextInput
      inputMode={typed === 'amount' ? 'decimal' : undefined}
      placeholder={hint}
      value={text}
      error={wrong !== undefined && text === wrong && words.table.noAmount}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={askTyped}
      onKeyDown={(event) => event.key === 'Enter' && askTyped()}
    />
  );
}

/** The filters that are needed less: in sight where there is room, or where one of them is set. */
function Asides({ url, filters }: { url: TableUrl; filters: readonly Filter[] }) {
  const asides = filters.filter(({ aside }) => aside);
  const set = asides.some(({ param }) => url.filters[param] !== undefined);
  const [open] = useState(() => set || isWide(64));
  if (asides.length === 0) return null;
  return (
    <details className={css['asides']} open={open}>
      <summary>{words.table.moreFilters}</summary>
      <div className={css['row']}>
        {asides.map((filter) => (
          <FilterField key={filter.param} {...{ url, filter }} />
        ))}
      </div>
    </details>
  );
}

function SearchField({ url, hint }: { url: TableUrl; hint: string }) {
  const { text, type, find } = useSearched(url.q, (q) => url.ask({ q }));
  return (
    <form
      role="search"
      className={css['search']}
      onSubmit={(event) => {
        event.preventDefault();
        find(text);
      }}
    >
      <TextInput
        type="search"
        aria-label={words.table.search}
        placeholder={hint}
        value={text}
        leftSection={<Icon name="search" size={16} />}
        onChange={(event) => type(event.currentTarget.value)}
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

/** One button for a file; where there are several kinds of it, they are asked for behind one. */
function Exports({ all }: { all: readonly File[] }) {
  const [only, more] = all;
  const looks = { variant: 'default', leftSection: <Icon name="download" size={16} /> };
  const word = <span className={css['word']}>{words.table.export}</span>;
  if (only === undefined) return null;
  if (more === undefined)
    return (
      <Button {...looks} loading={only.busy} onClick={only.start}>
        {word}
      </Button>
    );
  return (
    <Flyout
      label={words.table.export}
      button={(props) => (
        <Button {...looks} {...props} loading={all.some(({ busy }) => busy)}>
          {word}
        </Button>
      )}
    >
      {(close) =>
        all.map(({ label, start }) => (
          <button
            key={label}
            type="button"
            className={css['file']}
            onClick={() => {
              close();
              start();
            }}
          >
            {label}
          </button>
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
  const without = (remove: () => void) => (event: MouseEvent) => {
    focusTools(event.currentTarget.closest(`.${css['tools']}`));
    remove();
  };
  if (url.q !== '') chips.unshift({ key: 'q', text: words.table.chipSearch(url.q), remove: () => url.ask({ q: '' }) });
  return (
    <Chips>
      {chips.map(({ key, text, remove }) => (
        <Chip key={key} aria-label={words.table.removeChip(text)} onClick={without(remove)}>
          {text}
          <Icon name="close" size={13} />
        </Chip>
      ))}
      <Chip quiet onClick={without(url.reset)}>
        {words.table.reset}
      </Chip>
    </Chips>
  );
}
