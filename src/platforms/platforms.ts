/**
 * The platforms that the portal sells ad accounts on. A new one is its file and its line here: its name joins the type
 * of all names, and the compiler asks for what is still missing of it.
 */
import { bing } from './bing.ts';
import { facebook } from './facebook.ts';
import { google } from './google.ts';
import type { PlatformSpec } from './platform.ts';
import { tiktok } from './tiktok.ts';

const known = [google, bing, facebook, tiktok] as const;

/** The name of a platform, as the wire says it in `adType`. */
export type Platform = (typeof known)[number]['name'];
export type Spec = PlatformSpec & { readonly name: Platform };

export const registry: readonly Spec[] = known;

/** All names, in the order in which they are listed. */
export const platforms = known.map(({ name }) => name) as readonly Platform[] as readonly [Platform, ...Platform[]];

const byName = new Map<Platform, Spec>(registry.map((spec) => [spec.name, spec]));

export function specOf(platform: Platform): Spec {
  return byName.get(platform)!;
}

/** Something for every platform, by its name. */
export function forEachPlatform<Made>(make: (spec: Spec) => Made): Record<Platform, Made> {
  return Object.fromEntries(registry.map((spec) => [spec.name, make(spec)])) as Record<Platform, Made>;
}

/** What is sold before an admin has chosen. */
export const onByDefault: readonly Platform[] = registry.filter((spec) => spec.onByDefault).map(({ name }) => name);

/** Names none: one that is switched off is nowhere. */
export const choosePlatform = 'Please choose a platform.';

/** `Google, Bing or Facebook`, for sentences. */
export function namesOf(names: readonly string[], and: 'and' | 'or'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
}

/** Menus and lists in which the specification prints them in another order; what it does not know comes last. */
export const onSite = beginningWith(facebook, bing, google);
export const inUsers = beginningWith(google, facebook, bing);
export const atRegistration = beginningWith(facebook, google, bing).filter((spec) => spec.onByDefault);

function beginningWith(...first: readonly Spec[]): readonly Spec[] {
  return [...first, ...registry.filter((spec) => !first.includes(spec))];
}

/** The page of the ad account that this platform calls so. */
export function accountPageAt(adsId: string, platform: string): string {
  return `/accounts/${encodeURIComponent(adsId)}?platform=${platform}`;
}

/** Where a platform's page of this kind stands; the dashboard where no platform is meant. */
export function pageOf(platform: Platform | null, page: 'list' | 'deposits' | 'refund'): string {
  return platform === null ? '/dashboard' : specOf(platform).pages[page][0];
}

/** `Google ad account 123-456`, inside of a sentence. */
export function adAccountText(of: { readonly platform: Platform | null; readonly adsId?: string | null }): string {
  return `${of.platform ?? ''} ad account${of.adsId ? ` ${of.adsId}` : ''}`;
}

/** `Google ad account 123-456 (Shoes)`, as its client calls it. */
export function accountText({
  nickname,
  ...of
}: {
  readonly platform: Platform;
  readonly adsId: string;
  readonly nickname: string;
}): string {
  return `${adAccountText(of)}${nickname === '' ? '' : ` (${nickname})`}`;
}

/** Whose screens stand at an address; of clients, of admins and on the public site. */
const byAddress = new Map(
  registry.flatMap(({ name, pages: { root: _, apply: __, log, fromDashboard: ___, ...pages }, site }) =>
    [...Object.values(pages), site.at, log?.at ?? []].flat().map((address) => [address.toLowerCase(), name] as const),
  ),
);

/** The platform that a page is about, however its address is cased; undefined for a page of none. */
export function platformAt(pathname: string): Platform | undefined {
  return byAddress.get(pathname.toLowerCase().replace(/\/+$/, ''));
}

/** Which of our states a platform means by its word for how an ad account fares, if any. */
export function stateNamed(said: string, { stateWords }: Pick<Spec, 'stateWords'>): 'Active' | 'Suspended' | undefined {
  return Object.entries(stateWords).find(([word]) => word.toLowerCase() === said.toLowerCase())?.[1];
}
