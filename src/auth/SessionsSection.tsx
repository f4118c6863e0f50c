import { Button } from '@mantine/core';
import { useState } from 'react';
import { deviceOf } from '#kernel/agents.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import passkeys from '#passkeys/passkeys.module.css';
import { useCall, useChange } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { Badge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { endSession, getSessions } from './auth.api.ts';
import { words } from './auth.words.ts';
import css from './auth.module.css';

type Session = OutputOf<typeof getSessions>['sessions'][number];

const few = 4;

export function SessionsSection() {
  const sessions = useCall(getSessions);
  const readOnly = useReadOnly();
  const end = useEnd();
  const others = (sessions.data?.sessions ?? []).some((session) => !session.current);
  const endOthers = (
    <Button variant="default" disabled={readOnly} loading={end.busy} onClick={() => end.send({ query: { all: true } })}>
      {words.endOthers}
    </Button>
  );
  return (
    <Section title={words.sessionsTitle} text={words.sessionsText} actions={others ? endOthers : null}>
      <DataState call={sessions} failed={words.sessionsFailed}>
        {(data) => (
          <>
            <Sessions sessions={data.sessions} />
            {others ? null : <p className={css['quiet']}>{words.onlyHere}</p>}
          </>
        )}
      </DataState>
    </Section>
  );
}

/** Of each button its own: a second one is pressed while the first is still busy, and ends its session all the same. */
function useEnd() {
  return useChange(endSession, {
    failed: words.endFailed,
    again: [getSessions],
    done: ({ message }) => toast.done(message),
  });
}

/** This device first, then the newest; the rest on request. */
function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const [all, setAll] = useState(false);
  const sorted = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <ul className={`${passkeys['list']} ${css['sessions']}`}>
        {(all ? sorted : sorted.slice(0, few)).map((session) => (
          <OneSession key={session._id} session={session} />
        ))}
      </ul>
      {sorted.length > few && !all ? (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {words.showAll(sorted.length)}
        </Button>
      ) : null}
    </>
  );
}

function OneSession({ session }: { session: Session }) {
  const end = useEnd();
  const readOnly = useReadOnly();
  const device = deviceOf(session.agent);
  return (
    <li>
      <div>
        <p className={css['device']}>
          {device} <span className={css['quiet']}>{words.from(session.address)}</span>
        </p>
        <p className={css['quiet']}>
          {words.signedIn} <Time at={session.signedInAt} />, {words.until} <Time at={session.expiresAt} />
        </p>
      </div>
      {session.current ? (
        <Badge tone="good">
          <Icon name="check" size={14} />
          {words.here}
        </Badge>
      ) : (
        <Button
          variant="subtle"
          color="bad"
          disabled={readOnly}
          loading={end.busy}
          aria-label={words.endThis(device)}
          onClick={() => end.send({ query: { id: session._id } })}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}
