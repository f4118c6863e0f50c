import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { Time } from './Time.tsx';
import { words } from './ui.words.ts';
import css from './Timeline.module.css';

export type TimelineStep = {
  label: ReactNode;
  at?: Date | null | undefined;
  is: 'done' | 'now' | 'later' | 'bad';
  text?: ReactNode;
};

const icons: Record<TimelineStep['is'], IconName | undefined> = {
  done: 'check',
  now: 'clock',
  later: undefined,
  bad: 'cross',
};

/** What happened and what comes next, in order. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className={css['timeline']}>
      {steps.map((step, place) => (
        <li key={place} className={css['step']} data-is={step.is} aria-current={step.is === 'now' ? 'step' : undefined}>
          <span className={css['dot']}>{icons[step.is] ? <Icon name={icons[step.is]!} size={14} /> : null}</span>
          <div>
            <p className={css['label']}>
              <span>
                {step.label}
                {step.is === 'done' ? <span className="visually-hidden"> ({words.doneStep})</span> : null}
              </span>
              {step.at ? (
                <span className={css['time']}>
                  <Time at={step.at} />
                </span>
              ) : null}
            </p>
            {step.text ? <div className={css['text']}>{step.text}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
