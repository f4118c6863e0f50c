/** The thread of a request or an ad account, under what is known of it. */
import { Fold } from '#ui/Fold.tsx';
import { Section } from '#ui/Section.tsx';
import { late } from '#ui/late.tsx';
import { useMe } from '#ui/session.tsx';
import { words } from './support.words.ts';

/** It stands low on the page. */
const Thread = late(() => import('./Thread.tsx').then((thread) => thread.Thread));

export function ThreadSection({ subject }: { subject: string }) {
  return (
    <Section title={words.section} text={useHint()}>
      <Thread subject={subject} />
    </Section>
  );
}

/** On a page of many sections. */
export function ThreadFold({ subject }: { subject: string }) {
  return (
    <Fold open title={words.section} hint={useHint()}>
      <Thread subject={subject} />
    </Fold>
  );
}

const useHint = () => (useMe().typeOfUser === 'Admin' ? words.sectionForAdmins : words.sectionForClients);
