/** What is not decided with the others, and why; what is only odd is taken in one by one, by whoever looked at it. */
import { Checkbox } from '@mantine/core';
import bulk from './bulk.module.css';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import {
  againstMany,
  decidedAlone,
  deedOf,
  isSeen,
  readOf,
  type QueuedRequest,
  type Seen,
  type Verdict,
} from './verdicts.ts';

type Props = {
  rows: readonly QueuedRequest[];
  verdict: Verdict;
  seen: Seen;
  setSeen: (seen: Seen) => void;
};

export function LeftOut({ rows, verdict, seen, setSeen }: Props) {
  const out = rows.filter((row) => againstMany(row, verdict).length > 0);
  if (out.length === 0) return null;
  return (
    <section>
      <h3 className={css['subhead']}>{words.leftOut}</h3>
      {out.map((row) => (
        <div key={row.applyId} className={bulk['bulkrow']}>
          <span className={css['tx']}>
            <strong>{deedOf(row)}</strong>
            {againstMany(row, verdict).map((text) => (
              <span key={text} className={bulk['notok']}>
                {text}
              </span>
            ))}
          </span>
          {decidedAlone(row, verdict) === undefined ? (
            <Checkbox
              label={words.seenIt(row.applyId)}
              checked={isSeen(row, verdict, seen)}
              onChange={({ currentTarget: { checked } }) =>
                setSeen(new Map([...seen, [row.applyId, checked ? readOf(row, verdict) : '']]))
              }
            />
          ) : null}
        </div>
      ))}
    </section>
  );
}
