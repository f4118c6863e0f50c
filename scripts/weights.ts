/**
 * What a page costs before it can be used: JavaScript as it is sent, with brotli. The shell is what every signed-in
 * page shares and is fetched once; a route's own is what its page needs beyond that. Parts that come after a click do
 * not count.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Kilobytes of 1,024 bytes. */
export const limits = { shell: 140, route: 40 } as const;

type Weights = { shellKb: number; routes: { address: string; ownKb: number }[] };

type Entry = { address: string; audience: string; scripts?: string[] };

export async function weightsOf(buildDirectory: string): Promise<Weights> {
  const client = join(buildDirectory, 'client');
  const read = async (name: string) => readFile(join(buildDirectory, name), 'utf8');
  const shell = new Set(
    [...(await read('client/index.html')).matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, script]) => script!),
  );
  const pages = (JSON.parse(await read('pages.json')) as Entry[]).filter(({ scripts }) => scripts !== undefined);
  const kb = async (scripts: Iterable<string>) => {
    const sizes = await Promise.all([...scripts].map((script) => sizeOf(join(client, script))));
    return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 102.4) / 10;
  };
  return {
    shellKb: await kb(shell),
    routes: await Promise.all(pages.map(async (page) => ({ address: page.address, ownKb: await kb(page.scripts!) }))),
  };
}

/** Small files are sent as they are. */
async function sizeOf(file: string): Promise<number> {
  return (await stat(`${file}.br`).catch(() => stat(file))).size;
}

/** One line for each limit that is broken; none where all is well. */
export function tooHeavy({ shellKb, routes }: Weights): string[] {
  const faults = routes
    .filter(({ ownKb }) => ownKb > limits.route)
    .map(({ address, ownKb }) => `${address} brings ${ownKb} KB of its own; ${limits.route} KB are allowed`);
  return shellKb > limits.shell
    ? [`the shell weighs ${shellKb} KB; ${limits.shell} KB are allowed`, ...faults]
    : faults;
}
