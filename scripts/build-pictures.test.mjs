import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { brandFrom, exampleBrand } from '../src/kernel/brand.ts';
import { drawPictures, sharePicture, shareSize } from './build-pictures.ts';

const north = brandFrom({ BRAND_NAME: 'North & Sons', BRAND_ACCENT: '#9fd0ff', BRAND_LOGO_PATH: 'M4 4h24v24H4z' });

/** The parts of two pictures that differ, as boxes around each changed point would be: left, top, right, bottom. */
async function changedWithin(one, other) {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer()));
  const box = [shareSize.width, shareSize.height, 0, 0];
  for (let at = 0; at < a.length; at += 3) {
    if (a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2]) continue;
    const [x, y] = [(at / 3) % shareSize.width, Math.floor(at / 3 / shareSize.width)];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

test('the picture of a shared link bears the name of the agency, beside its sign', async () => {
  const own = await sharePicture(exampleBrand);
  const [left, top, right, bottom] = await changedWithin(own, await sharePicture({ ...exampleBrand, name: 'Other' }));
  expect(right - left).toBeGreaterThan(60);
  expect(left).toBeGreaterThan(120);
  expect([right < 640, top > 40, bottom < 140]).toEqual([true, true, true]);
  const { width, height, format } = await sharp(own).metadata();
  expect({ width, height, format }).toEqual({ ...shareSize, format: 'png' });
  expect(own.length).toBeLessThan(60 * 1024);
});

test('another agency has its own colours in it, and words of any length stay beside the sheet', async () => {
  const { data } = await sharp(await sharePicture(north))
    .extract({ left: 1150, top: 20, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data]).toEqual([0x9f, 0xd0, 0xff]);
  const long = {
    ...exampleBrand,
    name: 'A very long name of an agency & its partners',
    promise: 'Many words <of> a promise '.repeat(12),
  };
  const [left, , right, bottom] = await changedWithin(await sharePicture(exampleBrand), await sharePicture(long));
  expect([left >= 70, right < 640, bottom < 536]).toEqual([true, true, true]);
});

test('the signs of the browser tab and the home screen are the agency’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  await drawPictures(folder, north);
  const sign = await readFile(join(folder, 'favicon.svg'), 'utf8');
  expect(sign).toContain('d="M4 4h24v24H4z" fill="#9fd0ff"');
  expect(await sharp(join(folder, 'apple-touch-icon.png')).metadata()).toMatchObject({ width: 180, height: 180 });
  await rm(folder, { recursive: true });
});
