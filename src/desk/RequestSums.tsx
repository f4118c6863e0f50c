/** What all requests that were found add up to. */
import type { OutputOf } from '#kernel/endpoint.ts';
import { Money } from '#ui/Money.tsx';
import { Sums } from '#ui/Sums.tsx';
import { sides, type getRequests } from './requests.api.ts';
import { words } from './requests.words.ts';

export function RequestSums({ sums }: { sums: OutputOf<typeof getRequests>['sums'] }) {
  const { what, tooMany, ...named } = words.sums;
  const rows =
    sums &&
    (['approved', 'waiting'] as const).map((which) => ({
      name: named[which],
      figures: sides.map((side) => <Money key={side} cents={sums[which][side]} />),
    }));
  return <Sums what={what} heads={sides.map((side) => named[side])} rows={rows} tooMany={tooMany} />;
}
