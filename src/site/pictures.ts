/** The pictures of the product, taken by `npm run picture`: what each is of, and what the pages reserve for it. */
export type PictureName = 'statement' | 'google' | 'bing' | 'meta';

/** In CSS pixels; a picture holds twice as many points each way. */
export function sizeOf(name: PictureName, size: 'wide' | 'phone'): { width: number; height: number } {
  if (size === 'phone') return { width: 360, height: 680 };
  return { width: 1020, height: name === 'statement' ? 634 : 560 };
}
