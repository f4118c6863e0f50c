/**
 * A tick box: the admin has looked at something odd, and it is right all the same. Without the tick nothing is
 * approved.
 */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { words } from './requests.words.ts';

/** A tick is for what was odd when it was set; where nothing is odd, all is seen. */
export function useAcknowledged(flag: string | undefined) {
  const [acknowledged, setAcknowledged] = useState<string>();
  const seen = flag === undefined || acknowledged === flag;
  return { seen, onSeen: (is: boolean) => setAcknowledged(is ? flag : undefined) };
}

/** `flag` says what is odd; `asked` is whether somebody tried without the tick. */
type Props = { flag: string; seen: boolean; onSeen: (seen: boolean) => void; asked: boolean };

export function Acknowledge({ flag, seen, onSeen, asked }: Props) {
  return (
    <Checkbox
      label={words.acknowledge(flag)}
      checked={seen}
      onChange={(event) => onSeen(event.currentTarget.checked)}
      error={asked && !seen ? words.acknowledgeFirst : undefined}
    />
  );
}
