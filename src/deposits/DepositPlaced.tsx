/**
 * After deposits were asked for: how far each is, what is held, and what happens next. Their names stand in the
 * address, so that a reload shows them again.
 */
import { Button, Group } from '@mantine/core';
import { useLocation } from 'react-router';
import type { OutputOf } from '#kernel/endpoint.ts';
import { sum, usd } from '#kernel/money.ts';
import type { Platform, Spec } from '#platforms/platforms.ts';
import { deposit } from '#kinds/deposit.ts';
import { useHeading } from '#requests/Receipt.tsx';
import { words as shared } from '#requests/requests.words.ts';
import { UsualTime } from '#requests/UsualTime.tsx';
import { AskSupport } from '#ui/AskSupport.tsx';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Money } from '#ui/Money.tsx';
import { Link } from '#ui/router.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { getDeposits } from './deposits.api.ts';
import { mostRows } from './deposits.ts';
import { DepositTimeline } from './DepositTimeline.tsx';
import { words } from './deposits.words.ts';
import styles from './deposits.module.css';

type Answer = OutputOf<(typeof getDeposits)[Platform]>;
type Row = Answer['deposits'][number];
type Found = ReturnType<typeof useCall<(typeof getDeposits)[Platform]>>;

/** How the address names what was asked for in one call. */
export function namesOf(deposits: readonly { applyId: string }[]): string {
  return deposits.map(({ applyId }) => applyId).join(',');
}

export function DepositPlaced({ platform, placed }: { platform: Spec; placed: string }) {
  const { pathname } = useLocation();
  const ids = placed.split(',');
  // One is found by its name however old it is; several among the newest, where they are for as long as they matter.
  const query = ids.length === 1 ? { q: placed, limit: 1 } : { limit: 2 * mostRows };
  const found = useCall(getDeposits[platform.name], { query }, { on: ['request'] });
  const rowsIn = (deposits: readonly Row[]) =>
    ids.flatMap((id) => deposits.find(({ applyId }) => applyId === id) ?? []);
  return (
    <section className={styles['placed']}>
      <DataState
        call={isUnsure(found, rowsIn(found.data?.deposits ?? [])) ? askedAnew(found) : found}
        failed={words.fetchFailed}
        empty={{ when: ({ deposits }) => rowsIn(deposits).length === 0, text: words.notFound }}
        lines={6}
      >
        {({ deposits }) => <Rows rows={rowsIn(deposits)} />}
      </DataState>
      <Group gap="sm">
        <Button component={Link} to={platform.pages.deposits[0]}>
          {words.toRecords}
        </Button>
        <Button component={Link} to={pathname} variant="default">
          {words.another}
        </Button>
      </Group>
    </section>
  );
}

/** A list from before they were made has none of them: what it lacks is no answer while the next one is missing. */
function isUnsure({ error, fetchStatus, isFetchedAfterMount }: Found, rows: readonly Row[]): boolean {
  return rows.length === 0 && (error !== null || (fetchStatus !== 'idle' && !isFetchedAfterMount));
}

function askedAnew({ error, fetchStatus, refetch }: Found) {
  return { data: undefined, error: fetchStatus === 'idle' ? error : null, isPending: true, refetch };
}

/** Of one the whole way is shown; several are lines, whose ways stand in the records. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  const heading = useHeading();
  const waiting = rows.filter(({ state }) => state === 'Pending');
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {waiting.length > 0 ? words.added : words.decided(rows.length)}
      </h2>
      {waiting.length > 0 ? (
        <p className={styles['held']}>{words.placed(usd(sum(waiting.map(({ totalCost }) => totalCost))))}</p>
      ) : null}
      <ul className={styles['placedrows']}>
        {rows.map((row) => (
          <li key={row.applyId}>
            <CopyId value={row.applyId} label={shared.applyId} />
            <span className={styles['placedaccount']}>{row.adsId}</span>
            <StateBadge state={row.state} />
            <Money cents={row.money} />
            {rows.length === 1 ? null : <Back row={row} />}
          </li>
        ))}
      </ul>
      {rows.length === 1 ? <DepositTimeline row={rows[0]!} /> : null}
      {rows.length > 1 && waiting.length > 0 ? (
        <>
          <p>
            {words.next} <UsualTime kind={deposit.name} />
          </p>
          <AskSupport applyId={waiting[0]!.applyId} />
        </>
      ) : null}
    </>
  );
}

/** Why a deposit was not made, and where its money is. */
function Back({ row: { state, remarks, totalCost } }: { row: Row }) {
  if (state !== 'Rejected' && state !== 'Cancelled') return null;
  return (
    <div className={styles['placedback']}>
      {state === 'Rejected' ? <p>{remarks}</p> : null}
      <p>{words.back(usd(totalCost))}</p>
    </div>
  );
}
