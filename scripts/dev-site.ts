/**
 * Public pages during development: Vite's server renders them from the current sources at every request, with the
 * prices of the specification and the brand of BRAND_*.
 */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { brandFrom } from '../src/kernel/brand.ts';
import { site } from '../src/routes.ts';
import { onByDefault } from '../src/platforms/platforms.ts';
import { defaults } from '../src/settings/settings.ts';
import type { draw } from '../src/site/document.tsx';

const root = join(import.meta.dirname, '..');
/** Images that the server makes from the brand; Vite passes these requests on to the portal. */
const drawn = ['/favicon.svg', '/apple-touch-icon.png', '/share.png'];

export function sitePages(portal: string): Plugin {
  return {
    name: 'site-pages',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const [address = '/'] = (request.url ?? '').split('?');
        if (drawn.includes(address)) return void response.writeHead(307, { location: portal + address }).end();
        const page = site.find(({ at }) => at.includes(address));
        if (!page || !(request.headers.accept ?? '').includes('text/html')) return next();
        const brand = brandFrom(process.env);
        const facts = { brand, prices: defaults, network: undefined, platforms: onByDefault, usual: [] };
        const assets = { script: '/src/site/enhance.tsx', styles: '' };
        vite
          .ssrLoadModule(join(root, 'src/site/document.tsx'))
          .then((module) => (module['draw'] as typeof draw)(page.id, address, facts, assets))
          .then((html) => html.replace('</head>', '<link rel="stylesheet" href="/src/site/styles.css?direct"></head>'))
          .then((html) => vite.transformIndexHtml(address, html))
          .then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html), next);
      });
    },
  };
}
