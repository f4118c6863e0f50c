/** The frame of every public page. The pages are finished at build time and carry no script of React. */
import { Outlet } from 'react-router';
import enhance from './enhance.tsx?worker&url';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { words } from './site.words.ts';
import './site.css';
import './frame.css';
import './hero.css';
import './story.css';
import './sections.css';
import './prices.css';
import './details.css';
import './forms.css';

export const handle = { scriptFree: true } as const;

export default function SiteLayout() {
  return (
    <div className="site">
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <SiteHeader />
      <main id="content">
        <Outlet />
      </main>
      <SiteFooter />
      <script type="module" src={enhance} />
    </div>
  );
}
