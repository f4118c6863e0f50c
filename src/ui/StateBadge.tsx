import { Icon, type IconName } from './Icon.tsx';

type Look = { tone: 'wait' | 'good' | 'bad' | 'calm'; icon: IconName };

/** Several words of the wire mean the same to a person: Completed is approved, Reject and failed are rejected. */
const looks: Record<string, Look> = {
  pending: { tone: 'wait', icon: 'clock' },
  processing: { tone: 'wait', icon: 'clock' },
  waiting: { tone: 'wait', icon: 'clock' },
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
  dropped: { tone: 'calm', icon: 'minus' },
  reversed: { tone: 'calm', icon: 'undo' },
};

/** A state in a word, with a sign and a colour that only repeat it. */
export function StateBadge({ state }: { state: string }) {
  const look = looks[state.toLowerCase()] ?? { tone: 'calm', icon: 'info' };
  return (
    <span className={`badge badge-${look.tone}`}>
      <Icon name={look.icon} size={14} />
      {state}
    </span>
  );
}
