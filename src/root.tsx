/**
 * The document around every page. Pages whose route says `scriptFree` are finished at build time and carry none of
 * React's scripts; the portal's pages are drawn in the browser.
 */
import type { CSSProperties, ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { brand } from '#kernel/brand.ts';
import { themeScript } from '#ui/theme-choice.ts';
import { words } from '#ui/ui.words.ts';
import '#ui/tokens.css';
import '#ui/base.css';

type PageHandle = { readonly scriptFree?: true };

/**
 * Runs only while building. The document that the portal's pages share is drawn at the address of the home page; this
 * header of the build is what tells the two apart.
 */
export function loader({ request }: LoaderFunctionArgs) {
  return { shared: request.headers.get('X-React-Router-SPA-Mode') === 'yes' };
}

/** The answer is part of the document; a browser never asks for it. */
export const shouldRevalidate = () => false;

function useScriptFree(): boolean {
  const matches = useMatches();
  const shared = (useRouteLoaderData('root') as { shared: boolean } | undefined)?.shared ?? false;
  return !shared && matches.some((match) => (match.handle as PageHandle | undefined)?.scriptFree === true);
}

/** The tokens take the agency's colours from here. */
const brandColours = {
  '--brand-accent': brand.accent,
  '--brand-deep': brand.accentDeep,
  '--brand-on-accent': brand.onAccent,
  '--brand-paper': brand.paper,
  '--brand-ink': brand.ink,
} as CSSProperties;

export function Layout({ children }: { children: ReactNode }) {
  const scriptFree = useScriptFree();
  return (
    <html lang="en" style={brandColours} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={brand.paper} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={brand.ink} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link
          rel="preload"
          href="/fonts/instrument-sans-5.3.0-latin.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <Meta />
        <Links />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        {children}
        {scriptFree ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
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
