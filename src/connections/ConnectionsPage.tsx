/** How it goes with asking platforms: last run, what came, what failed, next run, and where somebody has to look. */
import { Button } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { Imports } from '#spend/Imports.tsx';
import { importSpend } from '#spend/spend.api.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { AccountLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Refused } from '#ui/Refused.tsx';
import { Section } from '#ui/Section.tsx';
import { useMay } from '#ui/session.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { getConnections, runConnectionNow } from './connections.api.ts';
import { words } from './connections.words.ts';
import css from './connections.module.css';

type Connection = OutputOf<typeof getConnections>['connections'][number];

export default function ConnectionsPage() {
  const mayImport = useMay(importSpend);
  const call = useCall(getConnections, {}, { every: 15_000 });
  return (
    <Page
      title={words.title}
      text={words.text}
      back={mayImport ? { to: '/admin/accounts/spend', label: words.back } : undefined}
    >
      <div className={css['stack']}>
        <DataState call={call} failed={words.failed} lines={6}>
          {({ connections }) =>
            connections.map((each) =>
              each.on ? <On key={each.platform} of={each} /> : <Off key={each.platform} of={each} />,
            )
          }
        </DataState>
        <Imports source="connection" />
      </div>
    </Page>
  );
}

function Off({ of: { service, needs } }: { of: Connection }) {
  return (
    <Section title={service} actions={<StateBadge state={words.states.off} />}>
      <p>{words.offText}</p>
      <p className={css['settings']} translate="no">
        {needs.join(', ')}
      </p>
      <p className={css['quiet']}>{words.offMore}</p>
    </Section>
  );
}

function On({ of }: { of: Connection }) {
  const { service, outcome, why, startedAt, endedAt, goodAt, nextAt, waitsUntil, came, node } = of;
  const state = node !== null ? words.states.running(node) : words.states[outcome ?? 'never'];
  return (
    <Section title={service} actions={<RunNow of={of} />}>
      <div className={css['stack']}>
        {why === '' ? null : (
          <p role="status" className={css['fault']}>
            {why}
          </p>
        )}
        <Facts
          items={[
            [words.outcome, state],
            [words.came, words.cameText(came)],
            [words.began, <Time key="began" at={startedAt} />],
            [words.ended, <Time key="ended" at={endedAt} />],
            [words.good, goodAt ? <Time key="good" at={goodAt} /> : words.never],
            [words.next, <Time key="next" at={nextAt} />],
            ...(waitsUntil ? [[words.waits, <Time key="waits" at={waitsUntil} />] as const] : []),
          ]}
        />
        <Accounts of={of} />
      </div>
    </Section>
  );
}

function Accounts({ of: { faults, differs, hidden, unknown } }: { of: Connection }) {
  return (
    <>
      <PlainTable
        label={words.faults}
        caption
        heads={[words.account, words.fault]}
        empty={words.noFaults}
        rows={faults.map(({ adsId, message }) => [<Id key="id" of={adsId} />, message])}
      />
      <PlainTable
        label={words.differs}
        caption
        heads={[words.account, words.state, words.word, words.fault]}
        empty={words.noDiffers}
        rows={differs.map(({ _id, adsId, state, word, why }) => [
          <AccountLink key="id" _id={_id} adsId={adsId} />,
          <StateBadge key="state" state={state} />,
          <Id key="word" of={word} />,
          why,
        ])}
      />
      <PlainTable
        label={words.hidden}
        caption
        heads={[words.account, words.state, words.gone]}
        empty={words.noHidden}
        rows={hidden.map(({ _id, adsId, state, goneSince }) => [
          <AccountLink key="id" _id={_id} adsId={adsId} />,
          <StateBadge key="state" state={state} />,
          goneSince ? <Time key="gone" at={goneSince} /> : words.notShown,
        ])}
      />
      {hidden.length > 0 ? <p className={css['quiet']}>{words.goneText}</p> : null}
      <PlainTable
        label={words.unknown}
        caption
        heads={[words.account, words.name, words.word, words.currency, words.timeZone]}
        empty={words.noUnknown}
        rows={unknown.map(({ adsId, name, word, currency, timeZone }) => [
          <Id key="id" of={adsId} />,
          <Id key="name" of={name} />,
          <Id key="word" of={word} />,
          currency,
          timeZone,
        ])}
      />
    </>
  );
}

/** Names of the platform, which nobody translates. */
function Id({ of }: { of: string }) {
  return <span translate="no">{of}</span>;
}

function RunNow({ of: { platform, service, node } }: { of: Connection }) {
  const may = useMay(runConnectionNow);
  const run = useChange(runConnectionNow, {
    failed: words.runFailed,
    again: [getConnections],
    done: ({ message }) => toast.done(message),
  });
  if (!may) return null;
  return (
    <>
      <Button
        variant="default"
        aria-label={words.runOne(service)}
        loading={run.busy || node !== null}
        onClick={() => run.send({ query: { platform } })}
      >
        {words.run}
      </Button>
      <Refused message={run.refusal?.message} />
    </>
  );
}
