import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import css from './StateBadge.module.css';

type Tone = 'wait' | 'good' | 'bad' | 'calm';
type Sign = { tone: Tone; icon: IconName };

/** Several words of the wire mean the same to a person: Completed is approved, Reject and failed are rejected. */
const signs: Record<string, Sign> = {
  pending: { tone: 'wait', icon: 'clock' },
  processing: { tone: 'wait', icon: 'clock' },
  waiting: { tone: 'wait', icon: 'clock' },
  'to pay': { tone: 'wait', icon: 'clock' },
  open: { tone: 'calm', icon: 'link' },
  approved: { tone: 'good', icon: 'check' },
  completed: { tone: 'good', icon: 'check' },
  paid: { tone: 'good', icon: 'check' },
  rejected: { tone: 'bad', icon: 'cross' },
  reject: { tone: 'bad', icon: 'cross' },
  failed: { tone: 'bad', icon: 'cross' },
  cancelled: { tone: 'calm', icon: 'minus' },
  revoked: { tone: 'calm', icon: 'minus' },
  expired: { tone: 'calm', icon: 'minus' },
  shown: { tone: 'good', icon: 'check' },
  replaced: { tone: 'calm', icon: 'undo' },
  'taken back': { tone: 'calm', icon: 'minus' },
  active: { tone: 'good', icon: 'check' },
  suspended: { tone: 'bad', icon: 'warning' },
  appealed: { tone: 'wait', icon: 'clock' },
  lost: { tone: 'bad', icon: 'cross' },
  closed: { tone: 'calm', icon: 'minus' },
  reversed: { tone: 'calm', icon: 'undo' },
};

/** A state as a word, the wire's or the reader's own; icon and colour only repeat it. */
export function StateBadge({ state, children = state }: { state: string; children?: string | undefined }) {
  const sign = signs[state.toLowerCase()] ?? { tone: 'calm', icon: 'info' };
  return (
    <Badge tone={sign.tone} className={css['state']!}>
      <Icon name={sign.icon} size={14} />
      {children}
    </Badge>
  );
}

export function Badge({ tone, className = '', children }: { tone: Tone; className?: string; children: ReactNode }) {
  return (
    <span className={`${css['badge']} ${className}`} data-tone={tone}>
      {children}
    </span>
  );
}
