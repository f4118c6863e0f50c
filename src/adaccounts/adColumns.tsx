/** The columns of every list of applications: each list names those it shows, in its order. */
import { Fragment, useState, type ReactNode } from 'react';
import type { Field } from '#platforms/order.ts';
import type { ColumnName } from '#platforms/platform.ts';
import { accountPageAt, type Spec } from '#platforms/platforms.ts';
import { Icon } from '#ui/Icon.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import type { Column } from '#ui/DataTable.tsx';
import { Money } from '#ui/Money.tsx';
import { Badge, StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { words } from './adaccounts.words.ts';
import { textIn, type Ad } from './ads.ts';
import styles from './adaccounts.module.css';

const { field } = words;

/** The first of several, and a button that shows the others in their place. */
function FirstOf({ values, shown }: { values: readonly string[]; shown?: (value: string) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [first = '', ...rest] = values;
  const one = (value: string) => (shown ? shown(value) : <Cut text={value} />);
  if (rest.length === 0) return shown ? <span className={styles['firstof']}>{one(first)}</span> : one(first);
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
  if (!ad.late) return <StateBadge state={ad.state} />;
  return (
    <span className={styles['state']}>
      <StateBadge state={ad.state} />
      <Late />
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

/** What the rows of an order say in a field of its platform. Of what is chosen from a list each once. */
function fieldColumn({ name, label, header = label, options, blank }: Field): Column<Ad> {
  const texts = (ad: Ad) => (ad.adsDetails ?? []).map((row) => textIn(row, name));
  const chosen = (ad: Ad) => [...new Set(texts(ad).filter((text) => text !== ''))];
  const values = (ad: Ad) => (options === undefined ? texts(ad) : chosen(ad).length > 0 ? chosen(ad) : [blank ?? '']);
  return { id: name, header, cell: (ad) => <FirstOf values={values(ad)} /> };
}

const adsIdColumn = ({ name }: Spec): Column<Ad> => ({
  id: 'adsId',
  header: field.adsId,
  cell: (ad) => (
    <FirstOf
      values={ad.adsIds}
      shown={(adsId) => <CopyId value={adsId} label={field.adsId} to={adsId && accountPageAt(adsId, name)} />}
    />
  ),
});

const columns = {
  applyId: {
    id: 'applyId',
    header: field.applyId,
    cell: (ad) => <CopyId value={ad.applyId} label={field.applyId} />,
    title: true,
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
} satisfies Record<Exclude<ColumnName, 'adsId'>, Column<Ad>>;

/** A monthly order names no accounts; it says so. */
function accountNamesOf(ad: Ad): readonly string[] {
  return ad.ads && ad.ads.length > 0 ? ad.ads.map(({ accountName }) => accountName) : [words.paymentModes.monthly];
}

/** Where every page begins says nothing of it; the details have it whole. */
function pagesOf(ad: Ad): readonly string[] {
  return (ad.pageUrls ?? []).map((page) => page.replace(/^https:\/\/(www\.)?/, ''));
}

/** What an order on a license advertises, in a few words. */
export function targetOf(ad: Ad): readonly string[] {
  if (ad.adType === 'App')
    return [ad.appUrl, ad.appId].filter((value): value is string => value !== undefined && value !== '');
  return ad.domainOption === 'unlimited' ? [words.unlimited] : (ad.domains ?? []);
}

/**
 * Of so many columns a page of the admins' lists stays under 1,500 elements: `npm run bench:load -- --screens` counts
 * them.
 */
export const mostRows = 20;

type Placing = {
  /** Left out on a phone, where every line has to be worth its room. */
  offCards?: readonly string[];
  /** Below the column before them, where a table has many. */
  under?: readonly string[];
  /** Not shown until chosen. */
  hidden?: readonly string[];
  /** The widest window in which these leave the table. */
  wide?: { readonly at: 1280 | 1440; readonly names: readonly string[] };
};

/** The reader's own name, address and balance: they stand in the bar above every page of a client. */
export const ownFacts = ['userName', 'userNameApart', 'email', 'wallet', 'walletAmount'] as const;

/** What says least beside the rest, or is in the details of a row anyhow. */
export const leastNeeded = ['wallet', 'walletAmount', 'openFee', 'remarks', 'created', 'updated'] as const;

/**
 * What the details of an approved order on a license say anyhow: these leave before a column that the specification
 * prints.
 */
export const whatWasOrdered = ['accountName', 'pages', 'target', 'decidedBy'] as const;

/** These columns of a platform in this order: those that all have, and the fields of its own rows. */
export function columnsOf(
  spec: Spec,
  { shown, under = [], offCards = [], hidden = [], wide }: Placing & { shown: readonly string[] },
): Column<Ad>[] {
  const fields = spec.order.form === 'rows' ? spec.order.fields : [];
  const shared: Partial<Record<string, Column<Ad>>> = { ...columns, adsId: adsIdColumn(spec) };
  return shown.map((name) => ({
    ...(shared[name] ?? fieldColumn(fields.find((field) => field.name === name)!)),
    ...(offCards.includes(name) ? { onCard: false as const } : {}),
    ...(hidden.includes(name) ? { hidden: true as const } : {}),
    ...(under.includes(name) ? { under: true as const } : {}),
    ...(wide?.names.includes(name) ? { wide: wide.at } : {}),
  }));
}
