/** What every page drawn in the browser stands in: the theme, the cache of calls, toasts and the live region. */
import './mantine.css';
import './theme.css';
import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useContext, type ReactNode } from 'react';
import { Announcer } from './Announce.tsx';
import { CallsContext } from './cache.tsx';
import { theme } from './theme.tsx';
import { StepUp } from './StepUp.tsx';
import { Toaster } from './Toaster.tsx';
import { themeKey } from './theme-choice.ts';
import { followTranslators } from './translators.tsx';

if (typeof document !== 'undefined') followTranslators();

const schemes = localStorageColorSchemeManager({ key: themeKey });
const getRootElement = () => document.documentElement;
const fixed = { getRootElement, classNamesPrefix: 'mantine', cssVariablesSelector: ':root', withStaticClasses: true };

/** What Mantine's own provider does beside computing what stands in `theme.css`, which is the same in every browser. */
function Themed({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({
    defaultColorScheme: 'auto',
    forceColorScheme: undefined,
    manager: schemes,
    getRootElement,
  });
  return (
    <MantineContext value={{ ...fixed, ...scheme }}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <Themed>
      <QueryClientProvider client={useContext(CallsContext)}>
        <Toaster />
        <Announcer />
        <StepUp />
        {children}
      </QueryClientProvider>
    </Themed>
  );
}
