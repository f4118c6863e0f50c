/**
 * What stands for the agency outside of its pages: the picture of a shared link, the sign in a browser's tab and the
 * one on a phone's home screen. They are drawn from the brand while the pages are built, so that another agency has its
 * own.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Brand } from '../src/kernel/brand.ts';
import { escaped } from '../src/kernel/markup.ts';
import { orderWords, words } from '../src/site/home.words.ts';

/** The pages' own typeface, as the drawing library reads it. */
const fontfile = join(import.meta.dirname, '../src/site/InstrumentSans.ttf');
/** Of the picture of a shared link, as `PageHead` tells it. */
export const shareSize = { width: 1200, height: 630 } as const;

const quiet = '#645b50';

export async function drawPictures(folder: string, brand: Brand): Promise<void> {
  await writeFile(join(folder, 'share.png'), await sharePicture(brand));
  await writeFile(join(folder, 'favicon.svg'), signOf(brand));
  await writeFile(
    join(folder, 'apple-touch-icon.png'),
    await sharp(Buffer.from(signOf(brand, 0)))
      .resize(180, 180)
      .png()
      .toBuffer(),
  );
}

/** Who it is, what it is and what it costs, as PNG. */
export async function sharePicture(brand: Brand): Promise<Buffer> {
  const { ink, paper } = brand;
  const size = brand.promise.length > 60 ? 48 : brand.promise.length > 36 ? 60 : 76;
  const [name, promise, time, ...prices] = await Promise.all([
    line(brand.name, { size: 44, weight: 'Bold', colour: ink, width: 460, height: 56 }),
    line(brand.promise, { size, weight: 'SemiBold', colour: ink, width: 530, height: 300 }),
    line(words.shareTime, { size: 32, weight: '', colour: quiet, width: 530, height: 80 }),
    line(`${orderWords.opening} ${orderWords.openingNote}`, {
      size: 28,
      weight: '',
      colour: quiet,
      width: 340,
      height: 40,
    }),
    line(words.feeFigure, { size: 128, weight: 'SemiBold', colour: ink, width: 340, height: 150 }),
    line(words.rateLabel, { size: 28, weight: '', colour: quiet, width: 340, height: 40 }),
    line(words.rateFigure, { size: 128, weight: 'SemiBold', colour: ink, width: 340, height: 150 }),
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
    <rect x="780" width="420" height="630" fill="${accent}"/>
    <rect x="666" y="80" width="450" height="482" rx="4" fill="#5a2305" opacity=".1"/>
    <rect x="664" y="76" width="450" height="482" rx="4" fill="#fff"/>
    <rect x="720" y="336" width="338" height="2" fill="${ink}"/>
    <path transform="translate(72 58) scale(1.4)" d="${logoPath}" fill="${accentDeep}"/>
  </svg>`;
}

/** The agency's sign on a field of ink; `radius` of its corners, which a phone cuts by itself. */
function signOf({ accent, ink, logoPath }: Brand, radius = 8): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${ink}"/><path transform="translate(5.4 5.4) scale(.66)" d="${logoPath}" fill="${accent}"/></svg>`;
}

type Look = { size: number; weight: 'Bold' | 'SemiBold' | ''; colour: string; width: number; height: number };

/** Words as a picture no larger than `width` by `height`, however long an agency's own are. */
async function line(text: string, { size, weight, colour, width, height }: Look): Promise<Buffer> {
  const tight = size > 40 ? -Math.round(size * 0.034 * 1024) : 0;
  const span = `<span foreground="${colour}" letter_spacing="${tight}" line_height="0.86">${escaped(text)}</span>`;
  const drawn = sharp({
    text: { text: span, font: `Instrument Sans ${weight} ${size}`, fontfile, width, wrap: 'word', rgba: true, dpi: 72 },
  });
  return sharp(await drawn.png().toBuffer())
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
