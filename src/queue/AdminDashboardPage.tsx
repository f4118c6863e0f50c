/** What an owner looks for first: how many clients, what was earned, what waits, and whose money is where. */
import { Button } from '@mantine/core';
import { AccountsToWatch } from '#accounts/AccountsToWatch.tsx';
import { BookLine, BookSection } from '#book/BookSection.tsx';
import { Strays } from '#chain/Strays.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { grouped, sum, usd } from '#kernel/money.ts';
import { NoAddressYet } from '#network/NoAddressYet.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState, Empty } from '#ui/DataState.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { useMay } from '#ui/session.tsx';
import { Section } from '#ui/Section.tsx';
import { Stat, Stats } from '#ui/Stat.tsx';
import { Time } from '#ui/Time.tsx';
import { getActiveAccounts, getFigures, getUserCount } from '#revenue/revenue.api.ts';
import css from './dashboard.module.css';
import { getQueueCounts } from './counts.api.ts';
import { RevenueChart } from '#revenue/RevenueChart.tsx';
import { words } from './dashboard.words.ts';

type Figures = OutputOf<typeof getFigures>;
type QueueCounts = OutputOf<typeof getQueueCounts>;

export default function AdminDashboardPage() {
  const sees = useMay(getFigures);
  return sees ? <WithFigures /> : <WaitingOnly />;
}

function Users({ count }: { count: number }) {
  return (
    <Stat
      label={words.users}
      value={grouped(count)}
      detail={words.usersDetail}
      to="/admin/dashboard/UserAdsInformation"
    />
  );
}

function Active({ count }: { count: number }) {
  return (
    <Stat label={words.active} value={grouped(count)} detail={words.activeDetail} to="/admin/dashboard/activeuser" />
  );
}

/** For whom revenue is not: how many there are, what waits, and how the book stands. */
function WaitingOnly() {
  const users = useCall(getUserCount, {}, { on: ['request'] });
  const active = useCall(getActiveAccounts, {}, { on: ['request'] });
  const waiting = useCall(getQueueCounts, {}, { on: ['request'] });
  return (
    <Page title={words.title} text={<BookLine />}>
      <NoAddressYet />
      <Strays />
      <Stats>
        <DataState call={users} failed={words.failed} lines={3}>
          {({ totalUsers }) => <Users count={totalUsers} />}
        </DataState>
        <DataState call={active} failed={words.failed} lines={3}>
          {({ activeCount }) => <Active count={activeCount} />}
        </DataState>
      </Stats>
      <div className={css['columns']}>
        <DataState call={waiting} failed={words.failed} lines={6}>
          {(counts) => <Queues counts={counts} />}
        </DataState>
        <AccountsToWatch />
        <BookSection />
      </div>
    </Page>
  );
}

function WithFigures() {
  const figures = useCall(getFigures, {}, { on: ['request'] });
  const waiting = useCall(getQueueCounts, {}, { on: ['request'] });
  return (
    <Page title={words.title} text={<BookLine />}>
      <NoAddressYet />
      <Strays />
      {/* What failed is said once, where the chart would stand. */}
      {figures.isLoadingError ? null : (
        <DataState call={figures} failed={words.failed} lines={3}>
          {(data) => <Cards figures={data} />}
        </DataState>
      )}
      <div className={css['columns']}>
        <div className={css['stack']}>
          <DataState call={figures} failed={words.failed} lines={10}>
            {(data) => (
              <>
                <Chart figures={data} />
                <OurHands figures={data} />
              </>
            )}
          </DataState>
        </div>
        <div className={css['stack']}>
          <DataState call={waiting} failed={words.failed} lines={6}>
            {(counts) => <Queues counts={counts} />}
          </DataState>
          <AccountsToWatch />
          <BookSection />
        </div>
      </div>
    </Page>
  );
}

function Cards({ figures }: { figures: Figures }) {
  return (
    <Stats>
      <Users count={figures.totalUsers} />
      <Stat
        label={words.revenue}
        value={<Money cents={figures.totalRevenue} />}
        detail={words.revenueDetail}
        to="/admin/revenue"
      />
      <Active count={figures.activeCount} />
    </Stats>
  );
}

function Chart({ figures: { days, timeZone } }: { figures: Figures }) {
  return (
    <Section title={words.chart} text={words.chartText(timeZone)}>
      <RevenueChart days={days} />
      <p className={`${css['sum']} figures`}>
        {words.total(usd(sum(days.map((day) => day.revenue))))}
        <Link to="/admin/revenue" className="reach">
          {words.allDays}
        </Link>
      </p>
    </Section>
  );
}

function Queues({ counts: { total, queues } }: { counts: QueueCounts }) {
  const open = (
    <Button component={Link} to="/admin/queue">
      {words.openQueue}
    </Button>
  );
  return (
    <Section
      title={words.waiting}
      text={total.pending > 0 ? words.waitingText(total) : undefined}
      actions={total.pending > 0 ? open : undefined}
    >
      {queues.length === 0 ? <Empty text={words.nothingWaits} /> : null}
      <ul className={css['list']}>
        {queues.map(({ kind, adType, pending, late, oldest }) => (
          <li key={`${kind} ${adType}`}>
            <Link className={css['row']} to={`/admin/queue?kind=${kind}${adType === null ? '' : `&adType=${adType}`}`}>
              <span>
                <span className={css['name']}>{words.thing(kind, adType)}</span>
                <span className={css['quiet']}>
                  {words.oldest} {oldest ? <Time at={oldest} age /> : null}
                  {late > 0 ? <span className={css['late']}> · {words.late(late)}</span> : null}
                </span>
              </span>
              <span className={`${css['count']} figures`}>{pending}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OurHands({ figures }: { figures: Figures }) {
  const rows = [
    {
      label: words.wallets,
      detail: words.walletsDetail,
      cents: figures.walletLiability,
      to: '/admin/dashboard/UserAdsInformation',
    },
    { label: words.held, detail: words.heldDetail, cents: figures.heldMoney, to: '/admin/queue' },
    {
      label: words.adAccounts,
      detail: words.adAccountsDetail,
      cents: figures.inAdAccounts,
      to: '/accounts',
    },
    {
      label: words.topups,
      detail: words.topupsDetail(figures.topupsToday.count),
      cents: figures.topupsToday.money,
      to: '/admin/transactions/approved',
    },
    { label: words.penalties, detail: '', cents: figures.penaltiesToday, to: '/admin/logs/audit?action=penalty.' },
    { label: words.goodwill, detail: '', cents: figures.goodwillToday, to: '/admin/logs/audit?action=goodwill.' },
  ];
  return (
    <Section title={words.money} text={words.moneyText}>
      <ul className={css['list']}>
        {rows.map(({ label, detail, cents, to }) => (
          <li key={label}>
            <Link className={css['row']} to={to}>
              <span>
                <span className={css['name']}>{label}</span>
                {detail ? <span className={css['quiet']}>{detail}</span> : null}
              </span>
              <Money cents={cents} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
