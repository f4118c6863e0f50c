/** The thread of a request where its client has opened it: in a row of a list, or in its window. */
import { late } from '#ui/late.tsx';
import { words } from './support.words.ts';
import css from './support.module.css';

const Thread = late(() => import('./Thread.tsx').then((thread) => thread.Thread));

export function ThreadBelow({ subject }: { subject: string }) {
  return (
    <section className={css['below']}>
      <h3>{words.section}</h3>
      <Thread subject={subject} />
    </section>
  );
}
