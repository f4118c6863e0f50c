/**
 * An admin's verdict on one row, given in the row itself. Approve and Reject open a small form that repeats whose
 * request it is and how much it is about, with one input where one is needed. Enter sends, Escape goes back, and after
 * a verdict the next row has the focus. The row keeps its place and height, so that nothing moves under the pointer.
 */
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Endpoint } from '#kernel/endpoint.ts';
import type { Refusal } from '#kernel/refusal.ts';
import type { Kind } from '#kinds/kinds.ts';
import type { CallArgs } from '#ui/call.tsx';
import { Link } from '#ui/router.tsx';
import { RowButton } from '#ui/RowButton.tsx';
import { useMay, useMe } from '#ui/session.tsx';
import { guardVerdicts } from '#ui/pointer.tsx';
import { useIsGone } from '#ui/Steady.tsx';
import { JudgeForm, type Judged } from './JudgeForm.tsx';
import { Outcome, Settling } from './Outcome.tsx';
import type { RequestRow } from './RequestParts.tsx';
import type { Blank, Said } from './requests.ts';
import { words } from './requests.words.ts';
import styles from './requests.module.css';
import type { Action } from './verdict.api.ts';

guardVerdicts();

export type JudgeProps<E extends Endpoint> = {
  row: Pick<RequestRow, 'applyId' | 'state' | 'waits'>;
  /** What approving asks for, and the ready sentences of a rejection. */
  kind: Kind;
  /** Overrides what approving asks for: 'nothing' where another admin has to agree first. */
  needs?: Kind['approvalNeeds'];
  endpoint: E;
  again: readonly Endpoint[];
  /** The call's arguments for a verdict. */
  args: (action: Action, said: Said) => CallArgs<E>;
  /** What is said where nothing was typed, on a page that has sentences of its own. */
  blank?: Blank;
  /** Why else what was typed is refused: the same rule as on the server. */
  refusal?: (action: Action, said: Said) => Refusal | undefined;
  /** Said where the server's answer has no sentence (`failed`), or where no answer came at all (`thrown`). */
  failed: string;
  thrown?: string;
  labels: Readonly<Record<Action, string>>;
  hints?: Readonly<Partial<Record<Action, string | undefined>>>;
  /**
   * Repeats client and amount before anything happens. For an approval it says what the admin has to do outside of the
   * portal.
   */
  about: (action: Action) => ReactNode;
  /** Something odd about the request, which the admin has to confirm to have seen before approving. */
  flag?: string | undefined;
  /** The money should still wait, so approving needs a reason why it is sent now. */
  waits?: boolean;
  /** Of an order: what is known of each account. */
  accounts?: readonly string[];
  /** Further ways to decide it. */
  more?: ReactNode;
};

/** To be used as a ref: gives the focus to an element that appeared because somebody asked for it. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

export function JudgeCell<E extends Endpoint>(props: JudgeProps<E>) {
  const { row } = props;
  const [judged, setJudged] = useState<Judged>();
  const may = useMay(props.endpoint);
  const isGone = useIsGone();
  const isProposed = row.waits !== null && row.state === 'Pending' && !isGone;
  // While a proposal waits, this row says so. If it is discarded later, the row is as it was before.
  if (isProposed && judged) setJudged(undefined);
  if (isProposed) return <Waits row={row} may={may} />;
  if (judged) return <Outcome applyId={row.applyId} judged={judged} />;
  return (
    <Settling applyId={row.applyId}>{may ? <Ways {...props} onJudged={setJudged} /> : <Others {...props} />}</Settling>
  );
}

/** For an admin who may not decide this: whose work it is. */
function Others({ row, kind }: Pick<JudgeProps<Endpoint>, 'row' | 'kind'>) {
  return row.state === 'Pending' ? (
    <span className={styles['quiet']}>{words.decidedByRole(kind.decidedBy)}</span>
  ) : null;
}

/** The buttons, or what one of them opened. */
function Ways<E extends Endpoint>(props: JudgeProps<E> & { onJudged: (judged: Judged) => void }) {
  const { row } = props;
  const [action, setAction] = useState<Action>();
  /** The button that opened the form gets the focus back when the form closes. */
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
    disabled: !isPending,
    'data-verdict': true,
    ref: from === which ? takeFocus : undefined,
    onClick: () => setAction(which),
  });
  return (
    <>
      <RowButton {...way('approve')} aria-label={words.approveOne(row.applyId)}>
        {words.approve}
      </RowButton>
      <RowButton {...way('reject')} quiet aria-label={words.rejectOne(row.applyId)}>
        {words.reject}
      </RowButton>
      {props.more}
    </>
  );
}

/** The first admin has decided and another one has to confirm: says who it was, and links to where that is done. */
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
