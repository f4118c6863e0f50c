/** What is not decided with the others, and why; what is only odd is taken in one by one, by whoever looked at it. */
import { Checkbox } from '@mantine/core';
import bulk from './bulk.module.css';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { againstMany, decidedAlone, deedOf, leftOutAs, type QueuedRequest, type Verdict } from './verdicts.ts';

type Props = {
  rows: readonly QueuedRequest[];
  verdict: Verdict;
  seen: ReadonlySet<string>;
  setSeen: (seen: ReadonlySet<string>) => void;
};

export function LeftOut({ rows, verdict, seen, setSeen }: Props) {
  const out = rows.filter((row) => leftOutAs(row, verdict, new Set()) !== undefined);
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
              checked={seen.has(row.applyId)}
              onChange={({ currentTarget: { checked } }) =>
                setSeen(new Set([...[...seen].filter((id) => id !== row.applyId), ...(checked ? [row.applyId] : [])]))
              }
            />
          ) : null}
        </div>
      ))}
    </section>
  );
}
