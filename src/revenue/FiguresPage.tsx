/** The business over a span of days beside as many days before it: drawn, and as tables that can be taken along. */
import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { monthText } from '#kernel/clock.ts';
import { dayIn, dayOf } from '#kernel/days.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import type { Cents } from '#kernel/money.ts';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { ExportButton } from '#ui/Exporting.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { ClientLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Plot } from '#ui/Plot.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { Stat, Stats } from '#ui/Stat.tsx';
import { exportBusinessFigures, getBusinessFigures, type tables } from './figures.api.ts';
import { changeOf, fileNameOf, monthsOf, spans, type SpanName } from './figures.ts';
import css from './figures.module.css';
import { words } from './figures.words.ts';
import { dayLabel, spanLabel } from './revenue.ts';

type Figures = OutputOf<typeof getBusinessFigures>;
type Table = (typeof tables)[number];

export default function FiguresPage() {
  const [search] = useSearchParams();
  const [from, to] = [dayIn(search.get('from')), dayIn(search.get('to'))];
  const span: SpanName = spans.find((name) => name === search.get('span')) ?? 'month';
  const chosen = from && to ? { from, to } : { span };
  const figures = useCall(getBusinessFigures, { query: chosen }, { on: ['request'], keep: true });
  const { data } = figures;
  return (
    <Page
      title={words.title}
      text={data ? words.text(spanLabel(data.from, data.to), data.timeZone) : words.textUnknown}
    >
      <Spans chosen={'span' in chosen ? chosen.span : undefined} shown={data} />
      <DataState call={figures} lines={12}>
        {(found) => <Told figures={found} byMonth={search.get('by') === 'months'} />}
      </DataState>
    </Page>
  );
}

/** Spans by their names, and the two days of any other. */
function Spans({ chosen, shown }: { chosen: SpanName | undefined; shown: Figures | undefined }) {
  const [, setSearch] = useSearchParams();
  return (
    <div className={css['spans']}>
      <nav aria-label={words.span}>
        {spans.map((name) => (
          <Link
            key={name}
            to={`?span=${name}${name === '365' ? '&by=months' : ''}`}
            aria-current={name === chosen || undefined}
          >
            {words.spans[name]}
          </Link>
        ))}
      </nav>
      <form
        key={`${shown?.from} ${shown?.to}`}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          setSearch({ from: String(form.get('from')), to: String(form.get('to')) });
        }}
      >
        <TextInput type="date" name="from" label={words.from} defaultValue={shown?.from} required />
        <TextInput type="date" name="to" label={words.to} defaultValue={shown?.to} required />
        <Button type="submit" variant="default">
          {words.show}
        </Button>
      </form>
    </div>
  );
}

function Told({ figures, byMonth }: { figures: Figures; byMonth: boolean }) {
  const { total, before, days } = figures;
  const sum = (field: 'in' | 'out') => days.reduce((all, row) => all + row[field], 0n);
  const than = words.beforeText(spanLabel(before.from, before.to));
  return (
    <div className={css['stack']}>
      <Stats phone="pairs">
        <Stat
          label={words.revenue}
          value={<Money cents={total.revenue} />}
          detail={words.changeOf(changeOf(total.revenue, total.before))}
        />
        <Stat label={words.before} value={<Money cents={total.before} />} detail={than} />
        <Stat label={words.in} value={<Money cents={sum('in')} />} />
        <Stat label={words.out} value={<Money cents={sum('out')} />} />
      </Stats>
      <Drawn figures={figures} byMonth={byMonth} />
      <div className={css['columns']}>
        <Exported title={words.byPlatform} table="platforms" figures={figures} text={than}>
          <Compared
            label={words.byPlatform}
            head={words.platform}
            rows={figures.platforms.map((row) => [row.adType ?? words.noPlatform, row] as const)}
          />
        </Exported>
        <Clients figures={figures} />
      </div>
      <div className={css['columns']}>
        <Networks figures={figures} />
        <Owed figures={figures} />
      </div>
    </div>
  );
}

