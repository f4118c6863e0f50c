/** What a row shows where it was just decided. The list does not move because of it. */
import type { ReactNode } from 'react';
import { Link } from '#ui/router.tsx';
import { useIsGone } from '#ui/Steady.tsx';
import type { Judged } from './JudgeForm.tsx';
import { words } from './requests.words.ts';
import styles from './requests.module.css';

/** What became of the request, in the size of what stood here before, and a link to its story. */
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

type Settles = { applyId: string; className?: string | undefined; children: ReactNode };

/** The buttons of a row. Once the row stays only so that nothing moves, they can't be used but keep their place. */
export function Settling({ applyId, className = styles['actions'], children }: Settles) {
  const isGone = useIsGone();
  return (
    <span className={styles['settled']}>
      <span inert={isGone} className={className}>
        {children}
      </span>
      {isGone ? <Outcome applyId={applyId} /> : null}
    </span>
  );
}
