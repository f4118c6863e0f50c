/** Says beside things that take long how long they usually take. */
import type { KindName } from '#kinds/kinds.ts';
import { useCall } from '#ui/call.tsx';
import { getUsualTimes } from './usual.api.ts';
import { words } from './usual.words.ts';

/** The time measured over the last month; undefined until it is known, and where too few requests were decided. */
export function useUsualTime(kind: KindName | undefined): string | undefined {
  const minutes = useCall(getUsualTimes, {}, { enabled: kind !== undefined }).data?.times.find(
    (time) => time.kind === kind,
  )?.minutes;
  return kind === undefined || minutes === undefined ? undefined : words.usual(kind, minutes);
}

/** `unknown` is shown until a time is measured, and never beside a measured one. */
export function UsualTime({ kind, unknown }: { kind: KindName; unknown?: string }) {
  return <>{useUsualTime(kind) ?? unknown}</>;
}
