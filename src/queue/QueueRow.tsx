import { Checkbox } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { signalsApart } from '#signals/apart.ts';
import { words as topups } from '#topups/topups.words.ts';
import { Icon } from '#ui/Icon.tsx';
import { Money } from '#ui/Money.tsx';
import { RequestLink } from '#ui/NamedLink.tsx';
import { Time } from '#ui/Time.tsx';
import { narrow } from './narrow.tsx';
import css from './queue.module.css';
import its from './row.module.css';
import { words } from './queue.words.ts';
import { amountOf, whyOf, type QueuedRequest } from './verdicts.ts';
import { Who } from './Who.tsx';

/**
 * `followed`: the page and the keyboard go along with the focus, once somebody has moved it and while nothing is typed.
 */
type Props = {
  row: QueuedRequest;
  focused: boolean;
  /** What became of it, where it stays only so that nothing moves. */
  settled: string | undefined;
  followed: boolean;
  chosen: boolean;
  onFocus: () => void;
  /** By the keyboard: what there is to know of it is read next. */
  onOpen: () => void;
  /** Missing where it is not this admin's to decide. */
  onChoose: ((chosen: boolean) => void) | undefined;
};

/** One waiting request: what, whose, how much, since when, and what is odd about it. */
export function QueueRow(props: Props) {
  return props.settled === undefined ? <WaitingRow {...props} /> : <SettledRow row={props.row} as={props.settled} />;
}

function WaitingRow({ row, focused, followed, chosen, onFocus, onOpen, onChoose }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // On a narrow screen the request itself stands above the list, and is what is looked at.
    if (!focused || !followed || narrow()) return;
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: 'nearest' });
  }, [focused, followed]);
  return (
    <li className={its['row']} data-focused={focused || undefined}>
      {onChoose ? (
        <Checkbox
          aria-label={words.select(row.applyId)}
          checked={chosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      ) : (
        <span className={its['nocheck']} />
      )}
      <button
        ref={button}
        type="button"
        className={its['rowbutton']}
        aria-current={focused || undefined}
        onClick={(event) => {
          onFocus();
          if (event.detail === 0) onOpen();
        }}
      >
        <span className={its['rowmain']}>
          <span className={its['firstline']}>
            <span className={its['what']}>{words.thing(row.kind, row.adType)}</span>
            <span className={`${css['quiet']} figures`} translate="no">
              {row.applyId}
            </span>
            <Marks row={row} />
          </span>
          <Who of={row} />
          {row.askedBy === null ? null : (
            <span className={css['quiet']}>{words.askedWhy(row.askedBy, whyOf(row))}</span>
          )}
        </span>
        <span className={its['rowside']}>
          <Money cents={amountOf(row)} />
          <span className={css['quiet']}>
            <Time at={row.createdAt} age />
          </span>
        </span>
      </button>
    </li>
  );
}

/** In the place of a request that was decided: as high as it was, and the way to its story. */
function SettledRow({ row, as }: { row: QueuedRequest; as: string }) {
  return (
    <li className={its['row']} data-settled>
      <span className={its['nocheck']} />
      <span className={its['rowbutton']}>
        <span className={its['rowmain']}>
          <span className={its['firstline']}>
            <span className={its['what']}>{words.thing(row.kind, row.adType)}</span>
            <RequestLink applyId={row.applyId} className="figures" />
          </span>
          <Who of={row} />
        </span>
        <span className={its['rowside']}>
          <Money cents={amountOf(row)} />
          <span className={css['quiet']}>{as}</span>
        </span>
      </span>
    </li>
  );
}

function Marks({ row }: { row: QueuedRequest }) {
  const marks: { icon: 'clock' | 'warning' | 'info'; text: string; bad?: boolean }[] = [];
  if (row.late) marks.push({ icon: 'clock', text: words.late, bad: true });
  if (row.duplicates.length > 0) marks.push({ icon: 'warning', text: topups.duplicates, bad: true });
  const odd = signalsApart(row).length;
  if (odd > 0) marks.push({ icon: 'warning', text: words.signals(odd), bad: true });
  if (row.waits) marks.push({ icon: 'info', text: words.waitsShort(row.waits.verdict, row.waits.by) });
  if (row.takenBy)
    marks.push({ icon: 'info', text: row.takenBy.own ? words.takenByYou : words.takenBy(row.takenBy.username) });
  if (row.lookedAtBy) marks.push({ icon: 'info', text: words.lookedAt(row.lookedAtBy) });
  return marks.map(({ icon, text, bad }) => (
    <span key={text} className={its['mark']} data-bad={bad || undefined}>
      <Icon name={icon} size={14} />
      {text}
    </span>
  ));
}
