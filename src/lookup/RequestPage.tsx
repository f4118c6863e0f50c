/** One request's whole story on a page: people, decisions, movements, and the newest mails and audit rows. */
import { useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { tickFor } from '#proposals/tickFor.tsx';
import { isShownToClient } from '#requests/hidden.ts';
import { ThreadSection } from '#support/ThreadSection.tsx';
import { AskedButton } from '#ui/AskedButton.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { late } from '#ui/late.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Link, useParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { Timeline } from '#ui/Timeline.tsx';
import { toast } from '#ui/toast.tsx';
import { AuditDiff } from '#audit/AuditDiff.tsx';
import { actionText } from '#audit/entries.ts';
import { EvidenceTable, LostSince } from '#chain/EvidenceLine.tsx';
import { claimedBy, words as chain } from '#chain/evidence.words.ts';
import { reverseRequest } from '#queue/queue.api.ts';
import { getRequest, mostOfStory } from '#queue/request.api.ts';
import { QueueFacts } from '#queue/QueueFacts.tsx';
import { SecondAdmin } from '#queue/SecondAdmin.tsx';
import { pressLeave, pressTake, useQueueKeys } from '#queue/useQueueKeys.tsx';
import { useMayDecide } from '#queue/useMayDecide.tsx';
import { amountOf, askerOf, type Verdict } from '#queue/verdicts.ts';
import { nameOfPlace } from './places.ts';
import { getTrace } from './trace.api.ts';
import css from './story.module.css';
import { words } from './story.words.ts';
import { words as trace } from './trace.words.ts';

const { request: say } = words;
const VerdictBar = late(() => import('#queue/VerdictBar.tsx').then((bar) => bar.VerdictBar));
/** Most requests have none. */
const ErrorsTable = late(() => import('./ErrorsTable.tsx').then((errors) => errors.ErrorsTable));
/** Notes stand low on the page, and bring a form with them. */
const NotesSection = late(() => import('#support/NotesSection.tsx').then((notes) => notes.NotesSection));

type Story = OutputOf<typeof getRequest>;

export default function RequestPage() {
  const { applyId = '' } = useParams();
  const story = useCall(getRequest, { query: { applyId } }, { on: ['request'] });
  return (
    <Page
      title={say.title(applyId)}
      back={{ to: '/admin/queue', label: words.back }}
      actions={story.data ? <Reverse story={story.data} /> : null}
    >
      <DataState call={story} lines={10}>
        {(data) => <Told story={data} />}
      </DataState>
    </Page>
  );
}

const newest = (rows: readonly unknown[]) => (rows.length === mostOfStory ? say.newest(mostOfStory) : undefined);

function Told({ story }: { story: Story }) {
  const { request, mails, audit } = story;
  return (
    <div className={css['stack']}>
      <LostSince at={story.lostSince} />
      <SecondAdmin row={request} />
      <div className={css['columns']}>
        <Section title={say.facts} actions={<StateBadge state={request.state} />}>
          <QueueFacts row={request} />
        </Section>
        <div className={css['stack']}>
          <Decisions story={story} />
          <Movements story={story} />
        </div>
      </div>
      <NotesSection about={{ applyId: request.applyId }} />
      {isShownToClient(request) ? <ThreadSection subject={request.applyId} /> : null}
      {story.looks && story.looks.length > 0 ? (
        <Section title={chain.title} text={chain.text}>
          <EvidenceTable looks={story.looks} claimed={claimedBy(request)} />
        </Section>
      ) : null}
      <Section title={say.mails} text={newest(mails)}>
        <PlainTable
          label={say.mails}
          heads={[say.at, say.recipient, say.subject, say.state]}
          empty={say.noMails}
          rows={mails.map((each) => [
            <Time key="at" at={each.at} />,
            each.recipient,
            each.subject,
            each.sentAt ? say.sent : (each.lastError ?? say.waiting(each.tries)),
          ])}
        />
      </Section>
      <Errors applyId={request.applyId} />
      <Section title={say.audit} text={newest(audit)}>
        <PlainTable
          label={say.audit}
          heads={[say.at, say.who, say.what, say.changed]}
          empty={say.noAudit}
          rows={audit.map((each) => [
            <Time key="at" at={each.at} />,
            <span key="who">
              {each.actor ?? '–'}
              <span className={css['quiet']}>{each.address}</span>
            </span>,
            <span key="what" title={each.action}>
              {actionText(each.action)}
            </span>,
            <AuditDiff key="diff" before={each.before} after={each.after} />,
          ])}
        />
      </Section>
      <Decide row={request} />
    </div>
  );
}

/** The same verdict as in the queue, with the same keys, at the foot of the page. */
export function Decide({ row }: { row: Story['request'] }) {
  const [verdict, setVerdict] = useState<Verdict>();
  const may = useMayDecide()(row);
  const isOpen = may && row.state === 'Pending';
  useQueueKeys(
    !isOpen
      ? {}
      : verdict
        ? { leave: pressLeave }
        : { approve: () => setVerdict('approve'), reject: () => setVerdict('reject'), take: pressTake },
  );
  if (row.state === 'To pay' && may)
    return <Link to={`/admin/withdrawals/to-pay?q=${row.applyId}`}>{say.pay(usd(amountOf(row)))}</Link>;
  if (row.state !== 'Pending') return null;
  return (
    <section className={css['foot']} aria-label={say.decide}>
      <VerdictBar {...{ row, verdict }} onVerdict={setVerdict} onDecided={() => setVerdict(undefined)} />
    </section>
  );
}

/** What the admin said with it, which the client read. */
function wordsOf(details: Record<string, unknown>): string | undefined {
  const { fill, reason } = details as { fill?: { remarks?: unknown }; reason?: unknown };
  const said = fill?.remarks ?? reason;
  return typeof said === 'string' && said !== '' ? said : undefined;
}

/** Who asked, who proposed, who decided: the steps of its life in their order. */
function Decisions({ story: { request, decisions } }: { story: Story }) {
  const steps = decisions.map((each) => ({
    label: each.details['kept']
      ? say.kept(each.person)
      : (each.proposed ? say.proposed : say.decided)(each.person, each.verdict),
    at: each.at,
    is:
      ['approve', 'release', 'pay'].includes(each.verdict) && !each.proposed
        ? ('done' as const)
        : each.proposed
          ? ('now' as const)
          : ('bad' as const),
    text: wordsOf(each.details),
  }));
  const missing: Record<string, string> = { Pending: say.noDecisions, 'To pay': say.notPaid };
  const next = missing[request.state];
  const open = next === undefined ? [] : [{ label: next, is: 'later' as const }];
  return (
    <Section title={say.decisions}>
      <Timeline
        steps={[{ label: say.askedBy(askerOf(request)), at: request.createdAt, is: 'done' }, ...steps, ...open]}
      />
    </Section>
  );
}

function Movements({ story: { movements } }: { story: Story }) {
  const side = (place: string, balance: bigint | null) => (
    <span>
      {nameOfPlace(place)}
      {balance === null ? null : <span className={css['quiet']}>{say.left(usd(balance))}</span>}
    </span>
  );
  return (
    <Section title={say.movements} text={say.movementsText}>
      <PlainTable
        label={say.movements}
        heads={[say.at, say.from, say.to, say.amount]}
        right={[3]}
        empty={say.noMovements}
        rows={movements.map((each) => [
          <Time key="at" at={each.at} />,
          side(each.src, each.srcBalance),
          side(each.dst, each.dstBalance),
          <Money key="amount" cents={each.amount} />,
        ])}
      />
    </Section>
  );
}

/** Calls about this request that ended in an unexpected error; most requests have none. */
function Errors({ applyId }: { applyId: string }) {
  const { data } = useCall(getTrace, { query: { q: applyId } });
  if (!data || data.errors.length === 0) return null;
  return (
    <Section title={trace.errors} text={trace.errorsText}>
      <ErrorsTable errors={data.errors} />
    </Section>
  );
}

function Reverse({ story: { request } }: { story: Story }) {
  const may = useMayDecide();
  // Where a reversal waits, this admin confirms it instead of replacing it.
  if (!may(request) || request.waits || (request.state !== 'Approved' && request.state !== 'Completed')) return null;
  return (
    <AskedButton
      label={say.reverse}
      title={say.reverseTitle(request.applyId, usd(amountOf(request)))}
      endpoint={reverseRequest}
      args={(reason, ticked) => ({
        body: { applyId: request.applyId, reason, ...(ticked ? { acknowledged: true } : {}) },
      })}
      reason={{ label: say.reverseReason, required: true, error: say.reverseMissing }}
      tick={tickFor}
      again={[getRequest]}
      done={({ message }) => toast.done(message)}
    >
      <p>{say.reverseText}</p>
    </AskedButton>
  );
}
