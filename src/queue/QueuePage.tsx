/** Everything that waits, in one list, oldest first: keyboard first, live, the proof beside the row. */
import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { preloadProof } from '#topups/Proof.tsx';
import { announce } from '#ui/Announce.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState, Empty } from '#ui/DataState.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { BulkBar } from './BulkBar.tsx';
import { getQueue, getQueueCounts } from './queue.api.ts';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { DecidedElsewhere, QueueDetail } from './QueueDetail.tsx';
import { QueueRow } from './QueueRow.tsx';
import { useQueueKeys } from './useQueueKeys.tsx';
import { amountOf, type Verdict, type Waiting } from './verdicts.ts';

const limit = 25;
type Answer = OutputOf<typeof getQueue>;

export default function QueuePage() {
  const [search] = useSearchParams();
  const view = {
    kind: (search.get('kind') ?? '') as '',
    adType: (search.get('adType') ?? '') as '',
    q: search.get('q') ?? '',
    page: Number(search.get('page')) || 1,
  };
  const queue = useCall(getQueue, { query: { ...view, limit } }, { on: ['request'], keep: true });
  return (
    <>
      <PageHeader title={words.title} text={words.text} />
      <DataState call={queue} failed={words.failed} lines={8}>
        {(data) => <Queue data={data} />}
      </DataState>
    </>
  );
}

/** Requests picked on several pages; the rows themselves are kept, so that the total needs no second look. */
function useChosen() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Waiting>>(new Map());
  const choose = (each: Waiting, on: boolean) => {
    const next = new Map(chosen);
    if (on) next.set(each.applyId, each);
    else next.delete(each.applyId);
    setChosen(next);
  };
  return { chosen, choose, chooseNone: () => setChosen(new Map()) };
}

function Queue({ data }: { data: Answer }) {
  const rows = data.requests;
  const [focus, setFocus] = useState<{ applyId: string; place: number }>();
  const [verdict, setVerdict] = useState<Verdict>();
  const { chosen, choose, chooseNone } = useChosen();
  const [help, setHelp] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  const place = rows.findIndex((row) => row.applyId === focus?.applyId);
  const row = place < 0 ? (focus === undefined ? rows[0] : undefined) : rows[place];
  useEffect(() => preloadProof(rows[rows.findIndex((each) => each === row) + 1]?.image), [rows, row]);

  const go = (to: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
    if (!next) return;
    setVerdict(undefined);
    setFocus({ applyId: next.applyId, place: rows.indexOf(next) });
    announce(`${words.thing(next.kind, next.adType)}, ${next.userId.username}`);
  };
  const followed = focus !== undefined;
  const here = row ? rows.indexOf(row) : (focus?.place ?? 0);
  const decided = (applyId: string) => {
    const next = rows[here + 1] ?? rows[here - 1];
    setVerdict(undefined);
    setFocus(next && next.applyId !== applyId ? { applyId: next.applyId, place: here } : undefined);
    (document.activeElement as HTMLElement | null)?.blur();
  };
  useQueueKeys({
    next: () => go(row ? here + 1 : here),
    previous: () => go(here - 1),
    open: () => row && setFocus({ applyId: row.applyId, place: here }),
    // Where another admin has spoken, this one confirms.
    approve: () => row && (row.waits ? focusConfirm() : setVerdict('approve')),
    reject: () => row && setVerdict('reject'),
    select: () => row && choose(row, !chosen.has(row.applyId)),
    search: () => searchField.current?.focus(),
    help: () => setHelp(true),
  });
  return (
    <>
      <Tools field={searchField} />
      <Reversals rows={data.reversals} />
      {rows.length + data.reversals.length === 0 && !focus ? <Empty text={words.empty} /> : null}
      <div className={css['panes']} data-chosen={followed || undefined}>
        <div>
          <ul className={css['list']} aria-label={words.list}>
            {rows.map((each, at) => (
              <QueueRow
                key={each.applyId}
                row={each}
                focused={each === row}
                followed={followed}
                chosen={chosen.has(each.applyId)}
                onChoose={(on) => choose(each, on)}
                onFocus={() => go(at)}
              />
            ))}
          </ul>
          <Pages data={data} />
          {chosen.size > 0 ? <BulkBar rows={[...chosen.values()]} onClear={chooseNone} /> : null}
        </div>
        {row ? <QueueDetail key={row.applyId} {...{ row, followed, verdict, onVerdict: setVerdict, onDecided: decided }} /> : null}
        {!row && focus ? <DecidedElsewhere applyId={focus.applyId} /> : null}
      </div>
      <KeysDialog opened={help} onClose={() => setHelp(false)} />
    </>
  );
}

/** Approvals that another admin wants undone; their page holds the reason and the second admin's word. */
function Reversals({ rows }: { rows: Answer['reversals'] }) {
  if (rows.length === 0) return null;
  return (
    <Alert color="wait" mb="md" icon={<Icon name="clock" />} title={words.reversals(rows.length)}>
      <ul className={css['reversals']}>
        {rows.map((row) => (
          <li key={row.applyId}>
            <Link to={`/admin/requests/${row.applyId}`}>
              {words.thing(row.kind, row.adType)} {row.applyId}
            </Link>{' '}
            {usd(amountOf(row))} · {row.userId.username} · {words.waitsShort('reverse', row.waits?.by ?? '')}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function focusConfirm(): void {
  document.querySelector<HTMLButtonElement>('button[data-confirm]')?.focus();
}

function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.keys}>
      <dl className={css['keys']}>{words.keyList.map(([key, does]) => [<dt key={key}>{key}</dt>, <dd key={does}>{does}</dd>])}</dl>
    </Dialog>
  );
}

/** What is shown and searched stands in the address, so that a colleague's tab shows the same. */
function Tools({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const [search, setSearch] = useSearchParams();
  const counts = useCall(getQueueCounts, {}, { on: ['request'] });
  const [text, setText] = useState(search.get('q') ?? '');
  const kind = search.get('kind') ?? '';
  const adType = search.get('adType') ?? '';
  const change = (names: Record<string, string>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete('page');
      for (const [name, value] of Object.entries(names)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
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
        change({ q: text.trim() });
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
          ...(known || current === '' ? [] : [{ value: current, label: words.thing(kind as 'topup', (adType || null) as null) }]),
        ]}
      />
      <TextInput
        ref={field}
        aria-label={words.search}
        placeholder={words.searchHint}
        type="search"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (event.currentTarget.value === '') change({ q: '' });
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </form>
  );
}

function Pages({ data: { page, limit: size, total, more, requests } }: { data: Answer }) {
  const [, setSearch] = useSearchParams();
  const to = (next: number) =>
    setSearch((before) => {
      const params = new URLSearchParams(before);
      params.set('page', String(next));
      return params;
    });
  if (total === 0) return null;
  const first = (page - 1) * size + 1;
  return (
    <nav className={css['pager']} aria-label={words.list}>
      <span className={`${css['quiet']} figures`}>
        {words.range(Math.min(first, total), first + requests.length - 1, total, more ?? false)}
      </span>
      <span>
        <Button variant="default" size="sm" disabled={page <= 1} onClick={() => to(page - 1)}>
          {words.previous}
        </Button>{' '}
        <Button variant="default" size="sm" disabled={page * size >= total} onClick={() => to(page + 1)}>
          {words.next}
        </Button>
      </span>
    </nav>
  );
}
