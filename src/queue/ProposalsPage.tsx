/** The inbox: everything that waits for a second admin, what would change, and the second admin's yes or no. */
import { AuditDiff } from '#audit/AuditDiff.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { Proposal } from '#proposals/Proposal.tsx';
import { Signals } from '#signals/Signals.tsx';
import { useCall } from '#ui/call.tsx';
import { DataState, Empty } from '#ui/DataState.tsx';
import { Page } from '#ui/Page.tsx';
import { guardVerdicts } from '#ui/pointer.tsx';
import { Link } from '#ui/router.tsx';
import { Time } from '#ui/Time.tsx';
import { getProposals } from './inbox.api.ts';
import { words } from './proposals.words.ts';
import css from './proposals.module.css';

guardVerdicts();

type Entry = OutputOf<typeof getProposals>['proposals'][number];

export default function ProposalsPage() {
  const inbox = useCall(getProposals, {}, { on: ['request'] });
  return (
    <Page title={words.title} text={words.text}>
      <DataState call={inbox} lines={6}>
        {({ proposals, total }) => (
          <>
            {total > proposals.length ? <p className={css['quiet']}>{words.first(proposals.length, total)}</p> : null}
            <Inbox waiting={proposals} />
          </>
        )}
      </DataState>
    </Page>
  );
}

function Inbox({ waiting }: { waiting: readonly Entry[] }) {
  if (waiting.length === 0) return <Empty text={words.empty} />;
  const mine = waiting.filter(({ mayConfirm }) => mayConfirm);
  return (
    <div className={css['inbox']}>
      <Group title={words.yours} waiting={mine} empty={words.noneForYou} />
      <Group title={words.others} waiting={waiting.filter(({ own, mayConfirm }) => !own && !mayConfirm)} />
      <Group title={words.own} text={words.ownText} waiting={waiting.filter(({ own }) => own)} />
    </div>
  );
}

type GroupProps = { title: string; text?: string; waiting: readonly Entry[]; empty?: string };

function Group({ title, text, waiting, empty }: GroupProps) {
  if (waiting.length === 0 && empty === undefined) return null;
  return (
    <section aria-label={title}>
      <h2 className={css['title']}>
        {title} {waiting.length > 0 ? <span className="figures">({waiting.length})</span> : null}
      </h2>
      {text ? <p className={css['quiet']}>{text}</p> : null}
      {waiting.length === 0 ? <p className={css['quiet']}>{empty}</p> : null}
      <ul className={css['list']}>
        {waiting.map((each) => (
          <li key={each._id}>
            <One waiting={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ waiting }: { waiting: Entry }) {
  const { _id, summary, reason, by, byEmail, own, decidedBy, mayConfirm, mayDrop, at, page } = waiting;
  return (
    <Proposal
      id={_id}
      {...{ at, by, own }}
      may={mayDrop}
      title={summary}
      text={
        <>
          {own ? words.ownAsked : words.asked(by, byEmail)}, <Time at={at} age />. <Link to={page}>{words.look}</Link>
        </>
      }
      ask={{ text: summary }}
    >
      <Signals of={waiting} />
      <p>{reason === '' ? words.noReason : words.why(reason)}</p>
      <AuditDiff before={waiting.before} after={waiting.after} />
      {own || mayConfirm ? null : <p className={css['quiet']}>{words.decidedBy(decidedBy)}</p>}
    </Proposal>
  );
}
