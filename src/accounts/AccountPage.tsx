/** One ad account: how it is, what is in it, what happened to it, and what can be done. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { dayOf } from '#kernel/days.ts';
import { normalisedAdsId } from '#kernel/ids.ts';
import { application } from '#kinds/application.ts';
import { settlesSpend } from '#kinds/facts.ts';
import { kindNamed, labelOf, ownLabelOf } from '#kinds/kinds.ts';
import { replacement } from '#kinds/replacement.ts';
import { platforms, type Platform } from '#platforms/platforms.ts';
import { useIsOn, usePlatforms } from '#platforms/usePlatform.tsx';
import { clientPageOf } from '#requests/messages.ts';
import { AlertsSection } from '#runway/AlertsSection.tsx';
import { RefillSection } from '#runway/RefillSection.tsx';
import { whenText } from '#runway/when.ts';
import { words as support } from '#support/support.words.ts';
import { ThreadFold } from '#support/ThreadSection.tsx';
import { SpendSection } from '#spend/SpendSection.tsx';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Fold } from '#ui/Fold.tsx';
import { late } from '#ui/late.tsx';
import { Money } from '#ui/Money.tsx';
import { AccountLink, ClientLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Link, Navigate, useParams, useSearchParams } from '#ui/router.tsx';
import { isOnServer } from '#ui/screen.tsx';
import { Section } from '#ui/Section.tsx';
import { useMe } from '#ui/session.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { Timeline } from '#ui/Timeline.tsx';
import { AccountActions } from './AccountActions.tsx';
import { asStep } from './accountSteps.tsx';
import { DaysLeft, Known, mayRun, nameOf } from './accountParts.tsx';
import { getAdAccount, getAdAccounts } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import { meaningOf } from './telling.ts';
import css from './accounts.module.css';

/** Few accounts have one. */
const ReplacementWaits = late(() => import('./ReplacementWaits.tsx').then((waits) => waits.ReplacementWaits));
/** Notes stand low on the page, and bring a form with them. */
const Notes = late(() => import('#support/NotesSection.tsx').then((notes) => notes.Notes));

type Story = OutputOf<typeof getAdAccount>;
type Reader = 'User' | 'Admin';
const { field } = words;

/** Named by its own id, or by what its platform calls it, as lists of requests do. */
export default function AccountPage() {
  const { account = '' } = useParams();
  const [search] = useSearchParams();
  const platform = platforms.find((name) => name === search.get('platform'));
  return platform ? <ByAdsId adsId={account} platform={platform} /> : <Account account={account} />;
}

function ByAdsId({ adsId, platform }: { adsId: string; platform: Platform }) {
  const found = useCall(getAdAccounts, { query: { q: adsId, platform, limit: 200 } });
  const same = found.data?.accounts.find((each) => normalisedAdsId(each.adsId) === normalisedAdsId(adsId));
  // Only a browser can go there.
  if (same) return isOnServer ? null : <Navigate replace to={`/accounts/${same._id}`} />;
  return (
    <Page title={adsId} back={{ to: '/accounts', label: words.back }}>
      <DataState call={found} failed={words.failed} lines={10}>
        {() => <p>{words.noneCalledSo}</p>}
      </DataState>
    </Page>
  );
}

function Account({ account }: { account: string }) {
  const { typeOfUser } = useMe();
  const story = useCall(getAdAccount, { query: { id: account } }, { on: ['request'] });
  return (
    <Page
      title={story.data ? nameOf(story.data.account) : account}
      text={story.data ? <Headline story={story.data} /> : undefined}
      back={{ to: '/accounts', label: words.back }}
      actions={
        story.data ? (
          <AccountActions
            account={story.data.account}
            reader={typeOfUser}
            isReplaced={story.data.replacement !== null}
          />
        ) : null
      }
    >
      <DataState call={story} failed={words.failed} lines={10}>
        {(data) => <Told story={data} reader={typeOfUser} />}
      </DataState>
    </Page>
  );
}

function Headline({ story: { account } }: { story: Story }) {
  return (
    <span className={css['head']}>
      <StateBadge state={account.state} />
      <span translate="no">
        {account.platform} {account.adsId}
      </span>
    </span>
  );
}

function Told({ story, reader }: { story: Story; reader: Reader }) {
  const { account, shares } = story;
  const watched = { id: account._id, name: nameOf(account), isKnown: account.remaining !== null };
  return (
    <div className={css['stack']}>
      {story.replacement ? (
        <ReplacementWaits of={story.replacement} spent={story.reconciliation.unsettled} reader={reader} />
      ) : null}
      {reader === 'User' && !story.replacement ? <Calm account={account} /> : null}
      {reader === 'User' ? <Paused account={account} /> : null}
      <div className={css['columns']}>
        <About story={story} reader={reader} />
        <Section title={words.timeline}>
          <Timeline
            steps={story.timeline.map((step, at, all) => asStep(step, at === all.length - 1, account.applyId, reader))}
          />
        </Section>
      </div>
      <SpendSection {...story} reader={reader} />
      <Movements story={story} reader={reader} />
      <ThreadFold subject={account._id} />
      {reader === 'Admin' ? (
        <Fold open title={support.notes.title} hint={support.notes.text}>
          <Notes about={{ id: account._id }} />
        </Fold>
      ) : null}
      <div className={css['columns']}>
        <Requests story={story} reader={reader} />
        {mayRun(account) ? (
          <>
            <AlertsSection {...watched} reader={reader} />
            <RefillSection {...watched} reader={reader} />
          </>
        ) : null}
        <Fold open title={words.shares} text={counted(shares.length)}>
          <PlainTable
            label={words.shares}
            heads={[words.gmail, words.at]}
            empty={words.noShares}
            rows={shares.map((each) => [each.emailId, <Time key="at" at={each.createdAt} />])}
          />
        </Fold>
      </div>
    </div>
  );
}

