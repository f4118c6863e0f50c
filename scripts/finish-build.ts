/**
 * The last step of a build: lists every page for the server (`build/pages.json`) and compresses each file once, so that
 * the server only has to read it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sideScript } from '../src/shell/side-choice.ts';
import { codeId } from '../src/kernel/brought.ts';
import { pages, site } from '../src/routes.ts';
import { buildFirstSight } from './build-portal.ts';
import { buildSite } from './build-site.ts';
import { tooHeavy, weightsOf } from './weights.ts';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const compressible = /\.(js|css|html|svg|json|txt|xml|webmanifest|map)$/;

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[]; isEntry?: boolean };
type Manifest = Record<string, Chunk>;

/**
 * The scripts and styles that a file needs, so that the browser asks for all at once. Each comes behind those of what
 * it is made of, as a browser runs them; the file's own script is the last.
 */
function needsOf(manifest: Manifest, file: string): { scripts: string[]; styles: string[] } {
  const seen = new Set<string>();
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    chunk.imports?.forEach(visit);
    scripts.add(chunk.file);
    chunk.css?.forEach((each) => styles.add(each));
  };
  const start = Object.keys(manifest).find((key) => manifest[key]!.src?.startsWith(`src/${file}`));
  if (start) visit(start);
  return { scripts: [...scripts].map((each) => `/${each}`), styles: [...styles].map((each) => `/${each}`) };
}

async function writePages(buildDirectory: string): Promise<void> {
  const client = join(buildDirectory, 'client');
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const joined = joiner(client);
  const start = needsOf(manifest, 'entry.client.tsx');
  const others = needsOf(manifest, 'drawings.tsx').scripts.at(-1);
  const framed = stylesIn(await readFile(join(client, 'index.html'), 'utf8'));
  const list = pages.flatMap(({ id, at, audience, feature, file }) =>
    at.map(async (address) => {
      if (site.some((each) => each.id === id)) return { address, audience, feature, id };
      const own = needsOf(manifest, file);
      const styles = own.styles.filter((style) => !framed.includes(style));
      return {
        address,
        audience,
        feature,
        html: 'index.html',
        scripts: own.scripts.filter((script) => !start.scripts.includes(script)),
        draws: own.scripts.at(-1),
        others,
        styles,
        sheets: [...(await joined('frame', framed)), ...(await joined('page', styles))],
      };
    }),
  );
  await writeFile(join(buildDirectory, 'pages.json'), `${JSON.stringify(await Promise.all(list), null, 1)}\n`);
}

function stylesIn(html: string): string[] {
  return [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!);
}

/**
 * A first sight waits for its styles: all of them in one file are one journey, twenty small ones are several. All pages
 * have the same frame, so each list is joined once.
 */
function joiner(client: string): (name: string, styles: readonly string[]) => Promise<string[]> {
  const made = new Map<string, Promise<string[]>>();
  const write = async (name: string, styles: readonly string[]) => {
    const all = (await Promise.all(styles.map((style) => readFile(client + style, 'utf8')))).join('\n');
    const sheet = `/assets/${name}-${createHash('sha256').update(all).digest('base64url').slice(0, 8)}.css`;
    await writeFile(client + sheet, all);
    return [sheet];
  };
  return (name, styles) => {
    const list = styles.join(' ');
    const sheets = made.get(list) ?? (list === '' ? Promise.resolve([]) : write(name, styles));
    made.set(list, sheets);
    return sheets;
  };
}

/**
 * React Router's build draws the one document, with its own start of the portal in it. `entry.client.tsx` is ours and
 * needs neither its list of routes nor what it would hydrate, so only the document and our entry stay.
 */
async function writeDocument(buildDirectory: string): Promise<void> {
  const client = join(buildDirectory, 'client');
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const { scripts } = needsOf(manifest, 'entry.client.tsx');
  if (scripts.length === 0) throw new Error('The portal was built without its entry');
  const own = [
    `<script type="module">${starterOf(scripts)}</script>`,
    // The entry first: it is the largest, and the last that is waited for.
    ...scripts.toReversed().map((script) => `<link rel="modulepreload" href="${script}"/>`),
  ].join('');
  const html = await readFile(join(client, 'index.html'), 'utf8');
  const [head = '', body = ''] = html.split('</head>');
  // What stands around every page is laid over the document's own styles.
  const frame = [...head.matchAll(/<link rel="stylesheet" href="\/assets\/frame-[^>]*>/g)].join('');
  const bare = head.replaceAll(/<link rel="modulepreload"[^>]*>/g, '').replace(frame, '') + frame;
  const still = body.replaceAll(/<script[\s\S]*?<\/script>|<!--.*?-->/g, '');
  const chosen = still.replace('</body>', () => `<script>${sideScript}</script></body>`);
  await writeFile(join(client, 'index.html'), `${bare}${own}</head>${chosen}`);
}

/**
 * What the server has drawn is painted first: the portal's own code would keep the browser from it, and is fetched only
 * then, all at once. It is run file by file, as a finger is answered between two of them.
 */
function starterOf(files: readonly string[]): string {
  const add =
    'const l=c?[...c.content.childNodes]:[];while(l.length){document.head.append(...l.splice(0,12));await gap()}';
  const run = `for(const f of ${JSON.stringify(files)}){await import(f);await gap()}`;
  const gap = 'gap=()=>new Promise(r=>setTimeout(r))';
  const go = `c=document.getElementById("${codeId}"),${gap},go=async()=>{${add}${run}}`;
  // A frame that was asked for comes before the picture, which the screen may show much later.
  const painted = 'setTimeout(start,1e3),new PerformanceObserver(start).observe({type:"paint",buffered:true})';
  // Files that are not there belong to another build: the document of the one that runs names its own.
  const start = 'start=()=>{on||go(on=1).catch(()=>setTimeout(()=>location.reload(),3e3))}';
  return `let on;const ${go},${start};document.hidden||!c?start():(${painted})`;
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

export async function finishBuild(buildDirectory: string): Promise<void> {
  // React Router's server bundle rendered the one document; the portal does not need it any more.
  await rm(join(buildDirectory, 'server'), { recursive: true, force: true });
  await buildSite(buildDirectory);
  await buildFirstSight(buildDirectory);
  await writeDocument(buildDirectory);
  await writePages(buildDirectory);
  await compressAll(join(buildDirectory, 'client'));
  await keepLight(buildDirectory);
}

/** Fails the build when a page sends too much JavaScript, so that its author notices and not its visitors. */
async function keepLight(buildDirectory: string): Promise<void> {
  const faults = tooHeavy(await weightsOf(buildDirectory));
  if (faults.length > 0) throw new Error(`Too heavy:\n${faults.join('\n')}`);
}
