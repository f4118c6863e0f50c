/** One application in full: what was asked for, what it costs, where it stands and what can be done about it. */
import type { ReactNode } from 'react';
import { application } from '#kinds/application.ts';
import { StoryLink } from '#requests/StoryLink.tsx';
import { UsualTime } from '#requests/UsualTime.tsx';
import { ThreadBelow } from '#support/ThreadBelow.tsx';
import { AskSupport } from '#ui/AskSupport.tsx';
import { usd, type Cents } from '#kernel/money.ts';
import { depositField } from '#platforms/order.ts';
import { accountPageAt, type Spec } from '#platforms/platforms.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Money } from '#ui/Money.tsx';
import { Timeline } from '#ui/Timeline.tsx';
import { AdState, targetOf } from './adColumns.tsx';
import { words } from './adaccounts.words.ts';
import { textIn, type Ad } from './ads.ts';
import styles from './adaccounts.module.css';

const { field, details } = words;

type Props = {
  ad: Ad | undefined;
  platform: Spec;
  onClose: () => void;
  reader: 'client' | 'admin';
  /** A client's; an admin finds the request's own page there. */
  actions?: ReactNode;
};

export function AdDetails({ ad, platform, onClose, reader, actions }: Props) {
  const foot = ad && reader === 'admin' ? <StoryLink applyId={ad.applyId} /> : actions;
  return (
    <Dialog opened={ad !== undefined} onClose={onClose} title={ad ? details.title(ad.applyId) : ''} size="lg">
      {ad ? (
        <div className={styles['details']}>
          <AdFacts ad={ad} platform={platform} reader={reader} />
          {reader === 'client' ? <ThreadBelow subject={ad.applyId} /> : null}
          {foot ? <div className={`${styles['detailsactions']} ${styles['infoot']}`}>{foot}</div> : null}
        </div>
      ) : null}
    </Dialog>
  );
}

export function AdFacts({ ad, platform, reader }: { ad: Ad; platform: Spec; reader: 'client' | 'admin' }) {
  return (
    <>
      <Facts
        items={[
          [field.state, <AdState key="state" ad={ad} />],
          [field.applyId, <CopyId key="id" value={ad.applyId} label={field.applyId} />],
          ...(ad.adsIds.length === 1
            ? [
                [
                  field.adsId,
                  <CopyId key="ads" value={ad.adsId} label={field.adsId} to={accountPageAt(ad.adsId, platform.name)} />,
                ] as const,
              ]
            : []),
          ...(reader === 'admin' ? personFacts(ad) : []),
        ]}
      />
      {ad.state === 'Rejected' && ad.remarks ? (
        <blockquote className={styles['quote']} data-bad>
          <strong>{details.rejected}</strong>
          <p>{ad.remarks}</p>
        </blockquote>
      ) : null}
      <Timeline steps={reader === 'client' ? stepsOf(ad) : stepsOf(ad).map(({ text: _, ...step }) => step)} />
      <Rows ad={ad} platform={platform} />
      {ad.licenseMode ? <Facts items={licenseFacts(ad)} /> : null}
      <section>
        <h3 className={styles['subhead']}>{details.money}</h3>
        <dl className={styles['bill']}>
          <Line label={words.order.deposits} value={<Money cents={ad.totalDeposit} />} />
          <Line label={words.order.openingFee} value={<Money cents={ad.accountOpenFee} />} />
          <Line label={field.topUpFee} value={<Money cents={ad.topUpFee} />} />
          <Line label={words.order.total} value={<Money cents={ad.totalCost} />} strong />
        </dl>
      </section>
      {ad.clientRemarks ? (
        <Facts items={[[reader === 'admin' ? field.clientNote : field.note, ad.clientRemarks]]} />
      ) : null}
    </>
  );
}

