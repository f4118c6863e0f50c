/** The document around every page of the portal, which are drawn in the browser. The public pages have their own. */
import type { ReactNode } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';
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
    <html lang="en" suppressHydrationWarning>
      <head>
        <DocumentHead />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** What stands in the document until the portal's first page is drawn. */
export function HydrateFallback() {
  return (
    <main className="waiting" aria-busy="true">
      <title>{brand.name}</title>
      <p className="visually-hidden">{words.opening}</p>
    </main>
  );
}

/** The last resort, where not even a layout could be drawn. */
export function ErrorBoundary() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="last-resort">
      <title>{missing ? words.notFoundTitle : words.brokenTitle}</title>
      <h1>{missing ? words.notFoundTitle : words.brokenTitle}</h1>
      <p>{missing ? words.notFoundText : words.brokenText}</p>
      <p>
        <a href="/">{words.toStart}</a>
      </p>
    </main>
  );
}
