/** Of what one is told, and how: in the portal, by mail, by Telegram. What concerns the account's safety always is. */
import { Switch } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { channels, type Channel } from '#kinds/topics.ts';
import { useCall, useChange, useRefresh } from '#ui/call.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import css from './notices.module.css';
import { getNoticeChoices, updateNoticeChoices } from './users.api.ts';
import { words } from './users.words.ts';

type Choice = OutputOf<typeof getNoticeChoices>['choices'][number];

export function NoticesSection() {
  const choices = useCall(getNoticeChoices);
  return (
    <Section title={words.noticesTitle} text={words.noticesText}>
      <DataState call={choices} failed={words.noticesFailed} lines={4}>
        {(data) => (
          <div className={css['topics']}>
            {data.choices.map((choice) => (
              <fieldset key={choice.topic} className={css['topic']}>
                <legend>{words.topics[choice.topic].label}</legend>
                <p>{words.topics[choice.topic].text}</p>
                {choice.fixed ? (
                  <p className={css['ways']}>{words.always}</p>
                ) : (
                  <div className={css['ways']}>
                    {channels
                      .filter((channel) => choice[channel] !== null)
                      .map((channel) => (
                        <Way key={channel} choice={choice} channel={channel} />
                      ))}
                  </div>
                )}
              </fieldset>
            ))}
          </div>
        )}
      </DataState>
    </Section>
  );
}

/** One switch, with a change of its own: the next one is pressed while this one is still being saved. */
function Way({ choice: { topic, ...choice }, channel }: { choice: Choice; channel: Channel }) {
  const readOnly = useReadOnly();
  const refresh = useRefresh();
  const choose = useChange(updateNoticeChoices, {
    failed: words.noticesSaveFailed,
    done: ({ message }) => {
      toast.done(message);
      return refresh(getNoticeChoices);
    },
  });
  // What is on its way is shown at once, until the page has heard of it.
  const sent = choose.busy ? choose.variables?.body?.[channel] : undefined;
  return (
    <Switch
      label={words.ways[channel]}
      checked={(sent ?? choice[channel]) === true}
      disabled={readOnly}
      onChange={({ currentTarget: { checked } }) => {
        if (topic !== 'security') choose.send({ body: { topic, [channel]: checked } });
      }}
    />
  );
}
