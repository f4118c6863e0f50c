/** Cells that only the admins' lists have: how long something has waited, where it stands, and whose it is. */
import { Button } from '@mantine/core';
import type { KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ClientLink } from '#ui/NamedLink.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { useIsGone } from '#ui/Steady.tsx';
import { Time } from '#ui/Time.tsx';
import { column, type RequestRow } from './RequestParts.tsx';
import { words } from './requests.words.ts';
import styles from './requests.module.css';

type Person = Pick<RequestRow, 'userId'>;
type WithWait = Pick<RequestRow, 'createdAt' | 'late' | 'state'>;

/** The client's name, a link to everything about them, with the address beneath. */
function PersonCell({ row: { userId } }: { row: Person }) {
  return (
    <span className={styles['client']} title={`${userId.username}, ${userId.contact.emailId}`}>
      <ClientLink {...userId} className={styles['person']} />
      <span className={styles['quiet']}>{userId.contact.emailId}</span>
    </span>
  );
}

/**
 * How long a request has waited, and a word where that is too long. Windows that have no room for the column of states
 * say here in which state it is that waits no longer.
 */
export function WaitingCell({ row }: { row: WithWait }) {
  const isGone = useIsGone();
  if (isGone || (row.state !== 'Pending' && row.state !== 'To pay')) {
    return (
      <>
        <span className={styles['quiet']}>—</span>
        {isGone ? null : (
          <span className={styles['instead']}>
            <StateBadge state={row.state} />
          </span>
        )}
      </>
    );
  }
  return (
    <span className={styles['stack']}>
      <Time at={row.createdAt} age />
      {row.late ? <span className={styles['late']}>{words.late}</span> : null}
    </span>
  );
}

/** A row that was decided and stays only for a moment says elsewhere what became of it. */
function StandingCell({ row }: { row: Pick<RequestRow, 'state'> }) {
  return useIsGone() ? <span className={styles['quiet']}>—</span> : <StateBadge state={row.state} />;
}

/** What an empty list offers instead: the queue, where everything else waits. */
export const toQueue = (
  <Button component={Link} to="/admin/queue" variant="default">
    {words.toQueue}
  </Button>
);

type Narrowed = { kind: KindName; state: State; adType?: Platform };

/**
 * Below a list: the same requests among all, where they are narrowed further, added up and exported. What the list was
 * narrowed to stands in the address; `state` is what it shows where nothing is chosen.
 */
export function InAllRequests({ total, kind, state, adType }: Narrowed & { total: number }) {
  const [query] = useSearchParams();
  if (total === 0) return null;
  const chosen = query.get('state') ?? state;
  const asked = {
    kind,
    state: chosen === 'all' ? '' : chosen,
    adType: adType ?? query.get('adType') ?? '',
    q: query.get('q') ?? '',
  };
  const narrowed = Object.entries(asked).filter(([, value]) => value !== '');
  return (
    <p className={styles['quiet']}>
      <Link className="reach" to={`/admin/requests?${String(new URLSearchParams(narrowed))}`}>
        {words.inAllRequests}
      </Link>
    </p>
  );
}

export const person: Column<Person> = { id: 'client', header: words.userName, cell: (row) => <PersonCell row={row} /> };
export const waiting: Column<WithWait> = {
  id: 'waiting',
  header: words.waiting,
  cell: (row) => <WaitingCell row={row} />,
  sort: 'createdAt',
};
export const standing: Column<Pick<RequestRow, 'state'>> = {
  id: 'state',
  header: words.state,
  cell: (row) => <StandingCell row={row} />,
  card: 'corner',
  wide: 1280,
};
/** The day of asking, which these lists are ordered by. */
export const asked: Column<Pick<RequestRow, 'createdAt'>> = {
  id: 'created',
  header: words.created,
  cell: (row) => <Time at={row.createdAt} onlyDay />,
  wide: 1280,
  sort: 'createdAt',
};

/** Columns of what waits: how long, and its state. Transaction and day of asking are there for whoever wants them. */
export const whileWaiting: Column<RequestRow>[] = [
  waiting,
  standing,
  column('transactionId', { hidden: true }),
  column('created', { hidden: true }),
];

/** How a request ended: with what, asked and decided when, by whom. */
export const onceDecided: Column<RequestRow>[] = [
  column('state'),
  // A column of its own would push figures out of sight.
  column('decided', { under: true }),
  column('transactionId'),
  asked,
  column('decidedBy', { hidden: true }),
];
