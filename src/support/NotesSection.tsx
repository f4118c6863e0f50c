/** Internal notes about a client, a request or an ad account, newest first, and the field for another. */
import { Textarea } from '#ui/Textarea.tsx';
import type { OutputOf } from '#kernel/endpoint.ts';
import { call, useCall } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { getNotes, writeNote } from './notes.api.ts';
import { longestMessage } from './support.ts';
import { words } from './support.words.ts';
import { useEarlier } from './useEarlier.tsx';
import css from './support.module.css';

const { notes: say } = words;
type About = { userId: string } | { applyId: string } | { id: string };
type Noted = OutputOf<typeof getNotes>;

export function NotesSection({ about }: { about: About }) {
  return (
    <Section title={say.title} text={say.text}>
      <Notes about={about} />
    </Section>
  );
}

export function Notes({ about }: { about: About }) {
  const noted = useCall(getNotes, { query: about }, { on: ['notice'] });
  return (
    <>
      <DataState call={noted} failed={say.failed} lines={2}>
        {(data) => <List noted={data} about={about} />}
      </DataState>
      <NoteForm about={about} />
    </>
  );
}

const rowsOf = ({ notes: rows, earlier }: Noted) => ({ rows, earlier });

function List({ noted, about }: { noted: Noted; about: About }) {
  const { all, more } = useEarlier(
    rowsOf(noted),
    async (before) => rowsOf(await call(getNotes, { query: { ...about, before } })),
    say.failed,
  );
  if (all.length === 0) return <p className={css['quiet']}>{say.none}</p>;
  return (
    <>
      <ul className={css['messages']}>
        {all.map((note) => (
          <li key={note._id} className={css['message']}>
            <p className={css['who']}>
              <strong>{note.by}</strong>
              <Time at={note.at} />
              {note.about === '' || !('userId' in about) ? null : (
                <Link to={note.about.startsWith('AA-') ? `/accounts/${note.about}` : `/admin/requests/${note.about}`}>
                  {note.about}
                </Link>
              )}
            </p>
            <p className={css['text']}>{note.text}</p>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function NoteForm({ about }: { about: About }) {
  const form = useSend(writeNote, {
    initial: { text: '' },
    draft: `note-${Object.values(about)[0]}`,
    body: ({ text }) => ({ ...about, text }),
    failed: say.saveFailed,
    toast: false,
    again: [getNotes],
    done: ({ message }, sent) => {
      toast.done(message);
      form.emptySent(sent);
    },
  });
  return (
    <SendForm form={form} label={say.title}>
      <Textarea label={say.write} rows={1} most={10} maxLength={longestMessage} {...form.field('text')} />
      <div className={css['foot']}>
        <SendButton variant="default">{say.save}</SendButton>
      </div>
    </SendForm>
  );
}
