/** Everything that waits, in one list, oldest first: keyboard first, live, the proof beside the row. */
import { Alert, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { preloadProof } from '#topups/Proof.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState, Empty } from '#ui/DataState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { late } from '#ui/late.tsx';
import { Page } from '#ui/Page.tsx';
import { Pager, RangeStatus } from '#ui/Pager.tsx';
import { guardVerdicts } from '#ui/pointer.tsx';
import { Link } from '#ui/router.tsx';
import { useLastPage, useTableUrl, type TableUrl } from '#ui/table-url.tsx';
import { SteadyLine, useSteady, useStill } from '#ui/Steady.tsx';
import { Keys } from './Keys.tsx';
import { getQueue } from './queue.api.ts';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { DecidedElsewhere, QueueDetail, VerdictBar } from './QueueDetail.tsx';
import { QueueRow } from './QueueRow.tsx';
import { QueueTools } from './QueueTools.tsx';
import { useMayDecide } from './useMayDecide.tsx';
import { useQueueFocus } from './useQueueFocus.tsx';
import { ofVerdict, pressTake, useQueueKeys } from './useQueueKeys.tsx';
import type { Decided } from './VerdictBar.tsx';
import { amountOf, type QueuedRequest } from './verdicts.ts';

guardVerdicts();

/** Seen once some are picked. */
const BulkBar = late(() => import('./BulkBar.tsx').then((bulk) => bulk.BulkBar));

const filters = ['kind', 'adType'];
const idOf = ({ applyId }: QueuedRequest) => applyId;
type Answer = OutputOf<typeof getQueue>;

export default function QueuePage() {
  const url = useTableUrl('', filters);
  const view = { ...url.filters, q: url.q, page: url.page, after: url.after, limit: url.limit ?? 25 };
  const queue = useCall(getQueue, { query: view }, { on: ['request'], keep: true });
  const ready = VerdictBar.useReady();
  const chosen = useChosen();
  const [help, setHelp] = useState(false);
  const searchField = useRef<HTMLInputElement>(null);
  // The rows of the page before stay until the next ones are there, and the focus with them.
  const asked = JSON.stringify(view);
  const [shown, setShown] = useState(asked);
  if (shown !== asked && queue.isSuccess && !queue.isPlaceholderData) setShown(asked);
  return (
    <Page
      title={words.title}
      text={
        <>
          {words.text} <Keys opened={help} onOpened={setHelp} />
        </>
      }
    >
      <QueueTools {...{ url, searchField }} />
      <RangeStatus of={queue.data && { ...rangeOf(queue.data), isBeyond: url.after !== '' }} />
      <DataState call={queue} lines={8}>
        {(data) =>
          ready ? <Queue key={shown} {...{ data, url, chosen, searchField }} onHelp={() => setHelp(true)} /> : null
        }
      </DataState>
    </Page>
  );
}

/** Requests picked on several pages; the rows themselves are kept, so that the total needs no second look. */
function useChosen() {
  const [rows, setRows] = useState<ReadonlyMap<string, QueuedRequest>>(new Map());
  const choose = (each: QueuedRequest, on: boolean) =>
    setRows((now) => {
      const next = new Map(now);
      if (on) next.set(each.applyId, each);
      else next.delete(each.applyId);
      return next;
    });
  const chooseNone = () => {
    setRows(new Map());
    focusRow();
  };
  return { rows, choose, chooseNone };
}

const rangeOf = ({ requests, page, limit, total, more = false }: Answer) => ({
  rows: requests.length,
  page,
  limit,
  total,
  more,
});

type QueueProps = {
  data: Answer;
  url: TableUrl;
  chosen: ReturnType<typeof useChosen>;
  searchField: React.RefObject<HTMLInputElement | null>;
  onHelp: () => void;
};
function Queue({ data, url, chosen: { rows: chosen, choose, chooseNone }, searchField, onHelp }: QueueProps) {
  const { region, ...steady } = useSteady(data.requests, idOf, '');
  const { rows, row, here, focus, verdict, go, judge, leave, settle, settledAs } = useQueueFocus(steady);
  const reversals = useStill(data.reversals, { region, rows: steady.rows });
  const may = useMayDecide();
  // As they are on this page now; of another page, as they were when they were picked.
  const picked = [...chosen.values()].map((each) => rows.find(({ applyId }) => applyId === each.applyId) ?? each);
  const toNextPage = useNextPage(data, url);
  useComing(rows[here + 1]?.image);
  const toLastPage = useLastPage(url, rangeOf(data), rows.length === 0 && !focus && chosen.size === 0);
  const keys = {
    next: () => (row && here === rows.length - 1 && toNextPage ? toNextPage() : go(row ? here + 1 : here)),
    previous: () => go(here - 1),
    open: () => row && (go(here), focusDetail()),
    // Where another admin has spoken, this one confirms.
    approve: () => row && may(row) && (judge('approve'), row.waits && focusConfirm()),
    reject: () => row && may(row) && judge('reject'),
    take: () => row && may(row) && pressTake(),
    select: () => row && may(row) && choose(row, !chosen.has(row.applyId)),
    search: () => searchField.current?.focus(),
    help: onHelp,
  };
  useQueueKeys(row && verdict ? ofVerdict(keys) : keys);
  const followed = focus?.moved === true && verdict === undefined;
  const decided = (one: QueuedRequest, { message, waits }: Decided) => {
    // Not once more with those that are picked.
    if (!waits) choose(one, false);
    leave(one, waits ? undefined : message);
  };
  return (
    <>
      <Reversals rows={reversals} />
      {steady.rows.length === 0 ? <NoRows {...{ data, url, toLastPage }} /> : null}
      <div ref={region} className={css['panes']} data-chosen={focus?.moved || undefined}>
        <div>
          <ul className={css['list']} aria-label={words.list}>
            {steady.rows.map((each) => (
              <QueueRow
                key={each.applyId}
                row={each}
                focused={each === row}
                settled={settledAs(each)}
                followed={followed}
                chosen={chosen.has(each.applyId)}
                onChoose={may(each) ? (on) => choose(each, on) : undefined}
                onFocus={() => go(rows.indexOf(each))}
                onOpen={focusDetail}
              />
            ))}
          </ul>
          <SteadyLine {...steady} />
          {data.total === 0 ? null : <Pager {...rangeOf(data)} url={url} lastRow={data.requests.at(-1)?.applyId} />}
          {chosen.size > 0 ? <BulkBar rows={picked} onClear={chooseNone} onDecided={settle} /> : null}
        </div>
        {row ? (
          <QueueDetail
            key={row.applyId}
            {...{ row, followed, verdict }}
            onVerdict={judge}
            onDecided={(result) => decided(row, result)}
          />
        ) : null}
        {!row && focus ? (
          <DecidedElsewhere applyId={focus.applyId} onNext={rows.length > 0 ? () => go(here) : toLastPage} />
        ) : null}
        {!row && !focus && steady.rows.length > 0 ? <NoRows {...{ data, url, toLastPage }} /> : null}
      </div>
    </>
  );
}

/** Nothing waits at all, or nothing that was asked for, or nothing on this page. */
function NoRows({
  data,
  url,
  toLastPage,
}: Pick<QueueProps, 'data' | 'url'> & { toLastPage: (() => void) | undefined }) {
  if (toLastPage) {
    const back = (
      <Button variant="default" onClick={toLastPage}>
        {words.toLastPage}
      </Button>
    );
    return <Empty text={words.pageDone} action={back} />;
  }
  // What waits still is on its way.
  if (data.total > 0) return null;
  if (!url.isNarrowed) return <Empty text={words.empty} />;
  const all = (
    <Button component={Link} to="/admin/queue" variant="default">
      {words.showAll}
    </Button>
  );
  return <Empty text={words.noMatch} action={all} />;
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

/** The bar of many goes with what was picked: one goes on at the row that is looked at, or at the heading. */
function focusRow(): void {
  const row = document.querySelector<HTMLElement>('main li > [aria-current="true"]');
  (row ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
}

/** After the row has had the focus, which comes with it. */
function focusDetail(): void {
  setTimeout(() => document.querySelector<HTMLElement>('[data-detail]')?.focus());
}

function focusConfirm(): void {
  document.querySelector<HTMLButtonElement>('button[data-confirm]')?.focus();
}

/** What is looked at next: the next picture, and the bar of many. */
function useComing(image: QueuedRequest['image'] | undefined): void {
  useEffect(() => BulkBar.soon(), []);
  useEffect(() => preloadProof(image), [image]);
}

/** To the top of the page after this one, where there is one. */
function useNextPage({ page, limit, total }: Answer, { after, ask }: TableUrl): (() => void) | undefined {
  if (after !== '' || page * limit >= total) return undefined;
  return () => {
    ask({ page: page + 1 });
    scrollTo({ top: 0 });
  };
}
