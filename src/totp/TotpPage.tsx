/** The 2FA tool. Keys stay in this component's memory: they are never sent, stored or put into an address. */
import { Button } from '@mantine/core';
import { Textarea } from '#ui/Textarea.tsx';
import { useEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { announce } from '#ui/Announce.tsx';
import { Empty } from '#ui/DataState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Section } from '#ui/Section.tsx';
import { TotpCode, type Entry } from './TotpCode.tsx';
import { keyOfBytes, readKeys, type Read, type TotpKey } from './totp.ts';
import { words } from './totp.words.ts';
import form from '#ui/Form.module.css';
import css from './totp.module.css';

/** The time, four times a second, so that every code changes when it should. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function isKey(read: Read): read is Extract<Read, { readonly key: TotpKey }> {
  return 'key' in read;
}

/** The sentence about the first line that is no key. */
function faultIn(reads: readonly Read[]): string | undefined {
  const line = reads.findIndex((read) => !isKey(read));
  const read = reads[line];
  if (!read || isKey(read)) return undefined;
  const sentence = words.faults[read.fault];
  return reads.length === 1 ? sentence : words.line(line + 1, sentence);
}

function useEntries() {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const last = useRef(0);
  const add = (keys: readonly TotpKey[], { fresh = false } = {}) => {
    const made = keys.map((key): Entry => {
      const id = (last.current += 1);
      const name = [key.issuer, key.label].filter((part) => part !== '').join(' · ');
      return { id, key, open: fresh, name: name || (fresh ? words.freshName(id) : words.keyName(id)) };
    });
    setEntries((now) => [...made, ...now]);
    announce(words.added(made.length));
  };
  const change = (id: number, next: Partial<Entry>) =>
    setEntries((now) => now.map((entry) => (entry.id === id ? { ...entry, ...next } : entry)));
  const remove = (entry: Entry) => {
    setEntries((now) => now.filter(({ id }) => id !== entry.id));
    announce(words.removed(entry.name));
  };
  const clear = () => {
    setEntries([]);
    announce(words.forgotten);
  };
  return { entries, add, change, remove, clear };
}

export default function TotpPage() {
  const { entries, add, change, remove, clear } = useEntries();
  const now = useNow();
  const addFresh = () => add([keyOfBytes(crypto.getRandomValues(new Uint8Array(20)))], { fresh: true });
  const fresh = (
    <Button variant="default" leftSection={<Icon name="key" />} onClick={addFresh}>
      {words.fresh}
    </Button>
  );
  return (
    <Page title={words.title} text={words.text}>
      <div className={css['page']}>
        <Section title={words.add}>
          <KeysForm onKeys={add} fresh={entries.length > 0 ? fresh : null} />
        </Section>
        <Section
          title={words.codes}
          actions={
            entries.length > 1 ? (
              <Button variant="subtle" onClick={clear}>
                {words.clear}
              </Button>
            ) : null
          }
        >
          {entries.length === 0 ? <Empty text={words.noKeys} action={fresh} /> : null}
          <ul className={css['codes']}>
            {entries.map((entry) => (
              <TotpCode
                key={entry.id}
                entry={entry}
                now={now}
                onChange={(next) => change(entry.id, next)}
                onRemove={() => remove(entry)}
              />
            ))}
          </ul>
        </Section>
      </div>
    </Page>
  );
}

function KeysForm({ onKeys, fresh }: { onKeys: (keys: readonly TotpKey[]) => void; fresh: ReactNode }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Takes what can be read; lines that can't be stay where they are. */
  const take = (typed: string) => {
    const reads = readKeys(typed);
    const keys = reads.filter(isKey).map((read) => read.key);
    if (keys.length > 0) onKeys(keys);
    setText(reads.flatMap((read) => (isKey(read) ? [] : [read.text])).join('\n'));
    setFault(reads.length === 0 ? words.faults.empty : faultIn(reads));
    field.current?.focus();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    const reads = readKeys(pasted);
    if (text.trim() !== '' || reads.length === 0 || !reads.every(isKey)) return;
    event.preventDefault();
    take(pasted);
  };
  return (
    <form
      className={form['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        take(text);
      }}
    >
      <Textarea
        ref={field}
        label={words.key}
        description={words.hint}
        placeholder={words.placeholder}
        rows={4}
        value={text}
        error={fault}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        classNames={{ input: css['keys'] ?? '' }}
        onPaste={onPaste}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      <div className={css['actions']}>
        <Button type="submit">{words.show}</Button>
        {fresh}
      </div>
    </form>
  );
}
