/** What became of each of many requests that were decided at once. */
import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { announce } from '#ui/Announce.tsx';
import type { decideRequests } from './queue.api.ts';
import bulk from './bulk.module.css';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { movedBy, type QueuedRequest, type Typed } from './verdicts.ts';

export type Result = OutputOf<typeof decideRequests>['results'][number];

/** A row that was decided, and what is said of it in its place. */
export type Outcome = { row: QueuedRequest; message: string };

export function outcomesOf(rows: readonly QueuedRequest[], results: readonly Result[]): Outcome[] {
  return results.flatMap(({ applyId, done, message }) => {
    const row = rows.find((each) => each.applyId === applyId);
    return done && row ? [{ row, message }] : [];
  });
}

type Props = {
  rows: readonly QueuedRequest[];
  results: readonly Result[];
  typedOf: (row: QueuedRequest) => Typed;
  onClose: () => void;
};

export function Results({ rows, results, typedOf, onClose }: Props) {
  useEffect(() => announce(saidOf(results)), [results]);
  return (
    <>
      <ul className={css['order']}>
        {results.map((result) => {
          const row = rows.find((each) => each.applyId === result.applyId);
          return (
            <li key={result.applyId}>
              <span>
                {result.applyId} {row ? `· ${row.userId.username} · ${usd(movedBy(row, typedOf(row)))}` : ''}
              </span>
              <span className={result.done || result.waits ? bulk['ok'] : bulk['notok']}>{result.message}</span>
            </li>
          );
        })}
      </ul>
      <Group justify="flex-end">
        {/* The button that was pressed is gone, and the focus would be with it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button onClick={onClose} autoFocus>
          {words.close}
        </Button>
      </Group>
    </>
  );
}

/** Which were not decided: one with its reason, of several only their names. */
export function failedOf(failed: readonly Result[]): string {
  const [first, ...others] = failed;
  if (first && others.length === 0) return `${first.applyId}: ${first.message}`;
  return words.notDecided(failed.map(({ applyId }) => applyId).join(', '));
}

/** How many were decided and how many were not, for those who do not see the list. */
export function saidOf(results: readonly Result[]): string {
  const waiting = results.filter(({ waits }) => waits).length;
  const done = results.filter((each) => each.done && !each.waits).length;
  return words.decidedMany(done, waiting, results.length - done - waiting);
}
