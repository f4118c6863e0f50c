/** What the head of every document begins with, public or not. */
import { themeScript } from './theme-choice.ts';

export function DocumentHead() {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link
        rel="preload"
        href="/fonts/instrument-sans-5.3.0-basic.woff2"
        as="font"
        type="font/woff2"
        crossOrigin="anonymous"
      />
      <script dangerouslySetInnerHTML={{ __html: themeScript }} />
    </>
  );
}
