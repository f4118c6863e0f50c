/**
 * The Ads IDs of an order: one labelled field per account, so that one id is not taken for all accounts by mistake.
 * That all money goes into one account has to be chosen explicitly. The fields are sent as one joined list, as the call
 * has it.
 */
import { Checkbox, TextInput } from '@mantine/core';
import { Textarea } from '#ui/Textarea.tsx';
import { useId, useState, type ClipboardEvent } from 'react';
import { adsIdsIn } from '#kinds/application.ts';
import { sendOnEnter } from '#ui/ReasonField.tsx';
import { words } from './requests.words.ts';
import styles from './requests.module.css';

type Props = {
  label: string;
  hint?: string | undefined;
  /** What the order says of each account; empty for a monthly order. */
  accounts: readonly string[];
  value: string;
  onChange: (joined: string) => void;
  error: string | undefined;
  /** The fields appear because somebody asked for them, so the first one takes the focus. */
  takesFocus?: boolean;
};

export function AdsIdsField({ label, hint, accounts, value, onChange, error, takesFocus = false }: Props) {
  const [isOne, setOne] = useState(false);
  const choose = (one: boolean) => {
    setOne(one);
    onChange('');
  };
  return (
    <div className={styles['adsids']}>
      {accounts.length < 2 || isOne ? (
        // Several lines, because a field of one line would join a pasted list to one id.
        <Textarea
          label={label}
          description={isOne ? words.oneAdsId : hint}
          rows={1}
          most={10}
          maxLength={2_000}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus || isOne}
          value={value}
          // A copied cell ends in a line break, which would say that an account has no Ads ID.
          onChange={({ currentTarget: { value: text } }) => onChange(isOne ? text.trimEnd() : text)}
          onKeyDown={sendOnEnter}
          error={error}
        />
      ) : (
        <Separate {...{ label, accounts, value, onChange, error, takesFocus }} />
      )}
      {accounts.length > 1 ? (
        <Checkbox label={words.allInOne} checked={isOne} onChange={(event) => choose(event.currentTarget.checked)} />
      ) : null}
    </div>
  );
}

function Separate({ label, accounts, value, onChange, error, takesFocus }: Props) {
  const problem = useId();
  const [surplus, setSurplus] = useState<string>();
  const ids = accounts.map((_, place) => value.split('\n')[place] ?? '');
  const set = (changes: readonly string[], from: number) => {
    setSurplus(undefined);
    // Each account keeps its line, filled or not: an empty one is refused and never skipped.
    onChange(ids.map((id, place) => changes[place - from] ?? id).join('\n'));
  };
  const paste = (event: ClipboardEvent, place: number) => {
    const pasted = adsIdsIn(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    const room = accounts.length - place;
    // Whichever is too much: were it the first, each account would open under another's Ads ID.
    if (pasted.length > room) setSurplus(words.tooManyAdsIds(pasted.length, room));
    else set(pasted, place);
  };
  const fault = surplus ?? error;
  return (
    <fieldset className={styles['adsids']} aria-describedby={fault ? problem : undefined}>
      <legend>{label}</legend>
      {accounts.map((account, place) => (
        <TextInput
          key={place}
          label={words.adsIdOf(place + 1, account)}
          maxLength={64}
          // It appears because somebody asked for it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus && place === 0}
          value={ids[place]}
          onChange={(event) => set([event.currentTarget.value.replaceAll('\n', ' ')], place)}
          onPaste={(event) => paste(event, place)}
          error={error !== undefined && ids[place]!.trim() === ''}
        />
      ))}
      {fault ? (
        <p id={problem} role="alert" className={styles['refused']}>
          {fault}
        </p>
      ) : null}
    </fieldset>
  );
}
