/** The chat into which an admin's notices come, where the agency has a bot. */
import { Button, TextInput } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall, useChange } from '#ui/call.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Section } from '#ui/Section.tsx';
import { useReadOnly } from '#ui/session.tsx';
import { Time } from '#ui/Time.tsx';
import { toast } from '#ui/toast.tsx';
import { getTelegram, linkTelegram, unlinkTelegram } from './telegram.api.ts';
import { words } from './telegram.words.ts';
import css from './telegram.module.css';

type Known = OutputOf<typeof getTelegram>;

export function TelegramSection() {
  const { data } = useCall(getTelegram);
  if (!data?.available) return null;
  return (
    <Section title={words.title} text={words.text}>
      {data.chat ? <Linked chat={data.chat} /> : <Link bot={data.bot} />}
    </Section>
  );
}

function Linked({ chat }: { chat: NonNullable<Known['chat']> }) {
  const readOnly = useReadOnly();
  const unlink = useChange(unlinkTelegram, {
    failed: words.unlinkFailed,
    again: [getTelegram],
    done: ({ message }) => toast.done(message),
  });
  return (
    <div className={css['linked']}>
      <p>
        {words.linked(chat.title)} {words.since} <Time at={chat.linkedAt} />.
      </p>
      <Button variant="default" disabled={readOnly} loading={unlink.busy} onClick={() => unlink.send({})}>
        {words.unlink}
      </Button>
    </div>
  );
}

function Link({ bot }: { bot: Known['bot'] }) {
  const form = useSend(linkTelegram, {
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: words.enterCode } : {}),
    failed: words.linkFailed,
    again: [getTelegram],
    done: ({ message }) => toast.done(message),
  });
  return (
    <SendForm form={form} label={words.link}>
      <p className={css['how']}>
        {words.write(bot ? `@${bot}` : words.theBot)}{' '}
        {bot ? (
          <a href={`https://t.me/${bot}?start=portal`} target="_blank" rel="noreferrer">
            {words.open}
          </a>
        ) : null}
      </p>
      <TextInput
        {...form.field('code')}
        label={words.code}
        description={words.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <SendButton>{words.link}</SendButton>
    </SendForm>
  );
}
