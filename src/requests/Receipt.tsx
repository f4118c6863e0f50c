/**
 * Shown right after a client has asked for something: which request it was, how far it is, what comes next and whom to
 * ask. Its apply id stands in the page's address, so that a reload shows it again.
 */
import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { KindName } from '#kinds/kinds.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { useHere } from '#ui/here.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { Timeline, type TimelineStep } from '#ui/Timeline.tsx';
import styles from './asking.module.css';
import { words as shared } from './requests.words.ts';
import { AskSupport } from '#ui/AskSupport.tsx';
import { UsualTime } from './UsualTime.tsx';
import { words } from './receipt.words.ts';

type Placed = { placed: string | undefined; show: (applyId?: string) => void };

/**
 * The request that was just made, as the address has it, and a function that shows another one, or the form again. Of
 * what else stands in the address only what is named here is kept: in which window this is, and where to go on.
 */
export function usePlaced(...keeps: readonly string[]): Placed {
  const [address] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const here = useHere();
  return {
    placed: address.get('placed') ?? undefined,
    show: (applyId) => {
      // Whoever has left the form meanwhile is not taken back.
      if (!here.current) return;
      const next = new URLSearchParams([...address].filter(([name]) => keeps.includes(name)));
      if (applyId !== undefined) next.set('placed', applyId);
      // The form gives its place in the history to the receipt: Back cannot lead to a request that is already made.
      void navigate(`${pathname}?${next}`, { replace: true });
    },
  };
}

/** The heading of a receipt: whoever asked reads on there, from the top of the page. */
export function useHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // Its answer is a promise in newer browsers, which React would take for a clean-up.
    window.scrollTo({ top: 0 });
  }, []);
  return heading;
}

type Of = {
  applyId: string;
  state: string;
  remarks: string;
  reversalReason: string;
  transactionId: string;
  createdAt: Date;
  updatedAt: Date;
  decidedAt: Date | null;
};

type Says = {
  /** What comes next, said until it is decided. */
  next: string;
  /** Where the money is, once it was approved and once it came back. */
  approved: string;
  back: string;
};

type Props = { row: Of; kind: KindName; says: Says };

function outcomeOf({ state, decidedAt, updatedAt, remarks, reversalReason }: Of, says: Says): TimelineStep[] {
  const at = decidedAt ?? updatedAt;
  switch (state) {
    case 'Approved':
    // As some platforms call an approved deposit.
    case 'Completed':
      return [{ label: words.approved, at, is: 'done', text: says.approved }];
    case 'To pay':
      return [
        { label: words.agreed, at, is: 'done' },
        { label: words.paying, is: 'now', text: <AskSupport /> },
      ];
    case 'Rejected':
      return [{ label: words.rejected, at, is: 'bad', text: <Said all={[remarks, says.back]} /> }];
    case 'Cancelled':
      return [{ label: words.cancelled, at, is: 'bad', text: says.back }];
    case 'Reversed':
      return [{ label: words.reversed, at: updatedAt, is: 'bad', text: <Reversed because={reversalReason} /> }];
    default:
      return [{ label: words.outcome, is: 'later' }];
  }
}

/** Why it was undone, and where its client finds what was moved back. */
export function Reversed({ because }: { because: string }) {
  return <Said all={[because, words.reversedText]} />;
}

/** Somebody's own words often end without a full stop: what we say stands below them. */
function Said({ all }: { all: readonly string[] }) {
  return all.map((each) => <p key={each}>{each}</p>);
}

/** How far a request is; while it waits, also how long that usually takes and whom to ask. */
export function RequestTimeline({ row, kind, says }: Props) {
  const waits = row.state === 'Pending';
  const text = (
    <>
      <p>
        {says.next} <UsualTime kind={kind} />
      </p>
      <AskSupport applyId={row.applyId} />
    </>
  );
  return (
    <Timeline
      steps={[
        { label: words.submitted, at: row.createdAt, is: 'done' },
        ...(row.state === 'Cancelled'
          ? []
          : [{ label: words.inReview, is: waits ? 'now' : 'done', text: waits ? text : undefined } as const]),
        ...outcomeOf(row, says),
      ]}
    />
  );
}

type ReceiptProps<Row> = {
  row: Row;
  kind: KindName;
  says: (row: Row) => Says;
  facts: (row: Row) => readonly (readonly [string, ReactNode])[];
  titles: Readonly<Record<string, string>> & { Pending: string };
  another: string;
};

type PlacedProps<Row> = Omit<ReceiptProps<Row>, 'row'> & {
  /** The list that has it, and its row there. */
  found: Parameters<typeof DataState>[0]['call'];
  row: Row | undefined;
  failed: string;
  notFound: string;
};

/** The request that was just asked for, kept up to date while one looks at it. */
export function PlacedReceipt<Row extends Of>({ found, row, failed, notFound, ...of }: PlacedProps<Row>) {
  return (
    <DataState call={found} failed={failed} empty={{ when: () => !row, text: notFound }} lines={8}>
      {() => <Receipt row={row!} {...of} />}
    </DataState>
  );
}

function Receipt<Row extends Of>({ row, kind, says, facts, titles, another }: ReceiptProps<Row>) {
  const { pathname } = useLocation();
  const heading = useHeading();
  return (
    <Section>
      <div className={styles['receipt']}>
        <h2 ref={heading} tabIndex={-1}>
          {titles[row.state] ?? titles.Pending}
        </h2>
        <Facts
          items={[
            [shared.applyId, <CopyId key="id" value={row.applyId} label={shared.applyId} />],
            ...facts(row),
            ...(row.transactionId === ''
              ? []
              : [
                  [
                    shared.transactionId,
                    <CopyId key="paid" value={row.transactionId} label={shared.transactionId} />,
                  ] as const,
                ]),
          ]}
        />
        <RequestTimeline row={row} kind={kind} says={says(row)} />
        <div className={styles['receiptactions']}>
          <Button component={Link} to="/dashboard">
            {words.toDashboard}
          </Button>
          <Button component={Link} to={pathname} variant="default">
            {another}
          </Button>
        </div>
      </div>
    </Section>
  );
}
