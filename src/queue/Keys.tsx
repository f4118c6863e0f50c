/**
 * What the queue's keys do, and whether letters are any: whoever speaks to a computer presses some without meaning to.
 */
import { Checkbox, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '#ui/Dialog.tsx';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { keepLetters, lettersAreKeys } from './useQueueKeys.tsx';

type Props = { opened: boolean; onOpened: (opened: boolean) => void };

export function Keys({ opened, onOpened }: Props) {
  const [letters, setLetters] = useState(lettersAreKeys);
  const choose = (on: boolean) => {
    keepLetters(on);
    setLetters(on);
  };
  return (
    <>
      <UnstyledButton className={css['keyshint']} data-off={!letters || undefined} onClick={() => onOpened(true)}>
        {letters ? words.keysHint : words.keysOff}
      </UnstyledButton>
      <Dialog opened={opened} onClose={() => onOpened(false)} title={words.keys}>
        <Checkbox
          mb="md"
          label={words.letters}
          description={words.lettersHint}
          checked={letters}
          onChange={(event) => choose(event.currentTarget.checked)}
        />
        <dl className={css['keys']}>
          {words.keyList.map(([key, does]) => [<dt key={key}>{key}</dt>, <dd key={does}>{does}</dd>])}
        </dl>
      </Dialog>
    </>
  );
}
