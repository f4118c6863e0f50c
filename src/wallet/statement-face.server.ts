/**
 * The typeface of a statement: Noto Sans for Latin, Vietnamese, Greek and Cyrillic letters, and a large second file for
 * texts in Chinese, Japanese or Korean. All files are cut to exactly the ranges below, without kerning and hinting,
 * which nobody misses in a small table of figures: so the files stay small, and a long statement is drawn quickly.
 *
 * The two small ones come from version 2.015. The large one is Noto Sans CJK SC 2.004. Its glyphs no longer share parts
 * of their outlines, so that taking a few out is quick; and it has the Latin letters and the measures of the small one,
 * so that a mixed text is drawn in one face and stands on one line.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const files = { plain: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf' } as const;
type Face = keyof typeof files;
const read = new Map<Face, Buffer>();

/** Read when the first statement is made, and kept. */
export function faceFile(face: Face): Buffer {
  const file = read.get(face) ?? readFileSync(join(import.meta.dirname, files[face]));
  read.set(face, file);
  return file;
}

const unpack = promisify(brotliDecompress);
let large: Promise<Buffer> | undefined;

/**
 * The face for a text that `needsLarge`: 7 MB. It is unpacked off the event loop when the first statement needs it, and
 * kept.
 */
export function largeFace(): Promise<Buffer> {
  return (large ??= readFile(join(import.meta.dirname, 'NotoSansCJK-Regular.otf.br')).then((packed) => unpack(packed)));
}

const held =
  /^[\u0020-\u007e\u00a0-\u024f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf\u2116\u2122\u2212]$/;
const heldLarge = /[\u3000-\u303f\u3041-\u3096\u3099-\u30ff\u4e00-\u9fef\uac00-\ud7a3\uff01-\uff60\uffe5]/;

/** Whether a printable text has letters of the large face, which has the small one's too. */
export function needsLarge(text: string): boolean {
  return heldLarge.test(text);
}

/** Printed in the place of a letter that the typeface lacks: easy to see, and never mistaken for the letter itself. */
export const lacking = '\ufffd';

/** A text in one line, in the letters that the typefaces have. */
export function printable(text: string): string {
  return [...text.normalize('NFC').replaceAll(/\s+/g, ' ')]
    .map((letter) => (held.test(letter) || heldLarge.test(letter) ? letter : lacking))
    .join('');
}

/** Whether the typefaces have every letter of a text. */
export function isPrinted(text: string): boolean {
  return !printable(text).includes(lacking);
}
