/** Reconciliation of one day: what the chain saw against what the book says, for each network. */
import { dayIn } from '#kernel/days.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { grouped } from '#kernel/money.ts';
import { useCall } from '#ui/call.tsx';
import { DataState, Empty, Kept } from '#ui/DataState.tsx';
import { DayField } from '#ui/DayField.tsx';
import { ExportButton } from '#ui/Exporting.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { exportTransfersDay, getTransfersDay } from './day.api.ts';
import css from './Evidence.module.css';
import { words } from './day.words.ts';

type Day = OutputOf<typeof getTransfersDay>;
type Figure = keyof typeof words.figures;

const names = Object.keys(words.figures) as Figure[];
/** What somebody has to look after, where it is not nothing. */
const alarming: readonly Figure[] = ['nobodys', 'unknown', 'bookInUnseen', 'bookOutUnseen'];

export default function TransfersDayPage() {
  const [search, setSearch] = useSearchParams();
  const asked = dayIn(search.get('day'));
  const query = asked === undefined ? {} : { day: asked };
  const day = useCall(getTransfersDay, { query }, { on: ['request'], keep: true });
  return (
    <Page
      title={words.title}
      text={day.data ? words.text(day.data.timeZone) : words.textUnknown}
      back={{ to: '/admin/transfers', label: words.back }}
      actions={
        <ExportButton
          endpoint={exportTransfersDay}
          query={query}
          fileName={`transfers-${asked ?? day.data?.day ?? 'today'}.xlsx`}
        />
      }
    >
      <DayField
        must
        label={words.day}
        className={css['day']}
        value={asked ?? day.data?.day ?? ''}
        onDay={(next) => setSearch({ day: next }, { replace: true })}
      />
      <Kept of={day}>
        <DataState call={day} failed={words.failed} lines={10}>
          {({ networks }) =>
            networks.length === 0 ? (
              <Empty text={words.empty} />
            ) : (
              networks.map((each) => <OfNetwork key={each.network} of={each} />)
            )
          }
        </DataState>
      </Kept>
    </Page>
  );
}

function OfNetwork({ of }: { of: Day['networks'][number] }) {
  return (
    <Section title={of.network === '' ? words.noNetwork : of.network}>
      <PlainTable
        label={of.network}
        heads={[words.what, words.number, words.amount]}
        right={[1, 2]}
        empty={words.empty}
        rows={names.map((name) => [
          <span
            key="what"
            className={css['figure']}
            data-part={words.figures[name].startsWith('of ') || undefined}
            data-tone={alarming.includes(name) && of[name].count > 0 ? 'bad' : undefined}
          >
            {words.figures[name]}
          </span>,
          grouped(of[name].count),
          <Money key="amount" cents={of[name].amount} />,
        ])}
      />
    </Section>
  );
}
