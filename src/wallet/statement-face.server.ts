/**
 * The typeface of a statement: Noto Sans with the letters of everybody who writes Latin, Vietnamese, Greek or Cyrillic. The two
 * files beside this one were cut from version 2.015 to exactly the ranges below, without kerning and hinting, which a small table
 * of figures does not show: so they stay small, and a long statement is drawn quickly.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Face = 'plain' | 'bold';

const files: Record<Face, string> = { plain: 'NotoSans-Regular.ttf', bold: 'NotoSans-Bold.ttf' };
const read = new Map<Face, Buffer>();

/** Read when the first statement is made, and kept. */
export function faceFile(face: Face): Buffer {
  const file = read.get(face) ?? readFileSync(join(import.meta.dirname, files[face]));
  read.set(face, file);
  return file;
}

const held =
  /^[\u0020-\u007e\u00a0-\u024f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03e1\u03f0-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf\u2116\u2122\u2212]$/;

/** Stands for a letter that the typeface lacks: seen at once, and never taken for the letter. */
export const lacking = '\ufffd';

/** A text in one line, in the letters that the typeface has. */
export function printable(text: string): string {
  return [...text.normalize('NFC').replaceAll(/\s+/g, ' ')].map((letter) => (held.test(letter) ? letter : lacking)).join('');
}

/** Whether all of a text is printed. */
export function isPrinted(text: string): boolean {
  return !printable(text).includes(lacking);
}
