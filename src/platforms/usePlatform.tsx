/** One set of screens serves every platform; the address says which one is meant. */
import { useLocation } from 'react-router';
import { dollarsText, type Cents } from '#kernel/money.ts';
import { useFeatures } from '#ui/session.tsx';
import { onByDefault, platformAt, registry, specOf, type Platform, type Spec } from './platforms.ts';

/** The platform whose page this is. */
export function usePlatform(): Spec {
  const platform = platformAt(useLocation().pathname);
  if (platform === undefined) throw new Error('This page stands at no address of a platform.');
  return specOf(platform);
}

/** The platforms that are switched on. */
export function usePlatforms(): readonly Spec[] {
  const features = useFeatures() ?? onByDefault;
  return registry.filter(({ name }) => features.includes(name));
}

/** Whether this platform is switched on: else its forms are not there, and its calls answer 404. */
export function useIsOn(platform: Platform): boolean {
  return usePlatforms().some(({ name }) => name === platform);
}

/**
 * The top-up page, with what is missing filled in; it leads back to the form that was left, which keeps what is typed.
 */
export function useAddMoney({ pages }: Spec, missing: Cents): string {
  const { pathname } = useLocation();
  return `${pages.addMoney[0]}?back=${encodeURIComponent(pathname)}&amount=${dollarsText(missing)}`;
}
