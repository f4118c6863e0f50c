/** The frame of every public page. */
import type { ReactNode } from 'react';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { words } from './site.words.ts';

export default function SiteLayout({ script, children }: { script: string; children: ReactNode }) {
  return (
    <div className="site">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <SiteHeader />
      <main id="content">{children}</main>
      <SiteFooter />
      <script type="module" src={script} />
    </div>
  );
}
