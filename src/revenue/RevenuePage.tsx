/**
 * A month of revenue, its days, and the ledger entries that a day is made of: every figure leads to what it is made of.
 */
import { dateText, monthText } from '#kernel/clock.ts';
import { dayIn, monthAfter } from '#kernel/days.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { useCall } from '#ui/call.tsx';
import { DataState, Empty } from '#ui/DataState.tsx';
import { DataTable, type Column } from '#ui/DataTable.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { Time } from '#ui/Time.tsx';
import { exportRevenueEntries, getRevenueDays, getRevenueEntries } from './entries.api.ts';
import css from './revenue.module.css';
import { dayLabel } from './revenue.ts';
import { words } from './revenue.words.ts';

type Month = OutputOf<typeof getRevenueDays>;
type Entry = OutputOf<typeof getRevenueEntries>['entries'][number];

export default function RevenuePage() {
  const [search] = useSearchParams();
  const day = dayIn(search.get('day'));
  const month = day?.slice(0, 7) ?? search.get('month') ?? '';
  const days = useCall(getRevenueDays, { query: month === '' ? {} : { month } }, { on: ['request'], keep: true });
  return (
    <Page title={words.title} text={days.data ? words.text(days.data.timeZone) : words.textUnknown}>
      <DataState call={days} lines={12}>
        {(data) => (
          <div className={css['trace']}>
            <Days month={data} day={day} />
            <Entries month={data} day={day} />
          </div>
        )}
      </DataState>
    </Page>
  );
}

function Days({ month: { month, days, total }, day }: { month: Month; day: string | undefined }) {
  const most = days.reduce((sum, each) => (abs(each.revenue) > sum ? abs(each.revenue) : sum), 1n);
  return (
    <Section title={monthText(month)} actions={<MonthLinks month={month} />}>
      {days.length === 0 ? <Empty text={words.noDays} /> : null}
      <ol className={css['days']} aria-label={words.days}>
        <li>
          <Link to={`?month=${month}`} aria-current={day === undefined ? 'true' : undefined}>
            <strong>{words.wholeMonth}</strong>
            <Money cents={total} />
          </Link>
        </li>
        {days.toReversed().map((each) => (
          <li key={each.date}>
            <Link
              to={`?day=${each.date}`}
              aria-current={each.date === day ? 'true' : undefined}
              data-zero={each.revenue === 0n || undefined}
            >
              <span>{dayLabel(each.date)}</span>
              <svg className={css['daybar']} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  width={Number((abs(each.revenue) * 100n) / most)}
                  height={8}
                  rx={1}
                  className={css['bar']}
                  data-negative={each.revenue < 0n || undefined}
                />
              </svg>
              <Money cents={each.revenue} />
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function abs(cents: Cents): Cents {
  return cents < 0n ? -cents : cents;
}

function MonthLinks({ month }: { month: string }) {
  return (
    <nav className={css['months']} aria-label={words.months}>
      <Link to={`?month=${monthAfter(month, -1)}`} aria-label={words.earlier}>
        <Icon name="left" />
      </Link>
      <Link to={`?month=${monthAfter(month, 1)}`} aria-label={words.later}>
        <Icon name="right" />
      </Link>
    </nav>
  );
}

const columns: Column<Entry>[] = [
  { id: 'at', header: words.at, sort: 'at', cell: (row) => <Time at={row.at} /> },
  { id: 'source', header: words.source, wraps: true, cell: (row) => words.sourceOf(row.source, row.amount < 0n) },
  { id: 'amount', header: words.amount, align: 'right', title: true, cell: (row) => <Money cents={row.amount} /> },
  {
    id: 'request',
    header: words.kind,
    cell: (row) => (
      <span>
        <RequestLink applyId={row.applyId} />
        <span className={css['quiet']}>{words.thing(row.kind, row.adType)}</span>
      </span>
    ),
  },
  {
    id: 'client',
    header: words.client,
    wraps: true,
    cell: (row) => <ClientLink {...row.userId} />,
  },
];

function Entries({ month: { month, days, total }, day }: { month: Month; day: string | undefined }) {
  const first = days[0];
  if (first === undefined) return null;
  const span = day === undefined ? { from: first.date, to: days.at(-1)!.date } : { from: day, to: day };
  const sum = day === undefined ? total : (days.find((each) => each.date === day)?.revenue ?? 0n);
  return (
    <Section
      title={words.entriesOf(day === undefined ? monthText(month) : dateText(day))}
      text={words.entriesText(usd(sum))}
    >
      <DataTable
        key={`${span.from} ${span.to}`}
        name="revenue-entries"
        caption={words.entries}
        endpoint={getRevenueEntries}
        query={span}
        rows={(answer) => answer.entries}
        rowId={(row) => row._id}
        rowName={(row) => row.applyId}
        columns={columns}
        empty={{ text: words.empty }}
        exporting={{
          endpoint: exportRevenueEntries,
          fileName: `revenue-${span.from}-${span.to}.xlsx`,
        }}
        limit={50}
      />
    </Section>
  );
}
