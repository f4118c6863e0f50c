import { Icon } from './Icon.tsx';
import { words } from './ui.words.ts';
import css from './Steps.module.css';

/** Numbered steps of one task; `now` counts from 1. */
export function Steps({ now, labels }: { now: number; labels: readonly string[] }) {
  return (
    <ol className={css['steps']}>
      {labels.map((label, index) => {
        const is = index + 1 < now ? 'done' : index + 1 === now ? 'now' : 'later';
        return (
          <li key={label} className={css['step']} data-is={is} aria-current={is === 'now' ? 'step' : undefined}>
            <span className={`${css['number']} figures`}>
              {is === 'done' ? <Icon name="check" size={14} /> : index + 1}
            </span>
            <span>{label}</span>
            {is === 'done' ? <span className="visually-hidden"> ({words.doneStep})</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
