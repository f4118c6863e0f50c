/**
 * A picture from a stranger, made harmless: recognised by its content, decoded within limits, and drawn anew, so that
 * nothing but picture remains of it. Decoding is what costs memory and time, so it is done one at a time, in fair
 * turns.
 */
import sharp from 'sharp';
import { looksLikePicture, mostPixels } from '#kernel/media.ts';
import { refuse, type Refusal } from '#kernel/refusal.ts';
import { openFairTurns } from '#server/fairturns.server.ts';
import { greySide, stripsOf } from './likeness.ts';

export type Picture = {
  readonly image: Buffer;
  /** The same, small enough for a list. */
  readonly small: Buffer;
  readonly media: 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** For recognising it again. */
  readonly grey: Buffer;
  readonly strips: bigint[];
};

/** Kept: enough to read the small print of a photographed screen. */
const keptPixels = 6_000_000;
const longestKeptSide = 12_000;
const smallSide = 160;
/** Nobody reads pictures for more than ten seconds of a minute, or waits for longer than ten. */
const turns = openFairTurns({
  atOnce: 1,
  seconds: 10,
  every: 60,
  patienceSeconds: 10,
  mostSize: 64 * 1024 * 1024,
  busy: 'Many pictures are being read just now. Please try again in a moment.',
  ownShare: 'Please wait until your other pictures were read.',
});
/** About what a megapixel takes of a slow format; what it really took counts afterwards. */
const secondsPerMegapixel = 0.08;

const unreadable: Refusal = {
  code: 'proof.unreadable',
  message: 'This file could not be read as a picture. Please choose a JPEG, PNG or WebP image.',
  status: 400,
  field: 'photo',
};
const tooManyPixels: Refusal = {
  code: 'proof.too_large',
  message: 'This picture has more than 40 megapixels. Please send a smaller one.',
  status: 413,
  field: 'photo',
};
// A decoder that isn't there can't be attacked: no SVG, no GIF, no PDF, nothing that opens files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * The picture in these bytes, cleaned. Refuses what is no JPEG, PNG or WebP, or would unpack to more than 40
 * megapixels. Turns are fair between owners.
 */
export async function cleanPicture(bytes: Buffer, owner: string): Promise<Picture> {
  if (!looksLikePicture(bytes)) refuse(unreadable);
  const { width, height } = await sharp(bytes, reading).metadata().catch(refuseBytes);
  const seconds = ((width * height) / 1e6) * secondsPerMegapixel;
  return turns.take({ owner, size: bytes.length, seconds }, () => draw(bytes, width, height).catch(refuseBytes));
}

/** Whatever sharp says, it says of the caller's bytes; the words themselves are of no use to a person. */
function refuseBytes(error: Error): never {
  return refuse(/pixel limit|too (large|big)|dimensions/i.test(error.message) ? tooManyPixels : unreadable);
}

const reading = { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true } as const;

async function draw(bytes: Buffer, width: number, height: number): Promise<Picture> {
  const scale = Math.min(1, Math.sqrt(keptPixels / (width * height)), longestKeptSide / Math.max(width, height));
  const side = Math.max(1, Math.round(Math.max(width, height) * scale));
  const { data, info } = await sharp(bytes, reading)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .timeout({ seconds: 10 })
    .toBuffer({ resolveWithObject: true });
  const grey = await sharp(data, reading).resize(greySide, greySide, { fit: 'fill' }).greyscale().raw().toBuffer();
  const small = await sharp(data, reading)
    .resize(smallSide, smallSide, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 70 })
    .toBuffer();
  return {
    image: data,
    small,
    media: 'image/jpeg',
    width: info.width,
    height: info.height,
    grey,
    strips: stripsOf(grey),
  };
}
