/** The thread of a request or an ad account, under what is known of it. */
import { Section } from '#ui/Section.tsx';
import { late } from '#ui/late.tsx';
import { useMe } from '#ui/session.tsx';
import { words } from './support.words.ts';

/** It stands low on the page. */
const Thread = late(() => import('./Thread.tsx').then((thread) => thread.Thread));

export function ThreadSection({ subject }: { subject: string }) {
  const isAdmin = useMe().typeOfUser === 'Admin';
  return (
    <Section title={words.section} text={isAdmin ? words.sectionForAdmins : words.sectionForClients}>
      <Thread subject={subject} />
    </Section>
  );
}
