/** The tick of a window that asks, where its refusal is one that a tick answers. Few are, so that it comes late. */
import { late } from '#ui/late.tsx';
import { isUnproven } from './proposals.ts';

const PaidAllTheSame = late(() => import('./PaidAllTheSame.tsx').then((tick) => tick.PaidAllTheSame));

export function tickFor(refusal: { code: string } | undefined) {
  if (!isUnproven(refusal?.code)) return undefined;
  return (box: { checked: boolean; onChange: (checked: boolean) => void }) => (
    <PaidAllTheSame code={refusal?.code} {...box} />
  );
}
