/** What stands where a request was decided, in a list that stands still: nothing moves because of it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useIsGone } from '#ui/Steady.tsx';
import type { Judged } from './JudgeForm.tsx';
import { words } from './requests.words.ts';
import styles from './requests.module.css';

/** What became of it, as high and wide as what stood here, and the way to its story. */
export function Outcome({ applyId, judged }: { applyId: string; judged?: Judged }) {
  return (
    <span className={styles['outcome']} style={judged && { minHeight: judged.height, minWidth: judged.width }}>
      <span>{judged?.message ?? words.goneMeanwhile}</span>
      <Link to={`/admin/requests/${applyId}`} aria-label={words.storyOf(applyId)}>
        {words.story}
      </Link>
    </span>
  );
}

/** The ways to decide a request, until its row stays only so that nothing moves; they still take their room then. */
export function Settling({ applyId, children }: { applyId: string; children: ReactNode }) {
  const isGone = useIsGone();
  return (
    <span className={styles['settled']}>
      <span inert={isGone}>{children}</span>
      {isGone ? <Outcome applyId={applyId} /> : null}
    </span>
  );
}