/** What a closed list says of itself. */
const counted = (rows: number) => (rows === 0 ? undefined : String(rows));

/** What an account that does not run means for its client, before anything else. */
function Calm({ account: { state, balance, remaining } }: { account: Story['account'] }) {
  if (state === 'Active') return null;
  return (
    <section className={css['calm']}>
      <h2>{words.calm[state]}</h2>
      <p>{meaningOf({ balanceCents: balance, leftCents: remaining ?? undefined }, state)}</p>
    </section>
  );
}

/** Nothing can be asked of an account whose platform is switched off, but its money is safe. */
export function Paused({
  account: { platform, closedAt },
}: {
  account: Pick<Story['account'], 'platform' | 'closedAt'>;
}) {
  const isOn = useIsOn(platform);
  if (isOn || closedAt !== null) return null;
  return (
    <section className={css['calm']}>
      <h2>{words.paused.title(platform)}</h2>
      <p>{words.paused.text}</p>
    </section>
  );
}

function About({ story, reader }: { story: Story; reader: Reader }) {
  const { account, replaces, replacedBy } = story;
  const { userId } = account;
  const opener = replaces ? replacement.name : application.name;
  return (
    <Section title={field.balance}>
      <p className={`${css['figure']} figures`}>
        <Money cents={account.balance} />
      </p>
      <p className={css['quiet']}>{words.balanceText}</p>
      <Facts
        items={[
          [field.id, <CopyId key="id" value={account._id} label={field.id} />],
          [field.adsId, <CopyId key="ads" value={account.adsId} label={field.adsId} />],
          ...(userId ? [[field.client, <ClientLink key="client" {...userId} />] as const] : []),
          [field.order, <RequestLink key="order" {...account} kind={opener} reader={reader} />],
          ...(replaces ? [[words.replacement.replaces, <AccountLink key="old" {...replaces} />] as const] : []),
          ...(replacedBy ? [[words.replacement.replacedBy, <AccountLink key="new" {...replacedBy} />] as const] : []),
          [field.spent, <Known key="spent" cents={account.spent} />],
          [field.remaining, <Known key="remaining" cents={account.remaining} />],
          [field.daysLeft, <DaysLeft key="days" of={account} />],
          ...(account.emptyOn ? [[field.emptyOn, whenText(account.emptyOn, dayOf(new Date(), 'UTC'))] as const] : []),
          [field.opened, <Time key="opened" at={account.openedAt} />],
          [field.lastDeposit, account.lastDepositAt ? <Time key="last" at={account.lastDepositAt} /> : words.never],
          ...(account.closedAt ? [[field.closed, <Time key="closed" at={account.closedAt} />] as const] : []),
          ...(account.feeBack === null ? [] : [[field.feeBack, <Money key="fee" cents={account.feeBack} />] as const]),
        ]}
      />
    </Section>
  );
}

type Linked = Pick<Story['requests'][number], 'applyId' | 'kind'> & {
  platform: Story['account']['platform'];
  reader: Reader;
};

/** Where each side looks at a request. */
function RequestLink({ applyId, kind, platform, reader }: Linked) {
  const on = new Set<string>(usePlatforms().map(({ name }) => name));
  const to = reader === 'Admin' ? `/admin/requests/${applyId}` : clientPageOf({ kind, platform, applyId }, on);
  return (
    <Link to={to} className="nobreak" translate="no">
      {applyId}
    </Link>
  );
}

export function Movements({
  story: { movements, account },
  reader,
}: {
  story: Pick<Story, 'movements' | 'account'>;
  reader: Reader;
}) {
  const nameOfKind = reader === 'User' ? ownLabelOf : labelOf;
  return (
    <Fold open title={words.movements} text={counted(movements.length)} hint={words.movementsText}>
      <PlainTable
        label={words.movements}
        heads={[words.amount, words.what, words.after, words.request, words.at]}
        right={[0, 2]}
        empty={words.noMovements}
        rows={movements.map((each) => [
          <Money key="amount" cents={each.amount} signed />,
          nameOfKind(each.kind, account.platform),
          <Money key="after" cents={each.balance} />,
          <RequestLink key="request" {...each} platform={account.platform} reader={reader} />,
          <Time key="at" at={each.at} />,
        ])}
      />
      {movements.some(({ kind }) => settlesSpend(kindNamed(kind))) ? (
        <p className={css['quiet']}>{words.settlementText[reader]}</p>
      ) : null}
    </Fold>
  );
}

function Requests({ story: { requests, account }, reader }: { story: Story; reader: Reader }) {
  return (
    <Fold open title={words.requests} text={counted(requests.length)}>
      <PlainTable
        label={words.requests}
        heads={[words.request, words.amount, field.state, words.at]}
        right={[1]}
        empty={words.noRequests}
        rows={requests.map((each) => [
          <RequestLink key="request" {...each} platform={account.platform} reader={reader} />,
          <Money key="amount" cents={each.amount} />,
          <StateBadge key="state" state={each.state} />,
          <Time key="at" at={each.createdAt} onlyDay />,
        ])}
      />
    </Fold>
  );
}
