import { parse } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { browsers, classNames } from './scripts/build-site.ts';
import { lighter } from './scripts/build-lighter.ts';
import { sitePages } from './scripts/dev-site.ts';

// During development one origin serves pages and calls: whatever is not a page, a module
// or a file goes to the portal's server. Pages are asked for with Accept: text/html.
const server = process.env['PORTAL_URL'] ?? 'http://127.0.0.1:3000';

const inShell = /assets.(entry\.client|react|mantine|fields|rules|shared|frame|rolldown-runtime)-.*\.js$/;

/** What blocks advertisements in a browser knows them by such names, and would take the pages of ad accounts for some. */
const unlikeAds = (name: string) => name.replace(/Ads?(?=[A-Z])/g, 'Account');

export default defineConfig(({ command }) => ({
  plugins: [sitePages(server), reactRouter(), lighter],
  // A build knows no agency. Only Vite's own server, which writes nothing into documents, tells the browser BRAND_*.
  ...(command === 'serve' ? { envPrefix: ['VITE_', 'BRAND_'] } : {}),
  css: classNames,
  build: {
    ...browsers,
    manifest: true,
    // What every page has is not looked for again before each part that comes late.
    modulePreload: {
      resolveDependencies: (_file, needed) => needed.filter((file) => !inShell.test(file)),
    },
  },
  environments: {
    client: {
      // What most pages share is a few files instead of fifty: small files compress badly, each is asked for by itself,
      // and the list of what each page needs names every one of them. It is no single file, as each is run without a
      // pause: `fields` are zod and the schemas of fields, `rules` those of platforms and kinds, and `frame` is what
      // stands around every page.
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: ({ name }) => `assets/${unlikeAds(name)}-[hash].js`,
            assetFileNames: ({ names }) => `assets/${unlikeAds(parse(names[0] ?? '').name)}-[hash][extname]`,
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules.(react|react-dom|scheduler)\W/, minShareCount: 36 },
                { name: 'mantine', test: /node_modules.@mantine/, minShareCount: 36 },
                { name: 'fields', test: /node_modules.zod\W|src.kernel\W/, minShareCount: 36 },
                { name: 'rules', test: /src.(platforms|kinds)\W/, minShareCount: 36 },
                { name: 'shared', minShareCount: 36 },
                { name: 'frame', test: /src.shell.(Open|Portal)Layout/ },
              ],
            },
          },
        },
      },
    },
  },
  // The build fetches its own pages from a preview server, which must not ask the portal for them.
  preview: { proxy: {} },
  server: {
    proxy: {
      '^/(?!src/|node_modules/|@|fonts/|assets/|\\.|__).+': {
        target: server,
        bypass(request) {
          const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
          const isModule = /\.(tsx?|mjs|css|woff2|svg|png|ico|webmanifest)(\?|$)/.test(request.url ?? '');
          return wantsPage || isModule ? request.url : undefined;
        },
      },
    },
  },
}));
