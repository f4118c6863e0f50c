/** The media types of files that the portal hands out, and what a picture is that it takes. */
export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const pdfType = 'application/pdf';

/** The first bytes of JPEG, PNG and WebP; neither a file's name nor its declared type is believed. */
export function looksLikePicture(bytes: Uint8Array): boolean {
  const begins = (at: number, ...signs: number[]) => signs.every((sign, place) => bytes[at + place] === sign);
  const isJpeg = begins(0, 0xff, 0xd8, 0xff);
  const isPng = begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const isWebp = begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50);
  return isJpeg || isPng || isWebp;
}

/** What a picture may unpack to: a small file can hold a very large one. */
export const mostPixels = 40_000_000;
