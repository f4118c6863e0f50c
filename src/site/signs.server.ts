/**
 * What stands for the agency outside of its pages: the picture of a shared link, the sign in a browser's tab and the
 * one on a phone's home screen. They are drawn when somebody first asks for them.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import type { Brand } from '#kernel/brand.ts';
import { cssColour, escaped } from '#kernel/markup.ts';
import { tell, type Facts } from './facts.ts';
import { orderWords, words } from './home.words.ts';

/** All that a picture is drawn from. */
export type Drawn = { readonly name: 'share' | 'touch'; readonly brand: Brand; readonly words: typeof shareWords };

/** Who it is, what it is and what it costs. */
const shareWords = {
  time: words.shareTime,
  fee: words.feeFigure as string,
  feeLabel: `${orderWords.opening} ${orderWords.openingNote}`,
  rate: words.rateFigure as string,
  rateLabel: words.rateLabel,
};

export function drawnFrom(name: Drawn['name'], facts: Facts): Drawn {
  return { name, brand: facts.brand, words: tell(shareWords, facts) };
}

/** The agency's sign on a field of ink, as SVG; `radius` of its corners, which a phone cuts by itself. */
export function signOf({ accent, ink, logoPath }: Brand, radius = 8): string {
  const field = `<rect width="32" height="32" rx="${radius}" fill="${cssColour(ink)}"/>`;
  const sign = `<path transform="translate(5.4 5.4) scale(.66)" d="${escaped(logoPath)}" fill="${cssColour(accent)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${field}${sign}</svg>`;
}

/**
 * As PNG, made in a process of its own that can read SVG. The portal's process has switched that decoder off, because
 * it handles pictures of clients.
 */
export async function drawSign(name: Drawn['name'], facts: Facts): Promise<Buffer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'drawsigns.server.ts')], { timeout: 30_000 });
  child.stdin.on('error', () => undefined).end(JSON.stringify(drawnFrom(name, facts)));
  const ended = new Promise<number | null>((done, failed) => child.on('error', failed).on('close', done));
  const [png, said, status] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  if (status !== 0) throw new Error(`The picture ${name} could not be drawn: ${said.slice(0, 500)}`);
  return png;
}
