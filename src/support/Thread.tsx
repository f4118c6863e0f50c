/** What was said about one request or ad account, oldest first, and the field to go on in. */
import { Button } from '@mantine/core';
import { Textarea } from '#ui/Textarea.tsx';
import { useEffect } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { call, useCall, useChange } from '#ui/call.tsx';
import { copyText } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Refused } from '#ui/Refused.tsx';
import { useMay, useMe, useReadOnly } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { saysSo, toast } from '#ui/toast.tsx';
import { getThread, getThreads, seeThread, settleThread, writeMessage } from './support.api.ts';
import { longestMessage, namedAs, replyForChat } from './support.ts';
import { words } from './support.words.ts';
import { useEarlier } from './useEarlier.tsx';
import css from './support.module.css';

type Said = OutputOf<typeof getThread>;
type Message = Said['messages'][number];

export function Thread({ subject }: { subject: string }) {
  const said = useCall(getThread, { query: namedAs(subject) }, { on: ['notice'] });
  const may = useMay(writeMessage);
  useSeen(subject, said.data?.thread.unread ?? 0);
  return (
    <DataState call={said} failed={words.failed} lines={3}>
      {(data) => (
        <>
          <Messages said={data} />
          {may ? <Answer subject={subject} said={data} /> : <p>{words.mayNot}</p>}
        </>
      )}
    </DataState>
  );
}

/** What is on the screen was read. Whoever only looks on for somebody else reads nothing for them. */
function useSeen(subject: string, unread: number): void {
  const readOnly = useReadOnly();
  useEffect(() => {
    if (unread === 0 || readOnly) return undefined;
    const see = () => {
      // If it fails, it is said the next time.
      if (!document.hidden) void call(seeThread, { query: namedAs(subject) }).catch(() => undefined);
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  }, [subject, unread, readOnly]);
}

const rowsOf = ({ messages: rows, earlier }: Said) => ({ rows, earlier });

function Messages({ said }: { said: Said }) {
  const { _id: subject } = said.thread;
  const { all, more } = useEarlier(
    rowsOf(said),
    async (before) => rowsOf(await call(getThread, { query: { ...namedAs(subject), before } })),
    words.failed,
  );
  if (all.length === 0) return <p className={css['quiet']}>{words.none}</p>;
  return (
    <>
      {more}
      <ol className={css['messages']}>
        {all.toReversed().map((message) => (
          <OneMessage key={message._id} message={message} of={said.thread} />
        ))}
      </ol>
    </>
  );
}

function OneMessage({ message, of }: { message: Message; of: Said['thread'] }) {
  const isAdmin = useMe().typeOfUser === 'Admin';
  const { text, side, own, by, at } = message;
  return (
    <li className={css['message']} data-own={own || undefined}>
      <p className={css['who']}>
        <strong>{own ? words.you : isAdmin ? words.whoWrote(by, side) : by}</strong>
        <Time at={at} />
        {isAdmin && side === 'agency' ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name="copy" size={14} />}
            onClick={() => void copyText(replyForChat(text, of, location.origin), words.copied)}
          >
            {words.copyReply}
          </Button>
        ) : null}
      </p>
      <p className={css['text']}>{text}</p>
    </li>
  );
}

function Answer({ subject, said }: { subject: string; said: Said }) {
  const isAdmin = useMe().typeOfUser === 'Admin';
  const waits = said.thread.unansweredSince !== null;
  const read = { ...namedAs(subject), lastRead: said.messages[0]?._id ?? '' };
  const form = useSend(writeMessage, {
    initial: { text: '' },
    draft: `message-${subject}`,
    body: ({ text }) => ({ ...read, text }),
    failed: words.sendFailed,
    toast: false,
    again: [getThread, getThreads],
    done: ({ message }, sent) => {
      toast.done(message);
      form.emptySent(sent);
    },
  });
  const settle = useChange(settleThread, {
    again: [getThread, getThreads],
    done: saysSo(),
  });
  return (
    <SendForm form={form} label={words.section}>
      <Textarea
        label={isAdmin ? words.write.agency : words.write.client}
        rows={2}
        most={10}
        maxLength={longestMessage}
        {...form.field('text')}
      />
      <div className={css['foot']}>
        <SendButton>{words.send}</SendButton>
        {isAdmin && waits ? (
          <Button variant="default" loading={settle.busy} onClick={() => settle.send({ query: read })}>
            {words.settle}
          </Button>
        ) : null}
        <Refused message={settle.refusal?.message} />
      </div>
    </SendForm>
  );
}
