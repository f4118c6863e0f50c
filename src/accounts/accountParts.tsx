/** What the list of ad accounts and the page of one show alike. */
import type { OutputOf } from '#kernel/endpoint.ts';
import type { Cents } from '#kernel/money.ts';
import { CopyId } from '#ui/CopyId.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { AccountLink } from '#ui/NamedLink.tsx';
import { Link } from '#ui/router.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import type { getAdAccounts } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import css from './accounts.module.css';

export type Account = OutputOf<typeof getAdAccounts>['accounts'][number];
const { field } = words;

/** An account that lasts no longer is shown as one to look after. */
const soonDays = 3;

/** As its client calls it. */
export function nameOf({ nickname, adsId }: Pick<Account, 'nickname' | 'adsId'>): string {
  return nickname === '' ? adsId : nickname;
}

/** Whether it runs, or may do so again: only then can it run low. */
export function mayRun({ state, closedAt }: Pick<Account, 'state' | 'closedAt'>): boolean {
  return closedAt === null && state !== 'Lost';
}

/** How long what is left lasts, where anybody knows. */
export function DaysLeft({ of: { daysLeft, idle } }: { of: Pick<Account, 'daysLeft' | 'idle'> }) {
  if (idle) return <span title={words.idleText}>{words.idle}</span>;
  if (daysLeft === null) return <span className={css['faint']}>{words.unknown}</span>;
  return <span className={`figures ${daysLeft < soonDays ? css['soon'] : ''}`}>{words.days(daysLeft)}</span>;
}

/** An amount that nobody may know. */
export function Known({ cents }: { cents: Cents | null }) {
  return cents === null ? <span className={css['faint']}>{words.unknown}</span> : <Money cents={cents} />;
}

/** The columns of both lists: figures and state stay at every width, the others leave where there is no room. */
export const columns: readonly Column<Account>[] = [
  {
    id: 'account',
    header: field.account,
    title: true,
    cell: (row) => (
      <AccountLink {...row} className={css['name']}>
        {nameOf(row)}
      </AccountLink>
    ),
  },
  {
    id: 'adsId',
    header: field.adsId,
    under: true,
    // An account without a nickname is headed by its Ads ID already.
    cell: (row) => (row.nickname === '' ? null : <CopyId value={row.adsId} label={field.adsId} />),
  },
  { id: 'platform', header: field.platform, cell: (row) => row.platform },
  { id: 'state', header: field.state, cell: (row) => <StateBadge state={row.state} />, card: 'corner' },
  {
    id: 'balance',
    header: field.balance,
    cell: (row) => <Money cents={row.balance} />,
    align: 'right',
    card: 'figure',
  },
  {
    id: 'spent',
    header: field.spent,
    cell: (row) => <Known cents={row.spent} />,
    align: 'right',
    wide: 1280,
  },
  { id: 'remaining', header: field.remaining, cell: (row) => <Known cents={row.remaining} />, align: 'right' },
  { id: 'daysLeft', header: field.daysLeft, cell: (row) => <DaysLeft of={row} />, align: 'right' },
  {
    id: 'lastDeposit',
    header: field.lastDeposit,
    cell: (row) => (row.lastDepositAt ? <Time at={row.lastDepositAt} /> : words.never),
    wide: 1280,
  },
  { id: 'opened', header: field.opened, cell: (row) => <Time at={row.openedAt} />, sort: 'openedAt', wide: 1440 },
];

/** Of everybody's accounts, whose each is. */
export const clientColumn: Column<Account> = {
  id: 'client',
  header: field.client,
  cell: ({ userId }) =>
    userId ? (
      <Link to={`/admin/users/${userId._id}`} className={css['cut']} title={userId.emailId}>
        {userId.username}
      </Link>
    ) : null,
};
