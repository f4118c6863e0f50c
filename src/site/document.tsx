/**
 * The public pages as whole documents. The build makes one file for the server from this; the server renders a page
 * from the current facts and caches it until they change. Browsers get no React with these pages.
 */
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { coloursOf } from '#kernel/brand.ts';
import { registry } from '#platforms/platforms.ts';
import { DocumentHead } from '#ui/DocumentHead.tsx';
import ContactPage from './ContactPage.tsx';
import { DrawingContext } from './drawing.tsx';
import type { Facts } from './facts.ts';
import ForgotPasswordPage from './ForgotPasswordPage.tsx';
import HomePage from './HomePage.tsx';
import LoginPage from './LoginPage.tsx';
import NotFoundPage from './NotFoundPage.tsx';
import OfflinePage from './OfflinePage.tsx';
import { PlatformPage } from './PlatformPage.tsx';
import PrivacyPage from './PrivacyPage.tsx';
import RefundPolicyPage from './RefundPolicyPage.tsx';
import RegisterPage from './RegisterPage.tsx';
import ResetPasswordPage from './ResetPasswordPage.tsx';
import SecurityPage from './SecurityPage.tsx';
import StopWeeklyPage from './StopWeeklyPage.tsx';
import SiteLayout from './SiteLayout.tsx';
import TermsPage from './TermsPage.tsx';

/** By the ids of `routes.ts`. */
const pages: Readonly<Record<string, ComponentType>> = {
  home: HomePage,
  ...Object.fromEntries(registry.map((spec) => [`site-${spec.name}`, () => <PlatformPage spec={spec} />])),
  contact: ContactPage,
  login: LoginPage,
  register: RegisterPage,
  'forgot-password': ForgotPasswordPage,
  'reset-password': ResetPasswordPage,
  'stop-weekly': StopWeeklyPage,
  security: SecurityPage,
  privacy: PrivacyPage,
  terms: TermsPage,
  'refund-policy': RefundPolicyPage,
  'not-found': NotFoundPage,
  offline: OfflinePage,
};

/**
 * The address of the pages' one script, and their styles, which are inlined so that one answer is enough to draw it.
 */
export type Assets = { readonly script: string; readonly styles: string };

/** The page with this id as it stands at `address`. */
export function draw(id: string, address: string, facts: Facts, { script, styles }: Assets): string {
  const Page = pages[id];
  if (!Page) throw new Error(`No public page is called ${id}`);
  const { brand } = facts;
  const css = `:root{${coloursOf(brand)}}${styles}`;
  const markup = renderToStaticMarkup(
    <DrawingContext value={{ facts, address }}>
      <html lang="en">
        <head>
          <DocumentHead />
          <meta name="theme-color" content={brand.paper} media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content={brand.ink} media="(prefers-color-scheme: dark)" />
          <style dangerouslySetInnerHTML={{ __html: css }} />
        </head>
        <body>
          <SiteLayout script={script}>
            <Page />
          </SiteLayout>
        </body>
      </html>
    </DrawingContext>,
  );
  return `<!DOCTYPE html>${markup}`;
}
