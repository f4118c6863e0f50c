import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { grouped } from '#kernel/money.ts';
import { Icon } from './Icon.tsx';
import type { TableUrl } from './table-url.tsx';
import { words } from './ui.words.ts';
import css from './Pager.module.css';

/** The first, the last and the neighbours of a page; 0 stands for a gap. */
export function pagesAround(page: number, last: number): number[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1);
  const near = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last);
  const wanted = [
    ...new Set(page <= 3 ? [1, 2, 3, 4, last] : page >= last - 2 ? [1, last - 3, last - 2, last - 1, last] : near),
  ];
  return wanted.flatMap((n, index) => {
    const before = wanted[index - 1];
    return before !== undefined && n - before > 1 ? [0, n] : [n];
  });
}

type Range = { page: number; limit: number; rows: number; total: number | undefined; more: boolean };

/** "1–8 of 214": which rows are shown, in words. */
export function rangeText({ page, limit, rows, total, more }: Range, say = words.table.range): string {
  if (rows === 0) return words.table.none;
  const from = (page - 1) * limit + 1;
  const all = total === undefined ? '…' : more ? words.table.more(grouped(total)) : grouped(total);
  return say(from, from + rows - 1, all);
}

/** For those who do not see the rows: it is on the page before there are any, or a change of it would not be read. */
export function RangeStatus({ of }: { of: (Range & { isBeyond?: boolean }) | undefined }) {
  const said = of?.isBeyond ? words.table.beyond(of.rows) : of && rangeText(of, words.table.rangeSaid);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

const limits = [8, 25, 50, 100];

type Props = Range & {
  url: TableUrl;
  /** The id of the last row shown: where pages can no longer be counted, the next rows come after it. */
  lastRow: string | undefined;
};

export function Pager({ url: { after, ask }, lastRow, ...range }: Props) {
  const { page, limit, rows, total, more } = range;
  const id = useId();
  const isBeyond = after !== '';
  // All rows are shown already, so there are no pages to choose from.
  const isAll = total !== undefined && !more && !isBeyond && total <= Math.min(limit, ...limits);
  const last = total === undefined ? (rows < limit ? page : page + 1) : Math.max(1, Math.ceil(total / limit));
  const isEnd = isBeyond ? rows < limit : page >= last && !more;
  const onPage = (next: number) => ask({ page: next });
  const back = () => (isBeyond ? history.back() : onPage(page - 1));
  const on = () => (isBeyond || page >= last ? ask({ after: lastRow ?? after }) : onPage(page + 1));
  return (
    <div className={css['pager']}>
      <p className={`${css['range']} figures`}>{isBeyond ? words.table.beyond(rows) : rangeText(range)}</p>
      {isAll ? null : (
        <label className={css['limit']} htmlFor={id}>
          {words.table.perPage}
          <NativeSelect
            id={id}
            value={limit}
            onChange={(event) => ask({ limit: Number(event.currentTarget.value) })}
            data={[...new Set([...limits, limit])].toSorted((a, b) => a - b).map(String)}
          />
        </label>
      )}
      {last > 1 || page > 1 || isBeyond ? (
        <nav className={css['pages']} aria-label={words.table.pages}>
          <button type="button" className={css['step']} disabled={page <= 1 && !isBeyond} onClick={back}>
            <Icon name="left" size={16} />
            {words.table.previous}
          </button>
          {total === undefined ? null : <Numbers page={isBeyond ? 0 : page} last={last} onPage={onPage} />}
          <button type="button" className={css['step']} disabled={isEnd} onClick={on}>
            {words.table.next}
            <Icon name="right" size={16} />
          </button>
        </nav>
      ) : null}
    </div>
  );
}

/** `page` is 0 where none of the numbered ones is shown. */
function Numbers({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  return (
    <span className={css['numbers']}>
      {pagesAround(page === 0 ? last : Math.min(page, last), last).map((each, index) =>
        each === 0 ? (
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={each}
            type="button"
            className={`${css['number']} figures`}
            aria-label={words.table.page(each)}
            aria-current={each === page ? 'page' : undefined}
            onClick={() => onPage(each)}
          >
            {each}
          </button>
        ),
      )}
    </span>
  );
}
