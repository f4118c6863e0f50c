/** The request in focus: its facts, its proof, and the verdict. */
import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { usd } from '#kernel/money.ts';
import { call, useCall } from '#ui/call.tsx';
import { late } from '#ui/late.tsx';
import { Link } from '#ui/router.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { lookAtRequest } from './queue.api.ts';
import { getRequest } from './request.api.ts';
import { narrow } from './narrow.tsx';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { QueueFacts } from './QueueFacts.tsx';
import { SecondAdmin } from './SecondAdmin.tsx';
import { useMayDecide } from './useMayDecide.tsx';
import type { Decided } from './VerdictBar.tsx';
import { amountOf, deedOf, rejectionOf, whyOf, type Verdict, type QueuedRequest } from './verdicts.ts';
import { Who } from './Who.tsx';

/** Its forms come while the request is being read. */
export const VerdictBar = late(() => import('./VerdictBar.tsx').then((bar) => bar.VerdictBar));

const Unanswered = late(() => import('./ClientFacts.tsx').then((facts) => facts.Unanswered));

type Props = {
  row: QueuedRequest;
  /** Somebody has chosen it, rather than that it is simply the first, and types nothing. */
  followed: boolean;
  verdict: Verdict | undefined;
  onVerdict: (verdict: Verdict | undefined) => void;
  /** After a decision of this admin, so that the next row is focused at once. */
  onDecided: (result: Decided) => void;
};

export function QueueDetail({ row, followed, verdict, onVerdict, onDecided }: Props) {
  const may = useMayDecide()(row);
  useLooking(may ? row.applyId : undefined);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!followed || !narrow()) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, [followed]);
  return (
    <section ref={section} tabIndex={-1} data-detail className={css['detail']} aria-label={words.detail}>
      <div className={css['detailhead']}>
        <div>
          <span className={css['quiet']}>{words.thing(row.kind, row.adType)}</span>
          <h2>{verdict === 'reject' ? rejectionOf(row) : words.because(deedOf(row), whyOf(row))}</h2>
          <Who of={row} />
        </div>
        <span className={`${css['figure']} figures`} translate="no">
          {usd(amountOf(row))}
          {row.totalCost === row.amount ? null : (
            <span className={css['quiet']}>{words.costs(usd(row.totalCost))}</span>
          )}
        </span>
      </div>
      <SecondAdmin row={row} onDone={(message) => onDecided({ message, waits: false })} />
      {row.secondAdmin && !row.waits ? <p className={css['note']}>{row.secondAdmin}</p> : null}
      {row.lookedAtBy ? <p className={css['note']}>{words.lookedAt(row.lookedAtBy)}</p> : null}
      <Unanswered applyId={row.applyId} />
      <QueueFacts row={row} />
      <VerdictBar story {...{ row, verdict, onVerdict, onDecided }} />
    </section>
  );
}

/** What is shown where the request in focus was decided by somebody else meanwhile. */
export function DecidedElsewhere({ applyId, onNext }: { applyId: string; onNext: (() => void) | undefined }) {
  const story = useCall(getRequest, { query: { applyId } }, { on: ['request'] });
  const request = story.data?.request;
  return (
    <section className={css['detail']} aria-label={words.detail} aria-live="polite">
      <h2>{applyId}</h2>
      {request ? (
        <p className={css['note']}>
          {request.decidedBy ? words.decidedElsewhere(request.state, request.decidedBy) : words.gone}{' '}
          <StateBadge state={request.state} />
        </p>
      ) : (
        <p className={css['quiet']}>{words.gone}</p>
      )}
      <Group gap="sm">
        {onNext ? <Button onClick={onNext}>{words.nextRequest}</Button> : null}
        <Button component={Link} to={`/admin/requests/${applyId}`} variant="default">
          {words.story}
        </Button>
      </Group>
    </section>
  );
}

/** Tells the other admins what somebody who decides it has open here, for as long as it is. */
function useLooking(applyId: string | undefined): void {
  useEffect(() => {
    if (applyId === undefined) return undefined;
    const look = () => {
      if (document.visibilityState === 'visible') call(lookAtRequest, { query: { applyId } }).catch(() => undefined);
    };
    const first = setTimeout(look, 700);
    const again = setInterval(look, 15_000);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [applyId]);
}
