/** Who decides what and how fast, and what whoever takes over has to know. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { DataState, Kept } from '#ui/DataState.tsx';
import { DayField } from '#ui/DayField.tsx';
import { ExportButton } from '#ui/Exporting.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { Stat, Stats } from '#ui/Stat.tsx';
import { ageText } from '#ui/Time.tsx';
import { exportTeam, getTeam } from './team.api.ts';
import { shiftHours } from './team.ts';
import { words } from './team.words.ts';
import css from './team.module.css';

type Team = OutputOf<typeof getTeam>;

export default function TeamPage() {
  const [address, setAddress] = useSearchParams();
  const query: { from?: string; to?: string } = Object.fromEntries(
    ['from', 'to'].flatMap((name) => (address.get(name) ? [[name, address.get(name)!]] : [])),
  );
  const team = useCall(getTeam, { query }, { on: ['request'], keep: true });
  const { from = team.data?.from ?? '', to = team.data?.to ?? '' } = query;
  const ask = (name: string, day: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (day === '') next.delete(name);
        else next.set(name, day);
        return next;
      },
      { replace: true },
    );
  return (
    <Page title={words.title} text={team.data ? words.text(team.data.timeZone) : words.textUnknown}>
      <div className={css['parts']}>
        <DataState call={team} lines={10}>
          {(data) => <Handover handover={data.handover} />}
        </DataState>
        <Section
          title={words.pace}
          text={words.paceText}
          actions={
            // They stay while days are refused: half of a new period is often too long, or ends before it begins.
            <div className={css['days']}>
              <DayField must label={words.from} value={from} onDay={(day) => ask('from', day)} />
              <DayField must label={words.to} value={to} onDay={(day) => ask('to', day)} />
              <ExportButton endpoint={exportTeam} query={query} fileName={`team-${from}-${to}.xlsx`} />
            </div>
          }
        >
          <Kept of={team}>{team.data ? <Decisions pace={team.data.pace} /> : null}</Kept>
        </Section>
      </div>
    </Page>
  );
}

function Handover({ handover }: { handover: Team['handover'] }) {
  const { asked, decided, pending, late, oldest, second, toPay, queues } = handover;
  return (
    <>
      <Stats phone="lines">
        <Stat label={words.asked} value={String(asked)} />
        <Stat label={words.decided} value={String(decided)} />
        <Stat label={words.pending} value={String(pending)} to="/admin/queue" />
        <Stat label={words.late} value={String(late)} />
        <Stat label={words.second} value={String(second)} to="/admin/proposals" />
        <Stat label={words.toPay} value={String(toPay)} to="/admin/withdrawals/to-pay" />
        <Stat label={words.oldest} value={oldest === null ? '–' : ageText(oldest)} />
      </Stats>
      <Section title={words.handover} text={words.handoverText(shiftHours)}>
        <PlainTable
          label={words.handover}
          empty={words.nothingWaits}
          heads={[words.request, words.pending, words.late]}
          right={[1, 2]}
          rows={queues.map(({ kind, adType, pending: count, late: lateOnes }) => [
            <Link key="to" to={`/admin/queue?kind=${kind}&adType=${adType ?? ''}`}>
              {words.thing(kind, adType)}
            </Link>,
            count,
            lateOnes,
          ])}
        />
      </Section>
    </>
  );
}

function Decisions({ pace }: { pace: Team['pace'] }) {
  return (
    <PlainTable
      label={words.pace}
      empty={words.none}
      heads={[words.admin, words.kind, words.count, words.median, words.p90, words.lateOnes]}
      right={[2, 3, 4, 5]}
      rows={pace.map(({ username, kind, count, median, p90, late }) => [
        username,
        words.kindTitle(kind),
        count,
        words.hours(median),
        words.hours(p90),
        late,
      ])}
    />
  );
}