/** Revenue, and money in and out, by day or by month. */
function Drawn({ figures, byMonth }: { figures: Figures; byMonth: boolean }) {
  const rows = byMonth ? monthsOf(figures.days) : figures.days;
  const by = byMonth ? 'months' : 'days';
  const labelOf = byMonth ? monthText : dayLabel;
  const shared = { head: byMonth ? words.month : words.day, empty: words.nothing };
  return (
    <>
      <Exported title={words.revenueBy[by]} table={by} figures={figures} more={<By byMonth={byMonth} />}>
        <Plot
          {...shared}
          label={words.revenueBy[by]}
          series={[words.revenue, words.before]}
          points={rows.map((row) => ({ label: labelOf(row.date), values: [row.revenue, row.before] }))}
        />
      </Exported>
      <Exported title={words.moneyBy[by]} table={by} figures={figures} text={words.moneyText}>
        <Plot
          {...shared}
          label={words.moneyBy[by]}
          series={[words.in, words.out]}
          points={rows.map((row) => ({ label: labelOf(row.date), values: [row.in, row.out] }))}
        />
      </Exported>
    </>
  );
}

function Clients({ figures }: { figures: Figures }) {
  const { clients, clientsTotal } = figures;
  return (
    <Exported
      title={words.byClient}
      table="clients"
      figures={figures}
      text={words.byClientText(clients.length, clientsTotal)}
    >
      <Compared
        label={words.byClient}
        head={words.client}
        rows={clients.map(({ _id, username, ...sums }) => {
          const name = <ClientLink key={_id} _id={_id} username={username} />;
          return [name, sums] as const;
        })}
      />
    </Exported>
  );
}

function Networks({ figures }: { figures: Figures }) {
  return (
    <Exported title={words.byNetwork} table="networks" figures={figures}>
      <PlainTable
        label={words.byNetwork}
        heads={[words.network, words.in, words.inBefore, words.out, words.outBefore]}
        right={[1, 2, 3, 4]}
        empty={words.nothing}
        rows={figures.networks.map((row) => [
          row.network || words.noNetwork,
          <Money key="in" cents={row.in} />,
          <Money key="inBefore" cents={row.inBefore} />,
          <Money key="out" cents={row.out} />,
          <Money key="outBefore" cents={row.outBefore} />,
        ])}
      />
    </Exported>
  );
}

function Owed({ figures }: { figures: Figures }) {
  return (
    <Exported title={words.owed} table="owed" figures={figures} text={words.owedText}>
      <PlainTable
        label={words.owed}
        heads={[words.place, words.amount]}
        right={[1]}
        empty={words.nothing}
        rows={figures.owed.map(({ place, amount }) => [words.places[place], <Money key="amount" cents={amount} />])}
      />
    </Exported>
  );
}

function By({ byMonth }: { byMonth: boolean }) {
  const [search] = useSearchParams();
  const to = (by: string) => {
    const next = new URLSearchParams(search);
    next.set('by', by);
    return `?${next}`;
  };
  return (
    <nav aria-label={words.by}>
      <Link to={to('days')} aria-current={byMonth ? undefined : true}>
        {words.days}
      </Link>
      <Link to={to('months')} aria-current={byMonth || undefined}>
        {words.months}
      </Link>
    </nav>
  );
}

type ComparedRow = readonly [name: ReactNode, sums: { revenue: Cents; before: Cents }];

function Compared({ label, head, rows }: { label: string; head: string; rows: readonly ComparedRow[] }) {
  return (
    <PlainTable
      label={label}
      heads={[head, words.revenue, words.before, words.change]}
      right={[1, 2, 3]}
      empty={words.nothing}
      rows={rows.map(([name, { revenue, before }]) => [
        name,
        <Money key="revenue" cents={revenue} />,
        <Money key="before" cents={before} />,
        words.changeOf(changeOf(revenue, before)),
      ])}
    />
  );
}

type ExportedProps = {
  title: string;
  table: Table;
  figures: Figures;
  text?: string;
  more?: ReactNode;
  children: ReactNode;
};

/** A section whose table can be taken along as a file. */
function Exported({ title, table, figures: { from, to, timeZone }, text, more, children }: ExportedProps) {
  return (
    <Section
      title={title}
      {...(text ? { text } : {})}
      actions={
        <div className={css['actions']}>
          {more}
          <ExportButton
            endpoint={exportBusinessFigures}
            query={{ from, to, table }}
            fileName={fileNameOf(table, { from, to }, dayOf(new Date(), timeZone))}
            label={words.export}
            of={words.exportOf(title)}
            icon={<Icon name="download" size={16} />}
          />
        </div>
      }
    >
      {children}
    </Section>
  );
}
