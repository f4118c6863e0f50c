/** Reads a PDF for tests. */
import { inflateSync } from 'node:zlib';

/** The text of a PDF as a reader copies it out: each shown glyph looked up in its font's own table of letters. */
export async function textOf(body: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const file = Buffer.concat(chunks).toString('latin1');
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj$/gm)].map(([, id, inside]) => [id!, inside!]),
  );
  const streamOf = (id: string) => {
    const inside = objects.get(id)!;
    const bytes = Buffer.from(
      inside.slice(inside.indexOf('stream\n') + 7, inside.lastIndexOf('\nendstream')),
      'latin1',
    );
    return inside.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1');
  };
  const fonts = new Map<string, string[]>();
  for (const [, name, id] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!)![1]!;
    const ranges = [...streamOf(table).matchAll(/\[(.*?)\]/g)].map(([, range]) => range!).join(' ');
    const letters = [...ranges.matchAll(/<([0-9a-f ]+)>/g)].map(([, codes]) => codes!);
    fonts.set(
      name!,
      letters.map((codes) => String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))),
    );
  }
  const pages = [...file.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id]) => streamOf(id!));
  return pages.map((page) => shown(page, fonts)).join('\n');
}

function shown(page: string, fonts: ReadonlyMap<string, string[]>): string {
  let font = '';
  let text = '';
  for (const [, name, line] of page.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = name;
    else for (const [, hex] of line!.matchAll(/<([0-9a-f]+)>/g)) text += lettersOf(hex!, fonts.get(font)!);
    if (line) text += '\n';
  }
  return text;
}

const lettersOf = (hex: string, letters: readonly string[]) =>
  hex
    .match(/.{4}/g)!
    .map((glyph) => letters[Number.parseInt(glyph, 16)])
    .join('');
