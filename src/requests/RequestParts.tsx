/** The cells and columns that lists of requests share. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Endpoint } from '#kernel/endpoint.ts';
import type { Cents } from '#kernel/money.ts';
import { accountPageAt } from '#platforms/platforms.ts';
import type { Deed } from '#kinds/kind.ts';
import { AskedButton } from '#ui/AskedButton.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import type { Column } from '#ui/DataTable.tsx';
import type { Filter } from '#ui/TableTools.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { Link } from '#ui/router.tsx';
import { Badge, StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { cancelRequest } from './cancel.api.ts';
import { saidOf } from './requests.ts';
import { words } from './requests.words.ts';
import styles from './requests.module.css';

/** What every row of a list of requests has. */
export type RequestRow = {
  applyId: string;
  state: string;
  remarks: string;
  clientRemarks: string;
  reversalReason: string;
  transactionId: string;
  createdAt: Date;
  updatedAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  late: boolean;
  /** Names are not unique, so the address tells whose proposal it is. */
  waits: { verdict: string; by: string; byEmail: string; at: Date } | null;
  userId: { _id: string; username: string; wallet: Cents; contact: { emailId: string; contact1: string } };
};

/** An id inside of a sentence, with dashes at which no line is broken. */
export function unbroken(id: string): string {
  return id.replaceAll('-', '\u2011');
}

/** The values for a kind's `deed` (its instruction to an admin), from a row of a list. */
export function deedOf(row: Pick<RequestRow, 'userId'>, deed: Partial<Deed> & Pick<Deed, 'amountCents'>): Deed {
  const nothing = { totalCents: deed.amountCents, receivedCents: null, adsId: '', accounts: 0 };
  return { ...nothing, client: row.userId.username, ...deed };
}

/** A request's state, and whether it waits for too long or for a second admin. */
function StateCell({ row }: { row: RequestRow }) {
  const waits = row.state === 'Pending' ? row.waits : null;
  if (!row.late && !waits) return <StateBadge state={row.state} />;
  return (
    <span className={styles['state']}>
      <StateBadge state={row.state} />
      {row.late ? (
        <Badge tone="bad">
          <Icon name="clock" size={14} />
          {words.late}
        </Badge>
      ) : null}
      {waits ? <span className={styles['quiet']}>{words.waits(waits.by)}</span> : null}
    </span>
  );
}

/** An Ads ID to copy, and its platform where a list has several. */
export function AccountCell({ adsId, adType }: { adsId: string; adType: string }) {
  return (
    <span className={styles['stack']}>
      <CopyId value={adsId} label={words.adsId} to={accountPageAt(adsId, adType)} />
      <span className={styles['quiet']}>{adType}</span>
    </span>
  );
}

function RemarkCell({ text }: { text: string }) {
  return text === '' ? <span className={styles['quiet']}>—</span> : <span className={styles['remark']}>{text}</span>;
}

const shared = {
  applyId: {
    id: 'applyId',
    header: words.applyId,
    cell: (row) => <CopyId value={row.applyId} label={words.applyId} />,
    title: true,
  },
  state: { id: 'state', header: words.state, cell: (row) => <StateCell row={row} />, card: 'corner' },
  wallet: { id: 'wallet', header: words.wallet, cell: (row) => <Money cents={row.userId.wallet} />, align: 'right' },
  transactionId: {
    id: 'transactionId',
    header: words.transactionId,
    cell: (row) => (
      <CopyId value={row.transactionId} label={words.transactionId} short={row.transactionId.length > 24} />
    ),
  },
  remarks: { id: 'remarks', header: words.remarks, cell: (row) => <RemarkCell text={saidOf(row)} /> },
  created: { id: 'created', header: words.created, cell: (row) => <Time at={row.createdAt} />, sort: 'createdAt' },
  updated: { id: 'updated', header: words.updated, cell: (row) => <Time at={row.updatedAt} />, hidden: true },
  decided: { id: 'decided', header: words.decided, cell: (row) => <Time at={row.decidedAt} onlyDay /> },
  decidedBy: { id: 'decidedBy', header: words.decidedBy, cell: (row) => row.decidedBy ?? '—' },
} satisfies Record<string, Column<RequestRow>>;

type SharedColumn = keyof typeof shared;

/** A column that every kind has; `changes` adjusts it for one list. */
export function column<Row extends RequestRow>(name: SharedColumn, changes: Partial<Column<Row>> = {}): Column<Row> {
  return { ...(shared[name] as unknown as Column<Row>), ...changes };
}

/** The buttons of a row, in sight at the right end of its list. */
export function actionsColumn<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return { id: 'actions', header: words.actions, align: 'right', sticky: true, cell };
}

export const stateFilter = {
  param: 'state',
  label: words.state,
  options: words.states.map((state) => ({ value: state, label: state })),
};

/** A filter by state, for lists that show only what waits unless another state is chosen. */
export const pendingFilter = {
  param: 'state',
  label: words.state,
  every: 'Pending',
  options: [
    ...words.states.filter((state) => state !== 'Pending').map((state) => ({ value: state, label: state })),
    { value: 'all', label: words.all },
  ],
};

/** The filter of a list that calls what was approved by another word, as its rows do. */
export function filterSaying(filter: Filter, approved: string): Filter {
  const options = filter.options.map((option) =>
    option.value === 'Approved' ? { ...option, label: approved } : option,
  );
  return { ...filter, options };
}

/**
 * Opens the form again, filled in with what was rejected or taken back. A try to which no answer came stays the form's:
 * it may be under way, and what is sent under its key is made once.
 */
export function AgainButton({
  row,
  to,
  values,
}: {
  row: Pick<RequestRow, 'applyId' | 'state'>;
  /** The page of the form; `?` is this one. */
  to: string;
  values: Record<string, string>;
}) {
  if (row.state !== 'Rejected' && row.state !== 'Cancelled') return null;
  return (
    <Button
      component={Link}
      to={to}
      state={values}
      size="compact-sm"
      variant="default"
      aria-label={words.againOne(row.applyId)}
    >
      {words.again}
    </Button>
  );
}

/** A client's own request, while nobody has decided it. */
export function CancelButton({
  row,
  again,
  size = 'compact-sm',
  onDone,
  children,
}: {
  row: Pick<RequestRow, 'applyId' | 'state'>;
  again: readonly Endpoint[];
  size?: 'compact-sm' | 'sm';
  onDone?: () => void;
  children: ReactNode;
}) {
  if (row.state !== 'Pending') return null;
  return (
    <AskedButton
      size={size}
      label={words.takeBack}
      of={words.takeBackOne(row.applyId)}
      title={words.takeBackTitle}
      confirm={words.takeBackNow}
      endpoint={cancelRequest}
      args={{ query: { applyId: row.applyId } }}
      failed={words.takeBackFailed}
      again={again}
      done={() => {
        toast.done(words.takenBack);
        onDone?.();
      }}
    >
      {children}
    </AskedButton>
  );
}
