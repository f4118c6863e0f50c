import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall, useChange } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { deviceOf } from './agents.ts';
import { endSession, getSessions } from './auth.api.ts';
import { words } from './auth.words.ts';
import css from './auth.module.css';

const few = 4;

/** This device first, then the newest. */
function shownOf<S extends { current: boolean }>(sessions: readonly S[], all: boolean): S[] {
  const sorted = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return all ? sorted : sorted.slice(0, few);
}

export function SessionsSection() {
  const sessions = useCall(getSessions);
  const readOnly = useReadOnly();
  const [all, setAll] = useState(false);
  const end = useChange(endSession, {
    failed: words.endFailed,
    again: [getSessions],
    done: ({ message }) => toast.done(message),
  });
  const others = (sessions.data?.sessions ?? []).some((session) => !session.current);
  const ending = end.busy ? end.variables?.query?.id : undefined;
  return (
    <Section
      title={words.sessionsTitle}
      text={words.sessionsText}
      actions={
        others ? (
          <Button
            variant="default"
            disabled={readOnly}
            loading={end.busy && ending === undefined}
            onClick={() => end.send({ query: { all: true } })}
          >
            {words.endOthers}
          </Button>
        ) : null
      }
    >
      <DataState call={sessions} failed={words.sessionsFailed}>
        {(data) => (
          <>
            <ul className={css['sessions']}>
              {shownOf(data.sessions, all).map(({ _id, current, agent, address, signedInAt, expiresAt }) => {
                const device = deviceOf(agent);
                return (
                  <li key={_id}>
                    <div>
                      <p className={css['device']}>
                        {device} <span className={css['quiet']}>{words.from(address)}</span>
                      </p>
                      <p className={css['quiet']}>
                        {words.signedIn} <Time at={signedInAt} />, {words.until} <Time at={expiresAt} />
                      </p>
                    </div>
                    {current ? (
                      <span className={`badge badge-good ${css['here']}`}>
                        <Icon name="check" size={14} />
                        {words.here}
                      </span>
                    ) : (
                      <Button
                        variant="subtle"
                        color="bad"
                        disabled={readOnly}
                        loading={ending === _id}
                        aria-label={words.endThis(device)}
                        onClick={() => end.send({ query: { id: _id } })}
                      >
                        {words.end}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
            {data.sessions.length > few && !all ? (
              <Button variant="subtle" onClick={() => setAll(true)}>
                {words.showAll(data.sessions.length)}
              </Button>
            ) : null}
            {others ? null : <p className={css['quiet']}>{words.onlyHere}</p>}
          </>
        )}
      </DataState>
    </Section>
  );
}
