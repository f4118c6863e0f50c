import { useLocation } from 'react-router';

export type Platform = 'Google' | 'Bing' | 'Facebook';

/** One set of screens serves three platforms; the address says which one is meant. */
export function platformOf(pathname: string): Platform {
  const path = pathname.toLowerCase();
  if (/facebook|f-acebook|fapprove/.test(path)) return 'Facebook';
  if (/bing|b-ing|bapprove/.test(path)) return 'Bing';
  return 'Google';
}

export function usePlatform(): Platform {
  return platformOf(useLocation().pathname);
}
