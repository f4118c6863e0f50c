/** What every page drawn in the browser stands in: the theme, the cache of calls, toasts, banners and sign-in. */
import './mantine.css';
import './ui.css';
import './table.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Announcer } from './Announce.tsx';
import { calls } from './cache.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { cssVariables, theme } from './theme.tsx';
import { themeKey } from './theme-choice.ts';

const schemes = localStorageColorSchemeManager({ key: themeKey });

export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={schemes} defaultColorScheme="auto">
      <QueryClientProvider client={calls}>
        <Notifications position="top-right" limit={6} zIndex={250} containerWidth={400} />
        <Announcer />
        <ConnectionBanner />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
