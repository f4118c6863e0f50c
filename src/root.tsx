/**
 * The document around every page of the portal, which `entry.client.tsx` draws in the browser. The public pages have
 * their own.
 */
import type { ReactNode } from 'react';
import { Links, Scripts } from 'react-router';
import { brand } from '#kernel/brand.ts';
import { DocumentHead } from '#ui/DocumentHead.tsx';
import { words } from '#ui/ui.words.ts';
import '#ui/tokens.css';
import '#ui/base.css';

/**
 * The server writes into this document, before it sends it, whose portal it is: the colours, and what `kernel/brand.ts`
 * reads. The build knows no agency.
 */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-respect-reduced-motion="true" suppressHydrationWarning>
      <head>
        <DocumentHead />
        <title>{brand.name}</title>
        {import.meta.env.SSR ? <Links /> : null}
      </head>
      <body>
        <div id="portal">{children}</div>
        {import.meta.env.SSR ? <Scripts /> : null}
      </body>
    </html>
  );
}

/** What stands in the document until the portal's first page is drawn. */
export function HydrateFallback() {
  return (
    <main className="waiting" aria-busy="true">
      <p className="visually-hidden">{words.opening}</p>
    </main>
  );
}

export default HydrateFallback;
