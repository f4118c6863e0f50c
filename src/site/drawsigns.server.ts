/** Draws the pictures that stand for the agency. Run by `signs.server.ts`: what to draw comes in, PNG goes out. */
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Brand } from '#kernel/brand.ts';
import { cssColour, escaped } from '#kernel/markup.ts';
import { signOf, type Drawn } from './signs.server.ts';

/** The pages' own typeface, as the drawing library reads it. */
const fontfile = join(import.meta.dirname, 'InstrumentSans.ttf');
/** Of the picture of a shared link, as `PageHead` tells it. */
export const shareSize = { width: 1200, height: 630 } as const;

const quiet = '#645b50';

export async function draw({ name, brand, words }: Drawn): Promise<Buffer> {
  return name === 'share' ? sharePicture(brand, words) : touchSign(brand);
}

function touchSign(brand: Brand): Promise<Buffer> {
  return sharp(Buffer.from(signOf(brand, 0)))
    .resize(180, 180)
    .png()
    .toBuffer();
}

async function sharePicture(brand: Brand, words: Drawn['words']): Promise<Buffer> {
  const { ink, paper } = brand;
  const size = brand.promise.length > 60 ? 48 : brand.promise.length > 36 ? 60 : 76;
  const label = { size: 28, weight: '', colour: quiet, width: 340, height: 40 } as const;
  const figure = { size: 128, weight: 'SemiBold', colour: ink, width: 340, height: 150 } as const;
  const [name, promise, time, ...prices] = await Promise.all([
    line(brand.name, { size: 44, weight: 'Bold', colour: ink, width: 460, height: 56 }),
    line(brand.promise, { size, weight: 'SemiBold', colour: ink, width: 530, height: 300 }),
    line(words.time, { size: 32, weight: '', colour: quiet, width: 530, height: 80 }),
    line(words.feeLabel, label),
    line(words.fee, figure),
    line(words.rateLabel, label),
    line(words.rate, figure),
  ]);
  const { height } = await sharp(promise).metadata();
  const tops = [134, 186, 374, 426];
  return sharp(Buffer.from(groundOf(brand)))
    .flatten({ background: paper })
    .composite([
      { input: name!, left: 130, top: 62 },
      { input: promise!, left: 74, top: Math.round(315 - height / 2) },
      { input: time!, left: 76, top: 536 },
      ...prices.map((input, at) => ({ input, left: 720, top: tops[at]! })),
    ])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Everything but the words: the warm field, the sheet on it, and the sign before the name. */
function groundOf({ accent, accentDeep, ink, logoPath }: Brand): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}">
    <rect x="780" width="420" height="630" fill="${cssColour(accent)}"/>
    <rect x="666" y="80" width="450" height="482" rx="4" fill="#5a2305" opacity=".1"/>
    <rect x="664" y="76" width="450" height="482" rx="4" fill="#fff"/>
    <rect x="720" y="336" width="338" height="2" fill="${cssColour(ink)}"/>
    <path transform="translate(72 58) scale(1.4)" d="${escaped(logoPath)}" fill="${cssColour(accentDeep)}"/>
  </svg>`;
}

type Look = { size: number; weight: 'Bold' | 'SemiBold' | ''; colour: string; width: number; height: number };

/** Words as a picture no larger than `width` by `height`, however long an agency's own are. */
async function line(words: string, { size, weight, colour, width, height }: Look): Promise<Buffer> {
  const tight = size > 40 ? -Math.round(size * 0.034 * 1024) : 0;
  const span = `<span foreground="${colour}" letter_spacing="${tight}" line_height="0.86">${escaped(words)}</span>`;
  const drawn = sharp({
    text: { text: span, font: `Instrument Sans ${weight} ${size}`, fontfile, width, wrap: 'word', rgba: true, dpi: 72 },
  });
  return sharp(await drawn.png().toBuffer())
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}

if (import.meta.main) process.stdout.write(await draw((await json(process.stdin)) as Drawn));
