/** Beside whatever takes long: how long it really takes. */
import type { KindName } from '#kinds/kinds.ts';
import { useCall } from '#ui/call.tsx';
import { getUsualTimes } from './usual.api.ts';
import { words } from './usual.words.ts';

/** What the last month promises; undefined until known, and where too few were decided. */
export function useUsualTime(kind: KindName | undefined): string | undefined {
  const minutes = useCall(getUsualTimes, {}, { enabled: kind !== undefined }).data?.times.find(
    (time) => time.kind === kind,
  )?.minutes;
  return kind === undefined || minutes === undefined ? undefined : words.usual(kind, minutes);
}

/** `unknown` is what is said where nothing was measured yet; never beside a measured time. */
export function UsualTime({ kind, unknown }: { kind: KindName; unknown?: string }) {
  return <>{useUsualTime(kind) ?? unknown}</>;
}
