/**
 * Two proofs are alike when they show the same picture, even if one was saved anew, made smaller or sent by somebody
 * else. A small grey copy of each is compared cell by cell; strips of its contrasts find the few that are worth
 * comparing.
 */

/** Width and height of the grey copy. */
export const greySide = 128;
const blocks = 16;
const perBlock = greySide / blocks;
const rowsPerStrip = 2;

/** Smaller differences in brightness are noise of lossy compression. */
const noise = 3;
/** A cell that differs by more than this shows something else; compression alone changes less. */
const otherCell = 48;
/** So many cells may differ. A picture with a changed amount still counts as the same; another transfer does not. */
const mostOtherCells = 35;
const mostMeanDifference = 5;

/**
 * Which blocks of the picture are brighter than their right neighbour, two rows of blocks a strip, its place in front.
 * Strips without any contrast are left out: white looks like white everywhere.
 */
export function stripsOf(grey: Uint8Array): bigint[] {
  const bright = blockBrightness(grey);
  const strips: bigint[] = [];
  for (let top = 0; top < blocks; top += rowsPerStrip) {
    let strip = 0n;
    for (let place = top * blocks; place < (top + rowsPerStrip) * blocks; place++) {
      const right = place % blocks === blocks - 1 ? place - blocks + 1 : place + 1;
      strip = (strip << 1n) | (bright[place]! - bright[right]! > noise ? 1n : 0n);
    }
    if (strip !== 0n) strips.push((BigInt(top / rowsPerStrip) << 32n) | strip);
  }
  return strips;
}

function blockBrightness(grey: Uint8Array): number[] {
  const sums = new Array<number>(blocks * blocks).fill(0);
  for (let at = 0; at < grey.length; at++) {
    const block = Math.floor(at / greySide / perBlock) * blocks + Math.floor((at % greySide) / perBlock);
    sums[block]! += grey[at]!;
  }
  return sums.map((sum) => sum / (perBlock * perBlock));
}

/** Whether two grey copies show the same picture. */
export function isSamePicture(a: Uint8Array, b: Uint8Array): boolean {
  let others = 0;
  let total = 0;
  for (let at = 0; at < a.length; at++) {
    const difference = Math.abs(a[at]! - b[at]!);
    total += difference;
    if (difference > otherCell) others += 1;
  }
  return others <= mostOtherCells && total / a.length <= mostMeanDifference;
}
