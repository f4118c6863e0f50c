/**
 * A client who writes scripts wherever the portal takes words. Every page that shows anything to the client, to an
 * admin or to a payer is opened afterwards: the words are there to read, and nothing of them has become part of the
 * page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { busyFactor } from '#server/busy.testing.server.ts';
import { everythingOf, scripts, type Calls, type Everything } from '#attacks.testing.ts';
import { hash, password } from './people.ts';
import { expect, test, type Portal } from './portal.ts';

type Built = { address: string; audience: 'public' | 'client' | 'admin' | 'both' };
const builtPages = () => JSON.parse(readFileSync(join(import.meta.dirname, '../build/pages.json'), 'utf8')) as Built[];
const hostileAgent = `Mozilla/5.0 ${scripts.name}`;

/** Plain calls with a bearer token, as a program makes them. */
const callsOf =
  (portal: Portal): Calls =>
  async (method, path, { as, body, query = {}, form }) => {
    const sent = form ? new FormData() : undefined;
    for (const [name, value] of Object.entries(form ?? {})) sent!.set(name, value);
    const response = await fetch(`${portal.address}${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        'user-agent': hostileAgent,
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(sent || method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: sent ?? JSON.stringify(body ?? {}) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) };
  };

async function hostileClient(
  call: Calls,
  portal: Portal,
  admin: { token: string },
): Promise<{ token: string; _id: string; emailId: string }> {
  const emailId = `client-${hash().slice(0, 8)}@example.com`;
  const person = { username: scripts.name, emailId, country: 'DE', contact1: '+49 170 123456', pincode: scripts.short };
  await call('POST', '/create-account', {
    body: { ...person, contactMethod: 'telegram', password, confirmPassword: password },
  });
  const { token, _id } = (await call('POST', '/login-account', { body: { emailId, password } })).body;
  await expect
    .poll(async () => (await portal.mailsTo(emailId)).length, { timeout: 15_000 * busyFactor() })
    .toBeGreaterThan(0);
  const otp = /^\s*(\d{6})\s*$/m.exec((await portal.mailsTo(emailId))[0]!)![1]!;
  expect((await call('POST', '/verify-email', { as: { token }, body: { otp } })).status).toBe(200);
  await call('POST', '/add-money', {
    as: { token },
    form: { chargeMoney: '2000', transactionId: hash(), payway: 'USDT', remarks: scripts.long },
  });
  const { body } = await call('GET', '/get-transaction-details-of-user', { as: { token } });
  const approved = { id: body.transactions[0]._id as string, action: 'approve' };
  expect((await call('PUT', '/approve-transaction', { as: admin, query: approved, body: {} })).status).toBe(200);
  return { token, _id, emailId };
}

/** Opens one page: none of the scripts may run; returns how often their text can be read. */
async function look(page: Page, address: string, faults: string[]): Promise<boolean> {
  await page.goto(address);
  await page.locator('main, body').first().waitFor();
  await page.waitForTimeout(600);
  const found = await page.evaluate(() => ({
    hit: 'hit' in window,
    made: document.querySelectorAll(
      'img[src="x"], svg[onload], [onmouseover], [onerror], a[href^="javascript" i], base, iframe',
    ).length,
    read: /onerror=|onload=/.test(document.body.innerText),
  }));
  if (found.hit || found.made > 0) faults.push(`${address} ${JSON.stringify(found)}`);
  return found.read;
}

function addressesFor(which: (page: Built) => boolean, ids: Record<string, string>): string[] {
  return builtPages()
    .filter(which)
    .map(({ address }) => address.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? ids['any']!));
}

test('scripts in every field are words on every page', { tag: '@long' }, async ({ browser, portal }) => {
  const call = callsOf(portal);
  const signedIn = await call('POST', '/login-account', {
    body: { emailId: portal.admin.email, password: portal.admin.password },
  });
  const admin = signedIn.body as { token: string };
  const client = await hostileClient(call, portal, admin);
  const owned: Everything = await everythingOf(call, { client, admin, password }, scripts);
  const faults: string[] = [];
  const readOn = async (token: string, addresses: string[]) => {
    const context: BrowserContext = await browser.newContext({ baseURL: portal.address, userAgent: hostileAgent });
    if (token) await context.addCookies([{ name: 'session', value: token, url: portal.address }]);
    const left = [...addresses];
    let read = 0;
    // What a script would do takes a moment, which several tabs wait for together.
    const oneTab = async () => {
      const page = await context.newPage();
      page.on('dialog', (dialog) => (faults.push(`a dialog: ${dialog.message()}`), void dialog.dismiss()));
      page.on(
        'console',
        (line) => /Content.Security.Policy/i.test(line.text()) && faults.push(`${page.url()}: ${line.text()}`),
      );
      for (let address = left.shift(); address; address = left.shift())
        if (await look(page, address, faults)) read += 1;
    };
    await Promise.all([oneTab(), oneTab(), oneTab()]);
    await context.close();
    return read;
  };
  const ids = { id: client._id, code: owned.code, applyId: owned.applyIds[0]!, any: owned.applyIds[0]! };
  const ofAdmin = await readOn(
    admin.token,
    addressesFor(({ audience }) => audience === 'admin' || audience === 'both', ids),
  );
  const ofClient = await readOn(
    client.token,
    addressesFor(({ audience }) => audience === 'client' || audience === 'both', ids),
  );
  const queries = [
    `?q=${encodeURIComponent(scripts.name)}`,
    `?start=${encodeURIComponent(scripts.short)}`,
    `?token=${encodeURIComponent(scripts.short)}`,
  ];
  const open = ['/login', '/register', '/forgot-password', '/reset-password'].flatMap((address) =>
    queries.map((query) => `${address}${query}`),
  );
  await readOn('', [
    ...addressesFor(({ audience }) => audience === 'public', ids),
    ...open,
    `/pay/${owned.code}`,
    `/${encodeURIComponent(scripts.short)}`,
  ]);
  expect(faults).toEqual([]);
  // Without this the test would also pass if the texts were shown on no page.
  expect(ofAdmin).toBeGreaterThan(5);
  expect(ofClient).toBeGreaterThan(3);
  for (const address of [portal.admin.email, client.emailId]) {
    for (const mail of await portal.mailsTo(address)) {
      const { html = '' } = await PostalMime.parse(mail);
      expect(html).not.toMatch(/<(img|svg|script|iframe)\b|href="javascript/i);
    }
  }
});
