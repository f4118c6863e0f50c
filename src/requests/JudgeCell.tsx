/**
 * An admin's verdict on one row, in the row: Approve and Reject open what repeats whom and how much it is about, with
 * one input where one is needed. Enter sends, Escape goes back, and after a verdict the next row has the focus. The row
 * keeps its place and its height, so that nothing moves under the pointer.
 */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Endpoint } from '#kernel/endpoint.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { Kind } from '#kinds/kinds.ts';
import type { CallArgs } from '#ui/call.tsx';
import { useMay, useMe } from '#ui/session.tsx';
import { guardVerdicts } from '#ui/pointer.tsx';
import { useIsGone } from '#ui/Steady.tsx';
import { JudgeForm, type Judged } from './JudgeForm.tsx';
import { Outcome, Settling } from './Outcome.tsx';
import type { RequestRow } from './RequestParts.tsx';
import { words } from './requests.words.ts';
import styles from './requests.module.css';
import type { Action } from './verdict.api.ts';

guardVerdicts();

export type Said = {
  adsId: string;
  transactionId: string;
  remarks: string;
  letPass: string;
  acknowledged?: boolean;
};

export type JudgeProps<E extends Endpoint> = {
  row: Pick<RequestRow, 'applyId' | 'state' | 'waits'>;
  /** What approving asks for, and the ready sentences of a rejection. */
  kind: Kind;
  /** What approving asks for here, where it is less: nothing, where another admin has to agree first. */
  needs?: Kind['approvalNeeds'];
  endpoint: E;
  again: readonly Endpoint[];
  /** The call's arguments for a verdict. */
  args: (action: Action, said: Said) => CallArgs<E>;
  /** Why these words do not do, or undefined: the server's own rule. */
  refusal: (action: Action, said: Said) => Refusal | undefined;
  /** What is said where the server gave no sentence, and where no answer came at all. */
  failed: string;
  thrown?: string;
  labels: Readonly<Record<Action, string>>;
  hints?: Readonly<Partial<Record<Action, string>>>;
  /** Client and amount, repeated before anything happens; for an approval what is done in the world. */
  about: (action: Action) => ReactNode;
  /** What is odd about it, which whoever approves it has to have looked at. */
  flag?: string | undefined;
  /** Of what should still wait: it is approved with a reason why it does not. */
  waits?: boolean;
  /** Of an order: what is known of each account. */
  accounts?: readonly string[];
  /** Further ways to decide it. */
  more?: ReactNode;
};

/** As a ref: whatever appears because somebody asked for it takes the focus. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

export function JudgeCell<E extends Endpoint>(props: JudgeProps<E>) {
  const { row } = props;
  const [judged, setJudged] = useState<Judged>();
  const may = useMay(props.endpoint);
  const isGone = useIsGone();
  const isProposed = row.waits !== null && row.state === 'Pending' && !isGone;
  // A proposal that is dropped later leaves the row as it was before.
  if (isProposed && judged) setJudged(undefined);
  if (isProposed) return <Waits row={row} may={may} />;
  if (judged) return <Outcome applyId={row.applyId} judged={judged} />;
  return (
    <Settling applyId={row.applyId}>{may ? <Ways {...props} onJudged={setJudged} /> : <Others {...props} />}</Settling>
  );
}

/** Whose work it is, for an admin who may not decide it. */
function Others({ row, kind }: Pick<JudgeProps<Endpoint>, 'row' | 'kind'>) {
  return row.state === 'Pending' ? (
    <span className={styles['quiet']}>{words.decidedByRole(kind.decidedBy)}</span>
  ) : null;
}

/** The buttons, or what one of them opened. */
function Ways<E extends Endpoint>(props: JudgeProps<E> & { onJudged: (judged: Judged) => void }) {
  const { row } = props;
  const [action, setAction] = useState<Action>();
  /** The button that the input came from takes the focus back. */
  const [from, setFrom] = useState<Action>();
  const isPending = row.state === 'Pending';
  if (action && isPending) {
    const close = (back: boolean) => {
      setFrom(back ? action : undefined);
      setAction(undefined);
    };
    return <JudgeForm key={action} {...props} action={action} onClose={close} />;
  }
  const way = (which: Action) => ({
    size: 'compact-sm',
    disabled: !isPending,
    'data-verdict': true,
    ref: from === which ? takeFocus : undefined,
    onClick: () => setAction(which),
  });
  return (
    <span className={styles['actions']}>
      <Button {...way('approve')} aria-label={words.approveOne(row.applyId)}>
        {words.approve}
      </Button>
      <Button {...way('reject')} variant="default" aria-label={words.rejectOne(row.applyId)}>
        {words.reject}
      </Button>
      {props.more}
    </span>
  );
}

/** The first admin has spoken: who, and where another one confirms it. */
export function Waits({ row, may }: { row: JudgeProps<Endpoint>['row']; may: boolean }) {
  const own = row.waits?.byEmail === useMe().emailId;
  return (
    <span className={styles['waits']}>
      <span className={styles['quiet']}>{own ? words.waitsOwn : words.waitsShort(row.waits?.by ?? '')}</span>
      {own || !may ? null : (
        <Button
          component={Link}
          to={row.state === 'Pending' ? `/admin/queue?q=${row.applyId}` : `/admin/requests/${row.applyId}`}
          size="compact-sm"
          aria-label={words.confirmOne(row.applyId)}
        >
          {words.confirm}
        </Button>
      )}
    </span>
  );
}
