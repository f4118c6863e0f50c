import type { OutputOf } from '#kernel/endpoint.ts';
import { CopyId } from '#ui/CopyId.tsx';
import { ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Time } from '#ui/Time.tsx';
import css from './story.module.css';
import type { getTrace } from './trace.api.ts';
import { words } from './trace.words.ts';

type Kept = OutputOf<typeof getTrace>['errors'][number];

/** Who met an unexpected error, when, in which call, and about which request. */
export function ErrorsTable({ errors, label = words.errors }: { errors: readonly Kept[]; label?: string }) {
  return (
    <PlainTable
      label={label}
      heads={[words.reference, words.at, words.who, words.call, words.about, words.what, words.where]}
      empty={words.noErrors}
      rows={errors.map((each) => [
        <CopyId key="reference" value={each.reference} />,
        <Time key="at" at={each.at} />,
        <Who key="who" of={each} />,
        <code key="call" className={css['code']}>
          {each.method} {each.path}
        </code>,
        each.applyId ? <RequestLink key="about" applyId={each.applyId} /> : '–',
        <code key="what" className={css['code']}>
          {each.kind}
        </code>,
        <span key="where">
          <code className={css['code']}>{each.place || '–'}</code>
          <span className={css['quiet']}>{each.node}</span>
        </span>,
      ])}
    />
  );
}

function Who({ of: { person, actingAdmin } }: { of: Kept }) {
  if (!person) return words.visitor;
  const name = actingAdmin === null ? person.username : words.as(actingAdmin, person.username);
  return person.typeOfUser === 'Admin' ? name : <ClientLink _id={person._id} username={name} />;
}
