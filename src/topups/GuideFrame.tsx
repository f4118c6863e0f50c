/** The window of a top-up until its form is there: its steps, and as much room as the first one takes. */
import { Skeleton } from '@mantine/core';
import { useLasting } from '#ui/DataState.tsx';
import { Steps } from '#ui/Steps.tsx';
import { words as say } from '#ui/ui.words.ts';
import styles from './GuideFrame.module.css';
import { words } from './topups.words.ts';

/** Title, amount, ready amounts, currency and button, in pixels. */
const parts = [26, 106, 36, 64, 36];

export function GuideFrame({ because }: { because?: string }) {
  const lasts = useLasting(true);
  return (
    <div className={styles['frame']} aria-busy="true">
      <span className="visually-hidden">{say.loading}</span>
      {because === undefined ? <Steps now={1} labels={words.steps} /> : null}
      <div className={styles['parts']}>
        {parts.map((height, part) => (
          <Skeleton key={part} height={height} visible={lasts} />
        ))}
      </div>
    </div>
  );
}
