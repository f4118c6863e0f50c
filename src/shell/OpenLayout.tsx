/**
 * The frame of pages that anybody with their address may open, such as a pay link: the agency's name and nothing else.
 */
import type { ReactNode } from 'react';
import { brand } from '#kernel/brand.ts';
import { AppProviders } from '#ui/AppProviders.tsx';
import { ConnectionBanner } from '#ui/ConnectionBanner.tsx';
import { PageBoundary } from './PageError.tsx';
import { words } from './shell.words.ts';
import frame from './frame.module.css';
import topbar from './TopBar.module.css';

export default function OpenLayout({ children }: { children?: ReactNode }) {
  return (
    <AppProviders>
      <a className={frame['skip']} href="#content">
        {words.skip}
      </a>
      <header className={topbar['topbar']}>
        <a href="/" className={topbar['brand']}>
          <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
            <path d={brand.logoPath} fill="currentColor" />
          </svg>
          <span>{brand.name}</span>
        </a>
        <div className={topbar['rest']}>
          <ConnectionBanner />
        </div>
      </header>
      <main id="content" className={frame['openmain']} tabIndex={-1}>
        <PageBoundary>{children}</PageBoundary>
      </main>
    </AppProviders>
  );
}
