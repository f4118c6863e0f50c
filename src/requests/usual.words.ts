/** Sentences that promise how long something takes. */
import { kindNamed, type KindName } from '#kinds/kinds.ts';

/** Rounded up, so that the promise is kept, and in the unit in which people wait. */
export function lasting(minutes: number): string {
  if (minutes <= 90) return `${Math.max(5, Math.ceil(minutes / 5) * 5)} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`;
}

/** What is promised of an order, as the specification prints it; everything that names this time takes it from here. */
export const openTime = '1–2 working days';

export const words = {
  usual: (kind: KindName, minutes: number) =>
    `Of the ${kindNamed(kind).words.many.client.toLowerCase()} approved in the last 30 days, half were approved within ${lasting(minutes)}.`,
} as const;
