/** What every page drawn in the browser stands in: the theme, the cache of calls, toasts and the live region. */
import './mantine.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useContext, type ReactNode } from 'react';
import { Announcer } from './Announce.tsx';
import { CallsContext } from './cache.tsx';
import { cssVariables, theme } from './theme.tsx';
import { StepUp } from './StepUp.tsx';
import { Toaster } from './Toaster.tsx';
import { themeKey } from './theme-choice.ts';
import { followTranslators } from './translators.tsx';

if (typeof document !== 'undefined') followTranslators();

const schemes = localStorageColorSchemeManager({ key: themeKey });

export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={useContext(CallsContext)}>
        <Toaster />
        <Announcer />
        <StepUp />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
