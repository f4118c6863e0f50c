/**
 * A password manager saves the field before a password as the user name: where one's own is asked for beside somebody
 * else's address, or a new one, the form says whose it is.
 */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bring, forgetBrought } from '#kernel/brought.ts';
import { SessionContext } from '#ui/session.tsx';
import { EmailSection } from '#users/EmailSection.tsx';
import { AdminsSection } from './AdminsSection.tsx';

type Session = ComponentProps<typeof SessionContext>['value'];

const ana = {
  _id: 'US-7K3Q-X2MF',
  username: 'Ana',
  emailId: 'ana@agency.example',
  contact1: '',
  typeOfUser: 'Admin',
  role: 'Admin',
  emailVerified: true,
  features: [],
} as const;

/** Signed in more than ten minutes ago. */
const answer = { ...ana, message: '', mobile: '', codeSentTo: null, twoFactor: true, twoFactorMissing: false };
beforeEach(() => bring({ '/kimi/me': { body: { ...answer, needsCurrentPassword: true }, total: null } }, Date.now()));
afterEach(forgetBrought);

/** The inputs of what is drawn, in their order: what a password manager takes each for, and what it holds. */
function fieldsOf(drawn: ReactNode) {
  const session: Session = { me: ana, wallet: undefined };
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <StaticRouter location="/">
          <SessionContext value={session}>{drawn}</SessionContext>
        </StaticRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const of = (field: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(field)?.[1];
  return (html.match(/<input[^>]*>/g) ?? []).map((field) => [of(field, 'autocomplete'), of(field, 'value')]);
}

test.each([
  ['an admin is invited', <AdminsSection key="invite" />],
  ['an address is changed', <EmailSection key="email" profile={{ ...answer, needsCurrentPassword: true }} />],
])('where %s, the password is preceded by whose it is', (_, form) => {
  const fields = fieldsOf(form);
  const at = fields.findIndex(([kind]) => kind === 'current-password');
  expect(at).toBeGreaterThan(0);
  expect(fields[at - 1]).toEqual(['username', ana.emailId]);
});
