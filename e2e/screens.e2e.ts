/**
 * Every signed-in screen with data, at both widths and in both themes, while its calls fail and while they do not come:
 * no console error, nothing that sticks out sideways, and, with data, nothing that axe finds at WCAG 2.2 AA or
 * html-validate in the document and in the browser. Walks the build's own list of pages, so a new page is looked at
 * too. `npm run atlas` walks every combination, without data too, and makes contact sheets.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './portal.ts';
import { castOf, states, walk, type State } from './walk.ts';

type Entry = { address: string; audience: 'public' | 'client' | 'admin' | 'both' };
const pages = JSON.parse(readFileSync(join(import.meta.dirname, '../build/pages.json'), 'utf8')) as Entry[];

const desk = { width: 1440, height: 900 };
const phone = { width: 375, height: 812 };
type LookAt = { viewport: typeof desk; colorScheme: 'light' | 'dark'; state: State; axe: boolean };

// Every width and theme once. Other states are made of the same parts as the full ones, so axe looks at those. What is
// empty says so in e2e/messages.e2e.ts and e2e/admin-messages.e2e.ts; the atlas walks it, too.
const daily: LookAt[] = [
  { viewport: desk, colorScheme: 'light', state: 'full', axe: true },
  { viewport: phone, colorScheme: 'dark', state: 'full', axe: true },
  { viewport: desk, colorScheme: 'dark', state: 'failed', axe: false },
  { viewport: phone, colorScheme: 'dark', state: 'loading', axe: false },
];
const every: LookAt[] = [desk, phone].flatMap((viewport) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    states.map((state) => ({ viewport, colorScheme, state, axe: false })),
  ),
);

// What other files left there would make lists wider than these are.
test.use({ alone: 'screens' });

// Each look has a portal's worker to itself where there is one.
test.describe.configure({ mode: 'parallel' });

const walks = (process.env['ATLAS'] ? every : daily).flatMap((look) =>
  (['client', 'admin'] as const).map((who) => ({ who, look })),
);

for (const { who, look } of walks) {
  const { viewport, colorScheme, state, axe } = look;
  const title = `every screen of ${who}s holds at ${viewport.width} px in ${colorScheme}, ${state}`;
  test(title, async ({ browser, portal }) => {
    test.setTimeout(480_000);
    const device = { viewport, colorScheme, hasTouch: viewport === phone };
    const cast = await castOf(browser, portal, device, state !== 'empty');
    const { userId, applyId, account } = cast;
    const addresses = pages
      .filter(({ audience }) => audience === who || (who === 'client' && audience === 'both'))
      .map(({ address }) =>
        Object.entries({ id: userId, applyId, account, subject: applyId }).reduce(
          (filled, [name, value]) => filled.replace(`:${name}`, value),
          address,
        ),
      );
    // What is open to both looks otherwise where an admin sees it.
    if (who === 'admin') addresses.push('/accounts', `/accounts/${account}`, '/messages', `/messages/${applyId}`);
    const name = `${who}-${viewport.width}-${colorScheme}-${state}`;
    expect(await walk(cast[who], addresses, { name, state, axe })).toEqual([]);
    await Promise.all([cast.client.close(), cast.admin.close()]);
  });
}
