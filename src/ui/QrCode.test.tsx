/** Money is sent to what a camera reads: what our QR codes say is read from their picture by another library. */
import decode from 'qr/decode.js';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { QrCode } from './QrCode.tsx';

const texts = [
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  'otpauth://totp/Agency:ana%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Agency',
  `https://example.com/pay/${'a1'.repeat(60)}`,
];

/** What a camera sees: the picture on a page of this colour, turned a little. */
async function seen(text: string, page: string) {
  const svg = renderToStaticMarkup(<QrCode text={text} label="a code" />);
  const named = svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  const turned = await sharp(Buffer.from(named), { density: 216 })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: page })
    .rotate(4, { background: page })
    .png()
    .toBuffer();
  const { data, info } = await sharp(turned)
    .flatten({ background: page })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

test.each(texts.flatMap((text) => ['#ffffff', '#14120f'].map((page) => ({ text, page }))))(
  'a camera reads exactly $text on $page',
  async ({ text, page }) => expect(decode(await seen(text, page))).toBe(text),
);
