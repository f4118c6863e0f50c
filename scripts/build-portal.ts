/** Builds the one file with which the server draws the first sight of the portal's pages. It knows no agency. */
import { join } from 'node:path';
import { build } from 'vite';
import { classNames } from './build-site.ts';

export async function buildFirstSight(buildDirectory: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    // The styles are those that the browser gets: they are found by the same names.
    css: classNames,
    build: {
      ssr: 'src/firstsight.tsx',
      outDir: join(buildDirectory, 'portal'),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
