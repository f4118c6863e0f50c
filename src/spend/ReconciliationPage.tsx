/** Whether the book and the platforms agree: every account for a month, what does not agree first. */
import { Checkbox, NativeSelect } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { platforms, type Platform } from '#platforms/platforms.ts';
import { usePlatforms } from '#platforms/usePlatform.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState, Kept } from '#ui/DataState.tsx';
import { ExportButton } from '#ui/Exporting.tsx';
import { Money } from '#ui/Money.tsx';
import { AccountLink, ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { Time } from '#ui/Time.tsx';
import { exportReconciliation, getReconciliation } from './reconciliation.api.ts';
import { words } from './reconciliation.words.ts';
import { lastMonths, monthChoices, monthIn, settlePageOf } from './settling.ts';
import { words as settling } from './settling.words.ts';
import css from './spend.module.css';

type Told = OutputOf<typeof getReconciliation>;

export default function ReconciliationPage() {
  const months = lastMonths(new Date());
  const [search, setSearch] = useSearchParams();
  const month = monthIn(search.get('month'), months);
  const names = usePlatforms().map(({ name }) => name);
  const platform: Platform | '' = platforms.find((name) => name === search.get('platform')) ?? '';
  const differences = search.get('differences') === 'true';
  const query = { month, platform, differences } as const;
  const told = useCall(getReconciliation, { query }, { on: ['request'], keep: true });
  const ask = (change: object) => {
    const asked = { month, platform, differences: differences ? 'true' : '', ...change };
    setSearch(Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')), { replace: true });
  };
  return (
    <Page
      title={words.title}
      text={words.text}
      back={{ to: settlePageOf(month), label: settling.title }}
      actions={<ExportButton endpoint={exportReconciliation} query={query} fileName={`reconciliation-${month}.xlsx`} />}
    >
      <div className={css['stack']}>
        <Section>
          <div className={css['filters']}>
            <NativeSelect
              label={words.month}
              data={monthChoices(months, month)}
              value={month}
              onChange={(event) => ask({ month: event.currentTarget.value })}
            />
            <NativeSelect
              label={words.platform}
              data={[{ value: '', label: words.all }, ...names]}
              value={platform}
              onChange={(event) => ask({ platform: event.currentTarget.value })}
            />
            <Checkbox
              label={words.onlyDifferences}
              checked={differences}
              onChange={(event) => ask({ differences: event.currentTarget.checked ? 'true' : '' })}
            />
          </div>
        </Section>
        <Kept of={told}>
          <DataState call={told} failed={words.failed} lines={10}>
            {(data) => <Accounts of={data} differences={differences} />}
          </DataState>
        </Kept>
      </div>
    </Page>
  );
}

const known = (key: string, cents: Cents | null) =>
  cents === null ? words.unknown : <Money key={key} cents={cents} />;

function Left({ of: { leftByPlatform, leftAt } }: { of: Told['accounts'][number] }) {
  if (leftByPlatform === null) return <span className={css['quiet']}>{words.notTold}</span>;
  return (
    <div>
      <Money cents={leftByPlatform} />
      {leftAt === null ? null : (
        <div className={css['quiet']}>
          <Time at={leftAt} />
        </div>
      )}
    </div>
  );
}

/** What does not agree is what one came for. */
function Difference({ cents }: { cents: Cents }) {
  return (
    <span className={cents === 0n ? undefined : css['differs']}>
      <Money cents={cents} signed />
    </span>
  );
}

function Accounts({ of: told, differences }: { of: Told; differences: boolean }) {
  const { field } = words;
  return (
    <Section title={words.sums(told)} text={words.totals(usd(told.funded), usd(told.spent), usd(told.returned))}>
      <div className={css['stack']}>
        <PlainTable
          label={words.accounts}
          heads={[
            field.account,
            field.client,
            field.funded,
            field.spent,
            field.returned,
            field.shouldBeLeft,
            field.leftByPlatform,
            field.difference,
            field.settledBy,
          ]}
          right={[2, 3, 4, 5, 6, 7]}
          empty={differences ? words.noDifferences : words.none}
          rows={told.accounts.map((each) => [
            <AccountLink key="account" {...each} />,
            <ClientLink key="client" {...each.userId} />,
            <Money key="funded" cents={each.funded} />,
            known('spent', each.spent),
            <Money key="returned" cents={each.returned} />,
            known('left', each.shouldBeLeft),
            <Left key="platform" of={each} />,
            each.difference === null ? null : <Difference key="difference" cents={each.difference} />,
            each.settledBy === null ? null : <RequestLink key="settled" applyId={each.settledBy} />,
          ])}
        />
        {told.accounts.length < told.count ? <p className={css['quiet']}>{words.most}</p> : null}
        <p className={css['quiet']}>{words.unknownText}</p>
      </div>
    </Section>
  );
}
