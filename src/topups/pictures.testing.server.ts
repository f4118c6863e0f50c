/**
 * Pictures that look like what clients send: a screen with a coloured bar and lines of writing. Drawn pixel by pixel,
 * as the decoders that could draw text are blocked wherever the portal runs. Only for tests.
 */
import sharp, { type Sharp } from 'sharp';

const width = 720;
const height = 1280;
const dot = 4;

/** A screenshot of a transfer with these lines on it. */
export function screenshot(lines: readonly string[]): Sharp {
  const pixels = Buffer.alloc(width * height * 3, 0xff);
  fill(pixels, 0, 0, width, 120, [31, 143, 111]);
  fill(pixels, 290, 210, 140, 140, [31, 143, 111]);
  for (const [row, line] of lines.entries()) {
    for (const [place, letter] of [...line].entries()) write(pixels, 40 + place * 26, 420 + row * 80, letter);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The lines of one transfer in a wallet app. */
export function transfer(amount: string, hash: string): string[] {
  return ['WITHDRAWAL', `${amount} USDT`, 'NETWORK TRC20', hash.slice(0, 24), hash.slice(24, 48), hash.slice(48)];
}

/** A letter of five by seven dots, another one for each character. */
function write(pixels: Buffer, left: number, top: number, letter: string): void {
  let bits = (letter.codePointAt(0)! * 2_654_435_761) >>> 0;
  if (letter === ' ') return;
  for (let at = 0; at < 35; at++) {
    bits = (Math.imul(bits, 1_664_525) + 1_013_904_223) >>> 0;
    if (bits >>> 31) fill(pixels, left + (at % 5) * dot, top + Math.floor(at / 5) * dot, dot, dot, [20, 20, 20]);
  }
}

function fill(
  pixels: Buffer,
  left: number,
  top: number,
  wide: number,
  high: number,
  colour: readonly [number, number, number],
): void {
  for (let y = top; y < Math.min(top + high, height); y++) {
    for (let x = left; x < Math.min(left + wide, width); x++) pixels.set(colour, (y * width + x) * 3);
  }
}
