/** What automatic crediting would have done, before somebody switches it on. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { centsOf, grouped, usd } from '#kernel/money.ts';
import { updateSettings } from '#settings/settings.api.ts';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Money } from '#ui/Money.tsx';
import { ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { useMay } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { tryAutoCredit } from './dryrun.api.ts';
import { words } from './dryrun.words.ts';

type Trial = OutputOf<typeof tryAutoCredit>;

export default function DryRunPage() {
  const maySet = useMay(updateSettings);
  const [search] = useSearchParams();
  // In dollars, as typed. What is no amount is left out, and counts as the limit that is set.
  const limit = (name: string) => (centsOf(search.get(name) ?? '') === undefined ? '' : search.get(name)!);
  const query = { transfer: limit('transfer'), clientDay: limit('clientDay'), agencyDay: limit('agencyDay') };
  const trial = useCall(tryAutoCredit, { query });
  return (
    <Page
      title={words.title}
      text={words.text}
      back={maySet ? { to: '/admin/settings', label: words.back } : undefined}
    >
      <DataState call={trial} failed={words.failed} lines={10}>
        {(data) => <Told trial={data} />}
      </DataState>
    </Page>
  );
}

function Told({ trial: { limits, sums, topups, more } }: { trial: Trial }) {
  const happened = sums.filter(({ count }) => count > 0);
  return (
    <>
      <Section
        title={words.sums}
        text={words.limits(usd(limits.transfer), usd(limits.clientDay), usd(limits.agencyDay))}
      >
        <PlainTable
          label={words.sums}
          heads={[words.outcome, words.count, words.amount]}
          right={[1, 2]}
          empty={words.empty}
          rows={happened.map(({ reason, count, amount }) => [
            words.reasons[reason],
            grouped(count),
            <Money key="amount" cents={amount} />,
          ])}
        />
        {more ? <p>{words.more}</p> : null}
      </Section>
      {topups.length > 0 ? (
        <Section title={words.topups}>
          <PlainTable
            label={words.topups}
            heads={[words.at, words.client, words.request, words.amount, words.outcome, words.state]}
            right={[3]}
            empty={words.empty}
            rows={topups.map(({ applyId, at, client, amount, reason, signals, state }) => [
              <Time key="at" at={at} />,
              <ClientLink key="client" {...client} />,
              <RequestLink key="request" applyId={applyId} />,
              <Money key="amount" cents={amount} />,
              outcomeOf(words.reasons[reason], signals),
              state,
            ])}
          />
        </Section>
      ) : null}
    </>
  );
}

/** A signal is a sentence with its full stop, a reason alone has none. */
function outcomeOf(reason: string, signals: readonly string[]): string {
  return signals.length === 0 ? reason : [`${reason}.`, ...signals].join(' ');
}
