/** While the browser asks for a passkey: what is confirmed with it, for whom and how much. */
import { useSyncExternalStore } from 'react';
import { Icon } from './Icon.tsx';
import { confirmingNow, onConfirming } from './stepup.ts';
import css from './StepUp.module.css';
import { words } from './ui.words.ts';

export function StepUp() {
  const sentence = useSyncExternalStore(onConfirming, confirmingNow, () => undefined);
  // The region stands there before anything is said in it, or it would not be read out.
  return (
    <div role="status" aria-label={words.stepUp} className={css['region']}>
      {sentence === undefined ? null : (
        <div className={css['panel']}>
          <p className={css['title']}>
            <Icon name="key" />
            {words.stepUp}
          </p>
          <p className={css['sentence']}>{sentence}</p>
        </div>
      )}
    </div>
  );
}
