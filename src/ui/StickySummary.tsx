/** What an order comes to, always in sight: beside the form on a wide screen, at the foot of a phone's. */
import { useCallback, useId, useState, type ReactNode } from 'react';
import type { Cents } from '#kernel/money.ts';
import { Icon } from './Icon.tsx';
import { Money } from './Money.tsx';
import { isWide } from './screen.tsx';
import css from './StickySummary.module.css';

type SummaryLine = { label: string; cents: Cents | undefined; strong?: boolean; bad?: boolean };

type Props = {
  title: string;
  lines: readonly SummaryLine[];
  note?: ReactNode;
  /** Shown where there is room, and on a phone where it is asked for. */
  more?: ReactNode;
  children?: ReactNode;
};

export function StickySummary({ title, lines, note, more, children }: Props) {
  const id = useId();
  // A phone shows what matters and the rest on request; a wide screen always shows all.
  const [opened, setOpened] = useState(false);
  return (
    <section className={css['summary']} aria-labelledby={id} data-opened={opened || undefined}>
      <h2 id={id}>{title}</h2>
      <button type="button" className={css['toggle']} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {title}
        <Icon name={opened ? 'down' : 'up'} size={14} />
      </button>
      <dl>
        {lines.map(({ label, cents, strong, bad }) => (
          <div key={label} data-strong={strong || undefined} data-bad={bad || undefined}>
            <dt>{label}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      {note ? <div className={css['note']}>{note}</div> : null}
      {more ? (
        <div className={css['note']} data-more>
          {more}
        </div>
      ) : null}
      {children ? <div className={css['action']}>{children}</div> : null}
    </section>
  );
}

export function WithSummary({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const side = useFoot();
  return (
    <div className={css['with']}>
      <div>{children}</div>
      <aside ref={side} className={css['side']}>
        {summary}
      </aside>
    </div>
  );
}

/** At the foot it grows while one types: a field that it would cover is scrolled clear, as one with new focus is. */
function useFoot() {
  return useCallback((side: HTMLElement | null) => {
    if (!side) return undefined;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      style.setProperty('--foot', `${side.offsetHeight}px`);
      const field = document.activeElement;
      if (isWide(62) || !field || !side.previousElementSibling!.contains(field)) return;
      const isCovered = field.getBoundingClientRect().bottom > side.getBoundingClientRect().top;
      if (isCovered) field.scrollIntoView({ block: 'nearest' });
    });
    watch.observe(side);
    return () => {
      watch.disconnect();
      style.removeProperty('--foot');
    };
  }, []);
}
