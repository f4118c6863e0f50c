/** One request's whole story on a page: people, decisions, movements with balances, mails and the audit log. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Section } from '#ui/Section.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { AuditDiff } from '#audit/AuditDiff.tsx';
import { getRequest, reverseRequest } from './queue.api.ts';
import { QueueFacts } from './QueueFacts.tsx';
import { ErrorsTable } from './ErrorsTable.tsx';
import { getTrace } from './trace.api.ts';
import css from './story.module.css';
import { words } from './story.words.ts';
import { words as trace } from './trace.words.ts';

const { request: say } = words;
type Story = OutputOf<typeof getRequest>;

export default function RequestPage() {
  const { applyId = '' } = useParams();
  const story = useCall(getRequest, { query: { applyId } }, { on: ['request'] });
  return (
    <>
      <PageHeader
        title={say.title(applyId)}
        back={{ to: '/admin/queue', label: words.back }}
        actions={story.data ? <Reverse story={story.data} /> : null}
      />
      <DataState call={story} failed={words.failed} lines={10}>
        {(data) => <Told story={data} />}
      </DataState>
    </>
  );
}

function Told({ story }: { story: Story }) {
  const { request, decisions, movements, mails, audit } = story;
  return (
    <div className={css['stack']}>
      <div className={css['columns']}>
        <Section title={say.facts} actions={<StateBadge state={request.state} />}>
          <QueueFacts row={request} />
        </Section>
        <Section title={say.decisions}>
          <PlainTable
            label={say.decisions}
            heads={[say.at, say.what]}
            empty={say.noDecisions}
            rows={[
              [<Time key="at" at={request.createdAt} />, say.askedAt],
              ...decisions.map((each) => [
                <Time key="at" at={each.at} />,
                each.proposed ? say.proposed(each.person, each.verdict) : say.decided(each.person, each.verdict),
              ]),
            ]}
          />
        </Section>
      </div>
      <Section title={say.movements} text={say.movementsText}>
        <PlainTable
          label={say.movements}
          heads={[say.at, say.from, say.to, say.amount, say.fromAfter, say.toAfter]}
          right={[3, 4, 5]}
          empty={say.noMovements}
          rows={movements.map((each) => [
            <Time key="at" at={each.at} />,
            each.src,
            each.dst,
            <Money key="amount" cents={each.amount} />,
            each.srcBalance === null ? '–' : <Money key="src" cents={each.srcBalance} />,
            each.dstBalance === null ? '–' : <Money key="dst" cents={each.dstBalance} />,
          ])}
        />
      </Section>
      <Section title={say.mails}>
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
      <Section title={say.audit}>
        <PlainTable
          label={say.audit}
          heads={[say.at, say.who, say.what, say.after]}
          empty={say.noAudit}
          rows={audit.map((each) => [
            <Time key="at" at={each.at} />,
            `${each.actor ?? '–'} ${each.address}`,
            each.action,
            <AuditDiff key="diff" before={each.before} after={each.after} />,
          ])}
        />
      </Section>
    </div>
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
  const [opened, setOpened] = useState(false);
  const change = useChange(reverseRequest, {
    toast: false,
    again: [getRequest],
    done: (answer) => {
      toast.done(answer.message);
      setOpened(false);
    },
  });
  if (request.state !== 'Approved' && request.state !== 'Completed') return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {say.reverse}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={say.reverseTitle(request.applyId, usd(request.totalCost))}
        confirm={say.reverse}
        danger
        busy={change.busy}
        refused={change.refusal?.message}
        reason={{ label: say.reverseReason, required: true, error: say.reverseMissing }}
        onConfirm={(reason) => change.send({ body: { applyId: request.applyId, reason } })}
      >
        <p>{say.reverseText}</p>
      </ConfirmDialog>
    </>
  );
}
