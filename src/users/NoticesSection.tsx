/** Of what one is told, and how: in the portal, by mail, by Telegram. What concerns the account's safety always is. */
import { Switch } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { channels, type Channel } from '#kinds/topics.ts';
import { useCall, useChange } from '#ui/call.tsx';
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
  const readOnly = useReadOnly();
  const choose = useChange(updateNoticeChoices, {
    failed: words.noticesSaveFailed,
    again: [getNoticeChoices],
    done: ({ message }) => toast.done(message),
  });
  /** What is on its way is shown at once. */
  const shown = ({ topic, ...choice }: Choice, channel: Channel) => {
    const sent = choose.busy && choose.variables?.body?.topic === topic ? choose.variables.body[channel] : undefined;
    return sent === undefined ? choice[channel] === true : sent === true;
  };
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
                        <Switch
                          key={channel}
                          label={words.ways[channel]}
                          checked={shown(choice, channel)}
                          disabled={readOnly}
                          onChange={({ currentTarget: { checked } }) => {
                            if (choice.topic !== 'security')
                              choose.send({ body: { topic: choice.topic, [channel]: checked } });
                          }}
                        />
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
