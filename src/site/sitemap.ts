/** What search engines are told: which pages are for them, at one address each, and which are not. */
import type { Spec } from '#platforms/platforms.ts';

type Listed = { readonly id: string; readonly audience: string; readonly at: readonly [string, ...string[]] };

const notForSearch = new Set(['not-found', 'offline', 'pay']);

/** The public pages, by the address that their canonical link names. */
export function publicAddresses(pages: readonly Listed[]): string[] {
  return pages.filter(({ id, audience }) => audience === 'public' && !notForSearch.has(id)).map(({ at }) => at[0]);
}

/** These pages are for whoever has a mailed link; nobody looks for them. */
const byMail = new Set(['/reset-password', '/stop-weekly']);

export function sitemapOf(addresses: readonly string[], origin: string): string {
  const urls = addresses
    .filter((address) => !byMail.has(address))
    .map((address) => `  <url><loc>${origin}${address}</loc></url>`)
    .join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

/** The portal behind the sign-in has nothing for a search engine. */
export function robotsOf(specs: readonly Spec[], origin: string): string {
  const closed = ['/admin', '/dashboard', ...specs.map(({ pages }) => `${pages.root}/`), '/kimi/', '/pay/'];
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}`).join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`;
}
