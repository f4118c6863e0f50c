/**
 * Builds the public site, which is drawn by the server: what a browser gets with every page, and the one file with
 * which the server draws them. Neither knows any agency.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';
import type { Assets } from '../src/site/document.tsx';

const root = join(import.meta.dirname, '..');

/** The browsers that scripts and styles are built for. */
export const browsers = {
  target: 'es2022',
  // The oldest versions with light-dark(), which lets one rule name the colour of both themes.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  cssMinify: 'lightningcss',
  assetsInlineLimit: 0,
  reportCompressedSize: false,
} satisfies NonNullable<InlineConfig['build']>;

/** `ui-Pager-row`: says where a class comes from, and weighs less than digits at random. */
export const classNames = {
  modules: {
    generateScopedName: (name: string, file: string) =>
      `${basename(dirname(file))}-${basename(file, '.module.css')}-${name}`,
  },
};

const shared = { root, configFile: false, logLevel: 'warn' } satisfies InlineConfig;

export async function buildSite(buildDirectory: string): Promise<void> {
  const folder = join(buildDirectory, 'site');
  const assets = await buildForBrowsers(join(buildDirectory, 'client'));
  await build({
    ...shared,
    // All packages go into the one file: it loads fast, and it holds React's production build.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: 'src/site/document.tsx', outDir: folder, emptyOutDir: true, copyPublicDir: false, target: 'node24' },
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'assets.json'), JSON.stringify(assets));
}

async function buildForBrowsers(client: string): Promise<Assets> {
  const input = { site: join(root, 'src/site/enhance.tsx'), styles: join(root, 'src/site/styles.css') };
  const { output } = (await build({
    ...shared,
    build: { ...browsers, outDir: client, emptyOutDir: false, copyPublicDir: false, rolldownOptions: { input } },
  })) as Rolldown.RolldownOutput;
  const script = output.find((each) => each.type === 'chunk' && each.name === 'site');
  const styles = output.find((each) => each.type === 'asset' && each.fileName.endsWith('.css'));
  if (!script || styles?.type !== 'asset')
    throw new Error('The public site was built without its script or its styles');
  // The styles are written into the pages themselves.
  await rm(join(client, styles.fileName));
  return { script: `/${script.fileName}`, styles: String(styles.source).trim() };
}
