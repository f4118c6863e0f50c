/** Which mails one wants. */
import { Switch } from '@mantine/core';
import { useCall, useChange } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import css from './profile.module.css';
import { getNoticeChoices, updateNoticeChoices } from './users.api.ts';
import { words } from './users.words.ts';

export function MailsSection() {
  const choices = useCall(getNoticeChoices);
  const readOnly = useReadOnly();
  const choose = useChange(updateNoticeChoices, {
    failed: words.mailsSaveFailed,
    again: [getNoticeChoices],
    done: ({ message }) => toast.done(message),
  });
  /** What is on its way is shown at once. */
  const shown = (topic: string, mail: boolean) =>
    choose.busy && choose.variables?.body?.topic === topic ? choose.variables.body.mail === true : mail;
  return (
    <Section title={words.mailsTitle} text={words.mailsText}>
      <DataState call={choices} failed={words.mailsFailed} lines={2}>
        {(data) => (
          <div className={css['choices']}>
            {data.choices.map(({ topic, mail }) => (
              <Switch
                key={topic}
                label={words.topics[topic].label}
                description={words.topics[topic].text}
                checked={shown(topic, mail)}
                disabled={readOnly}
                onChange={(event) => choose.send({ body: { topic, mail: event.currentTarget.checked } })}
              />
            ))}
          </div>
        )}
      </DataState>
    </Section>
  );
}
