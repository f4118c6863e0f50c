/** The columns of every list of applications: each list names those it shows, in its order. */
import { Fragment, useState, type ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Badge, StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { words } from './adaccounts.words.ts';
import type { Ad } from './calls.ts';
import styles from './adaccounts.module.css';

const { field } = words;

/** The first of several, and a button that shows the others in their place. */
function FirstOf({ values, shown }: { values: readonly string[]; shown?: (value: string) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [first = '', ...rest] = values;
  const one = (value: string) => (shown ? <span>{shown(value)}</span> : <Cut text={value} />);
  if (rest.length === 0) return <span className={styles['firstof']}>{one(first)}</span>;
  return (
    <span className={styles['firstof']} data-open={isOpen || undefined}>
      {(isOpen ? values : [first]).map((value, place) => (
        <Fragment key={place}>{one(value)}</Fragment>
      ))}
      <button type="button" className={styles['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.fewer : words.more(rest.length)}
      </button>
    </span>
  );
}

/** A state, and whether it has waited too long. */
export function AdState({ ad }: { ad: Ad }) {
  return (
    <span className={styles['state']}>
      <StateBadge state={ad.state} />
      {ad.late ? <Late /> : null}
    </span>
  );
}

function Late() {
  return (
    <Badge tone="bad">
      <Icon name="warning" size={14} />
      {words.late}
    </Badge>
  );
}

/** Why an order was rejected, at once and beside its state; the whole of it on hover, and in the details. */
function Why({ ad }: { ad: Ad }) {
  return ad.state !== 'Rejected' || ad.remarks === '' ? null : (
    <span className={styles['why']} title={ad.remarks}>
      {ad.remarks}
    </span>
  );
}

/** Two lines of a remark; the whole of it on hover, and in the details. */
function Remark({ text }: { text: string }) {
  return text === '' ? null : (
    <span className={styles['remark']} title={text}>
      {text}
    </span>
  );
}

/**
 * A name or an address: parted at its @ where it needs two lines; the whole of a very long one on hover, and on a card.
 */
function Cut({ text }: { text: string }) {
  const at = text.indexOf('@');
  return (
    <span className={styles['cut']} title={text}>
      {at > 0 ? (
        <>
          {text.slice(0, at)}
          <wbr />
          {text.slice(at)}
        </>
      ) : (
        text
      )}
    </span>
  );
}

function detailsOf(ad: Ad, name: 'gmail' | 'domain' | 'outlookMail'): readonly string[] {
  return (ad.adsDetails ?? []).map((detail) => detail[name] ?? '');
}

/** The time zones that Google rows ask for, each once. */
function timezonesOf(ad: Ad): string[] {
  return [...new Set((ad.adsDetails ?? []).flatMap(({ timezone }) => (timezone ? [timezone] : [])))];
}

const columns = {
  applyId: {
    id: 'applyId',
    header: field.applyId,
    cell: (ad) => <CopyId value={ad.applyId} label={field.applyId} />,
    title: true,
  },
  adsId: {
    id: 'adsId',
    header: field.adsId,
    cell: (ad) => <FirstOf values={ad.adsIds} shown={(adsId) => <CopyId value={adsId} label={field.adsId} />} />,
  },
  userName: { id: 'userName', header: field.userName, cell: (ad) => <Cut text={ad.userId.username} /> },
  userNameApart: { id: 'userName', header: field.userNameApart, cell: (ad) => <Cut text={ad.userId.username} /> },
  email: { id: 'email', header: field.email, cell: (ad) => <Cut text={ad.userId.contact.emailId} /> },
  adNumber: {
    id: 'adNumber',
    header: field.adNumber,
    cell: (ad) => <span className="figures">{ad.adNum}</span>,
    align: 'right',
  },
  gmail: { id: 'gmail', header: field.appliedGmail, cell: (ad) => <FirstOf values={detailsOf(ad, 'gmail')} /> },
  timezone: {
    id: 'timezone',
    header: field.timezone,
    cell: (ad) => <FirstOf values={timezonesOf(ad).length > 0 ? timezonesOf(ad) : [words.noTimezone]} />,
  },
  domain: { id: 'domain', header: field.domain, cell: (ad) => <FirstOf values={detailsOf(ad, 'domain')} /> },
  outlookMail: {
    id: 'outlookMail',
    header: field.outlookMail,
    cell: (ad) => <FirstOf values={detailsOf(ad, 'outlookMail')} />,
  },
  deposit: { id: 'deposit', header: field.deposit, cell: (ad) => <Money cents={ad.totalDeposit} />, align: 'right' },
  totalDeposit: {
    id: 'totalDeposit',
    header: field.totalDeposit,
    cell: (ad) => <Money cents={ad.totalDeposit} />,
    align: 'right',
  },
  openFee: { id: 'openFee', header: field.openFee, cell: (ad) => <Money cents={ad.accountOpenFee} />, align: 'right' },
  totalCost: {
    id: 'totalCost',
    header: field.totalCost,
    cell: (ad) => <Money cents={ad.totalCost} />,
    align: 'right',
    card: 'figure',
  },
  state: { id: 'state', header: field.state, cell: (ad) => <AdState ad={ad} />, card: 'corner' },
  /** A client's own orders say the reason with the state: below it in the table, on a line of its own on a card. */
  ownState: {
    id: 'state',
    header: field.state,
    cell: (ad) => (
      <span className={styles['ownstate']}>
        <AdState ad={ad} />
        <Why ad={ad} />
      </span>
    ),
    card: 'corner',
  },
  reason: {
    id: 'reason',
    header: field.remarks,
    cell: (ad) => (ad.state === 'Rejected' ? <Remark text={ad.remarks} /> : null),
    onTable: false,
  },
  wallet: { id: 'wallet', header: field.wallet, cell: (ad) => <Money cents={ad.userId.wallet} />, align: 'right' },
  walletAmount: {
    id: 'walletAmount',
    header: field.walletAmount,
    cell: (ad) => <Money cents={ad.userId.wallet} />,
    align: 'right',
  },
  created: { id: 'created', header: field.created, cell: (ad) => <Time at={ad.createdAt} />, sort: 'createdAt' },
  waiting: {
    id: 'waiting',
    header: words.pending.age,
    cell: (ad) => (ad.state === 'Pending' ? <Time at={ad.createdAt} age /> : words.notWaiting),
    sort: 'createdAt',
  },
  updated: { id: 'updated', header: field.updated, cell: (ad) => <Time at={ad.updatedAt} /> },
  license: {
    id: 'license',
    header: field.license,
    cell: (ad) => (
      <span className={styles['twolines']}>
        <span>{ad.licenseName}</span>
        <small>{ad.licenseMode ? words.licenseModes[ad.licenseMode] : ''}</small>
      </span>
    ),
  },
  licenseMode: {
    id: 'licenseMode',
    header: field.licenseMode,
    cell: (ad) => (ad.licenseMode ? words.licenseModes[ad.licenseMode] : ''),
  },
  licenseName: { id: 'licenseName', header: field.licenseName, cell: (ad) => ad.licenseName ?? '' },
  accountName: { id: 'accountName', header: field.accountName, cell: (ad) => <FirstOf values={accountNamesOf(ad)} /> },
  pages: { id: 'pages', header: field.pages, cell: (ad) => <FirstOf values={pagesOf(ad)} /> },
  target: { id: 'target', header: field.target, cell: (ad) => <FirstOf values={targetOf(ad)} /> },
  remarks: { id: 'remarks', header: field.remarks, cell: (ad) => <Remark text={ad.remarks} /> },
  decidedBy: { id: 'decidedBy', header: field.decidedBy, cell: (ad) => ad.decidedBy ?? '' },
} satisfies Record<string, Column<Ad>>;

/** A monthly order names no accounts; it says so. */
function accountNamesOf(ad: Ad): readonly string[] {
  return ad.ads && ad.ads.length > 0 ? ad.ads.map(({ accountName }) => accountName) : [words.paymentModes.monthly];
}

/** Where every page begins says nothing of it; the details have it whole. */
function pagesOf(ad: Ad): readonly string[] {
  return (ad.pageUrls ?? []).map((page) => page.replace(/^https:\/\/(www\.)?/, ''));
}

/** What a Facebook order advertises, in a few words. */
export function targetOf(ad: Ad): readonly string[] {
  if (ad.adType === 'App')
    return [ad.appUrl, ad.appId].filter((value): value is string => value !== undefined && value !== '');
  return ad.domainOption === 'unlimited' ? [words.unlimited] : (ad.domains ?? []);
}

export type ColumnName = keyof typeof columns;

/**
 * Of so many columns a page of the admins' lists stays under 1,500 elements: `npm run bench:load -- --screens` counts
 * them.
 */
export const mostRows = 20;

type Placing = {
  /** Left out on a phone, where every line has to be worth its room. */
  offCards?: readonly ColumnName[];
  /** Below the column before them, where a table has many. */
  under?: readonly ColumnName[];
};

/** These columns in this order. */
export function columnsOf(names: readonly ColumnName[], { offCards = [], under = [] }: Placing = {}): Column<Ad>[] {
  return names.map((name) => ({
    ...columns[name],
    ...(offCards.includes(name) ? { onCard: false as const } : {}),
    ...(under.includes(name) ? { under: true as const } : {}),
  }));
}
