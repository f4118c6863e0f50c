/** Where Get Start leads: a visitor to registering, somebody who is signed in as a client straight on to ordering. */
import { registry, type Platform, type Spec } from '#platforms/platforms.ts';

/** The order form of each platform, by what the address says of it. */
const ordering = new Map(registry.map(({ name, pages }) => [name.toLowerCase(), pages.order[0]]));

/** The address of Get Start on a platform's page. */
export function startOf(platform: Platform): string {
  return `/register?start=${platform.toLowerCase()}`;
}

/** The order forms as attributes of the form of registering, where the pages' script reads them. */
export function startsOf(specs: readonly Spec[]): Record<string, string> {
  return Object.fromEntries(specs.map(({ name, pages }) => [`start-${name.toLowerCase()}`, pages.order[0]]));
}

/** Where a signed-in person goes on to from a page for visitors; undefined leads to the dashboard. */
export function onward(
  address: string,
  role: 'User' | 'Admin',
  query: Readonly<Record<string, unknown>>,
): string | undefined {
  const { start } = query;
  return address === '/register' && role === 'User' && typeof start === 'string' ? ordering.get(start) : undefined;
}
