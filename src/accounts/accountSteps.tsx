/** The steps of an ad account's life as its page tells them. */
import type { OutputOf } from '#kernel/endpoint.ts';
import type { TimelineStep } from '#ui/Timeline.tsx';
import type { getAdAccount } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import css from './accounts.module.css';

type Story = OutputOf<typeof getAdAccount>;

const tones: Record<Story['account']['state'], TimelineStep['is']> = {
  Active: 'done',
  Suspended: 'bad',
  Appealed: 'now',
  Lost: 'bad',
  Replaced: 'done',
  Closed: 'done',
};

function Opened({ order }: { order: string }) {
  return (
    <>
      {words.opened} ·{' '}
      <span className="nobreak" translate="no">
        {order}
      </span>
    </>
  );
}

export function asStep(
  step: Story['timeline'][number],
  isLast: boolean,
  order: string,
  reader: 'User' | 'Admin',
): TimelineStep {
  const { state, at, source, reason, word, by, note } = step;
  return {
    label: source === 'order' ? <Opened order={order} /> : words.steps[state],
    at,
    // Where something came after it, nobody waits for the answer to an appeal.
    is: tones[state] === 'now' && !isLast ? 'done' : tones[state],
    text: (
      <>
        {source === 'replacement' ? <p className={css['said']}>{words.replacementApproved}</p> : null}
        {source === 'appeal' ? <p className={css['said']}>{words.appealed[reader]}</p> : null}
        {source === 'reversal' ? <p className={css['said']}>{words.reversed}</p> : null}
        {reason ? <p className={css['said']}>{reason}</p> : null}
        {word ? <p className={css['said']}>{words.platformSays(word)}</p> : null}
        {by ? <p className={css['said']}>{words.by(by)}</p> : null}
        {note ? <p className={css['note']}>{words.note(note)}</p> : null}
      </>
    ),
  };
}
