/** What an order comes to, always in sight: beside the form on a wide screen, at the foot of a phone's. */
import { useId, type ReactNode } from 'react';
import type { Cents } from '#kernel/money.ts';
import { Money } from './Money.tsx';

export type SummaryLine = { label: string; cents: Cents | undefined; strong?: boolean; bad?: boolean };

type Props = { title: string; lines: readonly SummaryLine[]; note?: ReactNode; children?: ReactNode };

export function StickySummary({ title, lines, note, children }: Props) {
  const id = useId();
  return (
    <section className="summary" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
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
      {note ? <div className="summary-note">{note}</div> : null}
      {children ? <div className="summary-action">{children}</div> : null}
    </section>
  );
}

export function WithSummary({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="withsummary">
      <div className="withsummary-main">{children}</div>
      <aside className="withsummary-side">{summary}</aside>
    </div>
  );
}
