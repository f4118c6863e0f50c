/** The files that the build left beside the pages, as they are sent. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** Bytes as they are sent: plain and in two compressed forms. */
export type Body = {
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
  readonly etag: string;
};

export const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
};

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

type StaticFile = { readonly body: Body; readonly type: string; readonly cache: string };

/**
 * The files beside the pages, all read at the start: a later build that replaces them on the disk changes nothing of
 * what this process serves. Otherwise its pages would name scripts that no longer exist, and load again and again.
 * Names in /assets and /fonts change with their content, so browsers may keep them for ever.
 */
export async function staticFiles(client: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(client, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const all = new Set(names);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined || name.endsWith('.html') || name.startsWith('.vite/')) continue;
    // At once: a thousand small files read one by one through promises take a quarter of a second of the start.
    const beside = (ending: string) => (all.has(name + ending) ? readFileSync(join(client, name + ending)) : undefined);
    const [plain, br, zipped] = [readFileSync(join(client, name)), beside('.br'), beside('.gz')];
    const forever = name.startsWith('assets/') || name.startsWith('fonts/');
    files.set(`/${name}`, {
      type,
      cache: forever ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      body: { plain, br, gzip: zipped, etag: etagOf(plain) },
    });
  }
  return files;
}
