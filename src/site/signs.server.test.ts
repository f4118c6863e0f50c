import sharp from 'sharp';
import { expect, test } from 'vitest';
import { brandFrom, exampleBrand, type Brand } from '#kernel/brand.ts';
import { draw, shareSize } from './drawsigns.server.ts';
import type { Facts } from './facts.ts';
import { exampleFacts, hostileFacts } from './facts.testing.ts';
import { drawnFrom, drawSign, signOf } from './signs.server.ts';

const north = brandFrom({ BRAND_NAME: 'North & Sons', BRAND_ACCENT: '#9fd0ff', BRAND_LOGO_PATH: 'M4 4h24v24H4z' });

const share = (facts: Facts) => draw(drawnFrom('share', facts));
const shareOf = (brand: Brand) => share({ ...exampleFacts, brand });

/** The box around whatever differs between two pictures: left, top, right, bottom. */
async function changedWithin(one: Buffer, other: Buffer): Promise<[number, number, number, number]> {
  const points = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer();
  const [a, b] = await Promise.all([points(one), points(other)]);
  let [left, top, right, bottom]: [number, number, number, number] = [shareSize.width, shareSize.height, 0, 0];
  for (let at = 0; at < a.length; at += 3) {
    if (a[at] === b[at] && a[at + 1] === b[at + 1] && a[at + 2] === b[at + 2]) continue;
    const [x, y] = [(at / 3) % shareSize.width, Math.floor(at / 3 / shareSize.width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}

test('the picture of a shared link bears the name of the agency, beside its sign', async () => {
  const own = await shareOf(exampleBrand);
  const [left, top, right, bottom] = await changedWithin(own, await shareOf({ ...exampleBrand, name: 'Other' }));
  expect(right - left).toBeGreaterThan(60);
  expect(left).toBeGreaterThan(120);
  expect([right < 640, top > 40, bottom < 140]).toEqual([true, true, true]);
  const { width, height, format } = await sharp(own).metadata();
  expect({ width, height, format }).toEqual({ ...shareSize, format: 'png' });
  expect(own.length).toBeLessThan(60 * 1024);
});

test('another agency has its own colours in it, and words of any length stay beside the sheet', async () => {
  const { data } = await sharp(await shareOf(north))
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
  const [left, , right, bottom] = await changedWithin(await shareOf(exampleBrand), await shareOf(long));
  expect([left >= 70, right < 640, bottom < 536]).toEqual([true, true, true]);
});

test('the prices in it are the ones that hold', async () => {
  const dearer = { ...exampleFacts, prices: { ...exampleFacts.prices, openingFeeCents: 4_550n } };
  const [left, top, , bottom] = await changedWithin(await share(exampleFacts), await share(dearer));
  expect([left > 700, top > 180, bottom < 340]).toEqual([true, true, true]);
});

test('the signs of the browser tab and the home screen are the agency’s, drawn by a process of its own', async () => {
  expect(signOf(north)).toContain('d="M4 4h24v24H4z" fill="#9fd0ff"');
  const png = await drawSign('touch', { ...exampleFacts, brand: north });
  expect(await sharp(png).metadata()).toMatchObject({ width: 180, height: 180, format: 'png' });
});

test('whatever an agency calls itself is no more than words in a picture', async () => {
  expect(signOf(hostileFacts.brand)).not.toMatch(/<script|url\(/);
  expect(await sharp(await drawSign('share', hostileFacts)).metadata()).toMatchObject(shareSize);
});