function Line({ label, value, strong }: { label: string; value: ReactNode; strong?: boolean }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function personFacts(ad: Ad): (readonly [string, ReactNode])[] {
  return [
    [field.userName, ad.userId.username],
    [field.email, ad.userId.contact.emailId],
    [field.phone, ad.userId.contact.contact1],
    [field.wallet, <Money key="wallet" cents={ad.userId.wallet} />],
    ...(ad.decidedBy ? [[field.decidedBy, ad.decidedBy] as const] : []),
  ];
}

function licenseFacts(ad: Ad): (readonly [string, ReactNode])[] {
  const lines = (values: readonly string[]) => (
    <ul className={styles['lines']}>
      {values.map((value, place) => (
        <li key={place}>{value}</li>
      ))}
    </ul>
  );
  return [
    [field.licenseName, ad.licenseName],
    [field.licenseMode, ad.licenseMode ? words.licenseModes[ad.licenseMode] : ''],
    [field.payment, ad.paymentMode ? words.paymentModes[ad.paymentMode] : ''],
    [`${field.pages} (${ad.pageNum ?? 0})`, lines(ad.pageUrls ?? [])],
    [ad.adType === 'App' ? field.app : field.domains, lines(targetOf(ad))],
  ];
}

/** The rows in their order; the n-th Ads ID belongs to the n-th row, or one to all of them. */
function Rows({ ad, platform }: { ad: Ad; platform: Spec }) {
  const rows = rowsOf(ad, platform);
  const several = ad.adsIds.length > 1;
  if (rows.length === 0) {
    return (
      <section>
        <h3 className={styles['subhead']}>{details.accounts}</h3>
        {several ? (
          <Facts
            items={ad.adsIds.map((adsId, n) => [
              details.row(n + 1),
              <CopyId key={adsId} value={adsId} label={field.adsId} to={accountPageAt(adsId, platform.name)} />,
            ])}
          />
        ) : null}
        <p className={styles['quiet']}>{details.monthly}</p>
      </section>
    );
  }
  return (
    <section>
      <h3 className={styles['subhead']}>{details.accounts}</h3>
      <ol className={styles['adrows']}>
        {rows.map((row, n) => (
          <li key={n}>
            <span className={styles['adnumber']}>{n + 1}</span>
            <span className={styles['adwho']}>
              <span>{row.name}</span>
              {row.beside === '' ? null : <small>{row.beside}</small>}
            </span>
            {several && ad.adsIds[n] ? (
              <CopyId value={ad.adsIds[n]} label={field.adsId} to={accountPageAt(ad.adsIds[n], platform.name)} />
            ) : null}
            <Money cents={row.deposit} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type NamedRow = { name: string; beside: string; deposit: Cents };

/** A row is called by its first field; what else it says stands beside. */
function rowsOf(ad: Ad, { order }: Spec): NamedRow[] {
  if (order.form === 'license')
    return (ad.ads ?? []).map(({ accountName, deposit }) => ({ name: accountName, beside: '', deposit }));
  const [first, ...others] = order.fields.filter(({ name }) => name !== depositField.name);
  return (ad.adsDetails ?? []).map((row) => ({
    name: textIn(row, first?.name ?? ''),
    beside: others.flatMap(({ name, blank = '' }) => textIn(row, name) || blank || []).join(' · '),
    deposit: row.deposit,
  }));
}

type Step = Parameters<typeof Timeline>[0]['steps'][number];

/** Submitted, in review, and what became of it. */
function stepsOf(ad: Ad): Step[] {
  const submitted: Step = { label: details.submitted, at: ad.createdAt, is: 'done' };
  const reviewed: Step = { label: details.inReview, is: 'done' };
  const decided = ad.decidedAt ?? ad.updatedAt;
  switch (ad.state) {
    case 'Pending':
      return [
        submitted,
        {
          label: details.inReview,
          is: 'now',
          text: (
            <>
              <p>
                {details.review} <UsualTime kind={application.name} unknown={details.claimed} />
              </p>
              <AskSupport applyId={ad.applyId} />
            </>
          ),
        },
        { label: details.approved, is: 'later' },
      ];
    case 'Approved':
      return [submitted, reviewed, { label: details.approved, at: decided, is: 'done', text: details.opened }];
    case 'Rejected':
      return [
        submitted,
        reviewed,
        { label: details.rejectedStep, at: decided, is: 'bad', text: details.refunded(usd(ad.totalCost)) },
      ];
    case 'Cancelled':
      return [
        submitted,
        { label: details.cancelled, at: decided, is: 'bad', text: details.refunded(usd(ad.totalCost)) },
      ];
    default:
      return [
        submitted,
        reviewed,
        { label: details.approved, at: decided, is: 'done' },
        {
          label: details.reversed,
          at: ad.updatedAt,
          is: 'bad',
          text: (
            <>
              <p>{ad.reversalReason}</p>
              <p>{details.refunded(usd(ad.totalCost))}</p>
            </>
          ),
        },
      ];
  }
}
