/** What strangers send as a proof: drawn anew when it is a picture, refused when it is anything else. */
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Refused } from '#kernel/refusal.ts';
import { isSamePicture } from './likeness.ts';
import { cleanPicture as cleanFor } from './pictures.server.ts';
import { screenshot, transfer } from './pictures.testing.server.ts';

const hash = randomBytes(32).toString('hex');
/** Of somebody else each time. */
const cleanPicture = (bytes: Buffer) => cleanFor(bytes, randomBytes(8).toString('hex'));
const shot = () => screenshot(transfer('250.00', hash));
const refusalOf = (bytes: Buffer) =>
  cleanPicture(bytes).then(
    () => undefined,
    (error: Refused) => error.refusal,
  );

/** A PNG of one bit a pixel, all black: 400 megapixels are some kilobytes. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const out = Buffer.alloc(named.length + 8);
    out.writeUInt32BE(data.length);
    named.copy(out, 4);
    out.writeUInt32BE(crc32(named), named.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 1 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'in %s is drawn anew, without whatever else came with it',
    async (format) => {
      const secret = 'GPS 52.5 N <script>alert(1)</script>';
      const source = await shot()
        .withExif({ IFD0: { ImageDescription: secret } })
        .toFormat(format)
        .toBuffer();
      const { image, media, width, height } = await cleanPicture(
        Buffer.concat([source, Buffer.from(`<html>${secret}</html>`)]),
      );
      expect([media, width, height]).toEqual(['image/jpeg', 720, 1280]);
      expect(image.includes('script')).toBe(false);
      const { exif, icc, xmp, format: kept } = await sharp(image).metadata();
      expect({ exif, icc, xmp, kept }).toEqual({ exif: undefined, icc: undefined, xmp: undefined, kept: 'jpeg' });
      expect(image.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    },
  );

  test('held sideways is turned upright, transparent paper becomes white', async () => {
    const turned = await shot().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await cleanPicture(turned)).toMatchObject({ width: 1280, height: 720 });
    const clear = await sharp({ create: { width: 10, height: 10, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const { data } = await sharp((await cleanPicture(clear)).image)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.min(...data)).toBeGreaterThan(250);
  });

  test('of many pixels is kept smaller, but readable', async () => {
    const large = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer();
    const { width, height } = await cleanPicture(large);
    expect(width * height).toBeLessThanOrEqual(6_010_000);
    expect(width / height).toBeCloseTo(1.2, 2);
    const line = await sharp({ create: { width: 30_000, height: 2, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    expect((await cleanPicture(line)).width).toBeLessThanOrEqual(12_000);
  });
});

describe('what is no picture', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['an empty JPEG', Buffer.from([0xff, 0xd8, 0xff])],
    ['a page dressed as a PNG', Buffer.concat([png, Buffer.from('<html><script>alert(1)</script>')])],
    ['a page dressed as a WebP', Buffer.from('RIFF\x10\x00\x00\x00WEBP<script>alert(1)</script>', 'latin1')],
    ['noise', randomBytes(5000)],
  ])('%s is refused with 400 at the field', async (_what, bytes) => {
    expect(await refusalOf(bytes)).toMatchObject({ status: 400, field: 'photo', code: 'proof.unreadable' });
  });

  test('a GIF is refused although it is a picture', async () => {
    expect(await refusalOf(await shot().resize(40).gif().toBuffer())).toMatchObject({ status: 400 });
  });

  test('half a picture is refused', async () => {
    const whole = await shot().jpeg().toBuffer();
    expect(await refusalOf(whole.subarray(0, whole.length / 2))).toMatchObject({ status: 400 });
  });

  test('a bomb is refused by its header, before it unpacks', async () => {
    const bytes = bomb(20_000);
    expect(bytes.length).toBeLessThan(400_000);
    const before = process.memoryUsage().rss;
    expect(await refusalOf(bytes)).toMatchObject({ status: 413, code: 'proof.too_large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});

describe('the same picture', () => {
  test('is recognised when it was saved anew, made smaller, or its amount was painted over', async () => {
    const first = await cleanPicture(await shot().png().toBuffer());
    const others = [
      await shot().jpeg({ quality: 60 }).toBuffer(),
      await shot().resize(480).webp({ quality: 70 }).toBuffer(),
      await screenshot(transfer('950.00', hash)).png().toBuffer(),
    ];
    for (const other of others) {
      const { grey, strips } = await cleanPicture(other);
      expect(isSamePicture(first.grey, grey)).toBe(true);
      expect(strips.some((strip) => first.strips.includes(strip))).toBe(true);
    }
  });

  test('is not seen in another transfer of the same app', async () => {
    const first = await cleanPicture(await shot().png().toBuffer());
    const second = await cleanPicture(
      await screenshot(transfer('310.00', randomBytes(32).toString('hex')))
        .png()
        .toBuffer(),
    );
    expect(isSamePicture(first.grey, second.grey)).toBe(false);
  });
});

test('pictures are read one at a time, and where too much waits already, the next is asked to come again', async () => {
  const small = await shot().jpeg().toBuffer();
  const large = Buffer.concat([small, Buffer.alloc(8 * 1024 * 1024 - small.length)]);
  const answers = await Promise.all(Array.from({ length: 12 }, () => refusalOf(large)));
  expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(9);
  expect(answers.filter((refusal) => refusal?.status === 503)).toHaveLength(3);
});
