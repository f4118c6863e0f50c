/** The pictures of the product, taken by `npm run picture`: of the statement, and of order forms by their platform. */
import type { Platform } from '#platforms/platforms.ts';

export type PictureName = 'statement' | Lowercase<Platform>;

/** In CSS pixels; a picture holds twice as many points each way. */
export function sizeOf(name: PictureName, size: 'wide' | 'phone'): { width: number; height: number } {
  if (size === 'phone') return { width: 360, height: 680 };
  return { width: 1020, height: name === 'statement' ? 634 : 560 };
}
