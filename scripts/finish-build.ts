/**
 * The last step of a build: tells the server every page (`build/pages.json`) and compresses each file once, so that
 * serving one is only reading it.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { brand } from '../src/kernel/brand.ts';
import { pages, prerenderedAddresses } from '../src/routes.ts';
import { publicAddresses, robotsOf, sitemapOf } from '../src/site/sitemap.ts';
import { drawPictures } from './build-pictures.ts';
import { tooHeavy, weightsOf } from './weights.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const compressible = /\.(js|css|html|svg|json|txt|xml|webmanifest|map)$/;

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[]; isEntry?: boolean };
type Manifest = Record<string, Chunk>;

/**
 * The scripts and styles that a page needs beyond the ones its HTML names, so that the browser asks for all at once.
 */
function needsOf(manifest: Manifest, file: string): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.css?.forEach((each) => styles.add(each));
    chunk.imports?.forEach(visit);
  };
  const start = Object.keys(manifest).find((key) => manifest[key]!.src?.startsWith(`src/${file}`));
  if (start) visit(start);
  return { scripts: [...scripts].map((each) => `/${each}`), styles: [...styles].map((each) => `/${each}`) };
}

function htmlOf(address: string): string {
  if (!prerenderedAddresses.includes(address)) return '__spa-fallback.html';
  return address === '/' ? 'index.html' : `${address.slice(1)}/index.html`;
}

function layoutOf(file: string): string {
  return file === 'paylinks/PayPage.tsx' ? 'shell/OpenLayout.tsx' : 'shell/PortalLayout.tsx';
}

async function writePages(buildDirectory: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(buildDirectory, 'client/.vite/manifest.json'), 'utf8')) as Manifest;
  const list = pages.flatMap(({ at, audience, file }) =>
    at.map((address) => {
      const html = htmlOf(address);
      if (html !== '__spa-fallback.html') return { address, audience, html };
      const own = needsOf(manifest, file);
      const layout = needsOf(manifest, layoutOf(file));
      return {
        address,
        audience,
        html,
        scripts: [...new Set([...layout.scripts, ...own.scripts])],
        styles: [...new Set([...layout.styles, ...own.styles])],
      };
    }),
  );
  await writeFile(join(buildDirectory, 'pages.json'), `${JSON.stringify(list, null, 1)}\n`);
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    const bytes = await readFile(file);
    if (bytes.length < 512) continue;
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    };
    const [asBrotli, asGzip] = await Promise.all([brotli(bytes, options), gz(bytes, { level: 9 })]);
    await Promise.all([writeFile(`${file}.br`, asBrotli), writeFile(`${file}.gz`, asGzip)]);
  }
}

/** The root's answers are inside the documents; nobody asks for them alone. */
async function removeLooseData(client: string): Promise<void> {
  const names = (await readdir(client)).filter((name) => name.endsWith('.data'));
  await Promise.all(names.map((name) => rm(join(client, name))));
}

async function writeForSearchEngines(client: string): Promise<void> {
  await writeFile(join(client, 'sitemap.xml'), sitemapOf(publicAddresses(pages), brand.origin));
  await writeFile(join(client, 'robots.txt'), robotsOf(brand.origin));
}

/** The public pages carry their styles in themselves: one answer draws them, which a slow connection sees at once. */
async function inlineStyles(client: string): Promise<void> {
  for (const address of prerenderedAddresses) {
    const file = join(client, htmlOf(address));
    const html = await readFile(file, 'utf8');
    const links = [...html.matchAll(/<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"\/>/g)];
    if (links.length === 0) throw new Error(`${file} names no style sheet to carry`);
    const sheets = await Promise.all(links.map(([, href]) => readFile(join(client, href!), 'utf8')));
    const [first] = links;
    const styles = `<style>${sheets.join('').trim()}</style>`;
    const bare = links.slice(1).reduce((text, [link]) => text.replace(link, ''), html);
    await writeFile(
      file,
      bare.replace(first![0], () => styles),
    );
  }
}

export async function finishBuild(buildDirectory: string): Promise<void> {
  await writePages(buildDirectory);
  await removeLooseData(join(buildDirectory, 'client'));
  await inlineStyles(join(buildDirectory, 'client'));
  await writeForSearchEngines(join(buildDirectory, 'client'));
  await drawPictures(join(buildDirectory, 'client'), brand);
  await compressAll(join(buildDirectory, 'client'));
  await keepLight(buildDirectory);
}

/** A page that has grown too heavy is noticed by whoever made it so, not by whoever opens it. */
async function keepLight(buildDirectory: string): Promise<void> {
  const faults = tooHeavy(await weightsOf(buildDirectory));
  if (faults.length > 0) throw new Error(`Too heavy:\n${faults.join('\n')}`);
}
