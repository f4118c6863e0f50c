/**
 * One build serves every agency: two portals with other names, addresses and settings run from one folder at the same
 * time, and what an admin changes is on the public site of every node within a second.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPages, openPortal, type Portal } from '#portal.server.ts';
import { readConfig } from '#server/config.server.ts';
import { securityPolicyOf } from '#server/pagepolicy.server.ts';
import { testDatabase } from '#server/database.testing.server.ts';
import { busyFactor } from '#server/busy.testing.server.ts';

type Build = { build: () => void };

const password = 'correct horse battery';
const databases = await Promise.all([testDatabase(), testDatabase()]);
let folder: string;
const portals: Portal[] = [];
let builtAt: string[];

const north = { PUBLIC_URL: 'https://north.example', BRAND_NAME: 'North & Sons', BRAND_ACCENT: '#9fd0ff' };
const south = {
  PUBLIC_URL: 'https://south.example',
  BRAND_NAME: '</script><script>alert(1)</script>"\u202eqp',
  BRAND_EMAIL: 'desk@south.example',
  BRAND_LOGO_PATH: 'M4 4h24v24H4z',
};

async function start(settings: Record<string, string>, url: string): Promise<Portal> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    ADMIN_EMAIL: 'first@admin.test',
    ADMIN_PASSWORD: password,
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
    ...settings,
  });
  const portal = await openPortal({ config, databaseUrl: url, buildDir: builtPages });
  portals.push(portal);
  return portal;
}

/** Every file of the build with the moment it was written. */
const filesOfBuild = () =>
  readdirSync(builtPages, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${name} ${statSync(join(builtPages, name)).mtimeMs}`,
  );

const prepare = (await import(join(import.meta.dirname, '../../scripts/prepare.mjs'))) as Build;

let first: Portal;
let second: Portal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onebuild-'));
  prepare.build();
  builtAt = filesOfBuild();
  first = await start(north, databases[0].url);
  second = await start(south, databases[1].url);
}, 180_000);

afterAll(async () => {
  for (const portal of portals) await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (portal: Portal, path: string, headers: Record<string, string> = {}) =>
  fetch(portal.address + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const page = async (portal: Portal, path: string) => (await get(portal, path)).text();

async function adminOf(portal: Portal): Promise<string> {
  const answer = await fetch(`${portal.address}/kimi/login-account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailId: 'first@admin.test', password }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function asAdmin(portal: Portal, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(portal.address + path, {
    method,
    headers: { authorization: `Bearer ${await adminOf(portal)}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status, path).toBe(200);
  return answer.json();
}

describe('two agencies on one build, at the same time', () => {
  it('have their own name, address and contacts on every page, and nothing of each other', async () => {
    for (const path of ['/homepage', '/google-ads', '/contact-us', '/login', '/termof-services', '/404']) {
      const [ours, theirs] = [await page(first, path), await page(second, path)];
      expect(ours, path).toMatch(/<title>[^<]*North &amp; Sons/);
      expect(theirs, path).toMatch(/<title>[^<]*&lt;\/script&gt;&lt;script&gt;alert\(1\)/);
      expect(ours, path).toContain('--brand-accent:#9fd0ff');
      expect(/south|alert\(1\)/i.test(ours), path).toBe(false);
      expect(/north|kimi\.example\//i.test(theirs), path).toBe(false);
    }
    expect(await page(first, '/homepage')).toContain('<link rel="canonical" href="https://north.example/"/>');
    expect(await page(second, '/homepage')).toContain('content="https://south.example/share.png"');
    expect(await page(second, '/contact-us')).toContain('href="mailto:desk@south.example"');
  });

  it('are found by search engines each under its own address', async () => {
    for (const [portal, origin] of [
      [first, 'https://north.example'] as const,
      [second, 'https://south.example'] as const,
    ]) {
      const sitemap = await page(portal, '/sitemap.xml');
      const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!);
      expect(listed).toContain(`${origin}/google-ads`);
      expect(listed.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
      expect(await page(portal, '/robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);
    }
  });

  it('have their own signs and picture of a shared link', async () => {
    expect(await page(second, '/favicon.svg')).toContain('d="M4 4h24v24H4z"');
    expect(await page(first, '/favicon.svg')).toContain('fill="#9fd0ff"');
    const shared = async (portal: Portal) => Buffer.from(await (await get(portal, '/share.png')).arrayBuffer());
    const [ours, theirs] = [await shared(first), await shared(second)];
    expect(ours.equals(theirs)).toBe(false);
    expect(await sharp(ours).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
  });

  it('name themselves in the document of the portal, where what they call themselves is no markup', async () => {
    const [ours, theirs] = [await page(first, '/pay/PL-0000-0000'), await page(second, '/pay/PL-0000-0000')];
    const brandIn = (html: string) =>
      JSON.parse(/<script type="application\/json" id="brand">([^<]*)<\/script>/.exec(html)![1]!) as unknown;
    expect(brandIn(ours)).toMatchObject({ name: 'North & Sons', origin: 'https://north.example' });
    expect(brandIn(theirs)).toMatchObject({ name: south.BRAND_NAME, support: { email: 'desk@south.example' } });
    expect(ours).toContain('<title>North &amp; Sons</title>');
    expect(theirs).toContain('<title>&lt;/script&gt;');
  });

  it('send a security policy that lets their own inline scripts run, and no other', async () => {
    for (const portal of [first, second]) {
      for (const path of ['/homepage', '/login', '/pay/PL-0000-0000']) {
        const answer = await get(portal, path);
        const html = await answer.text();
        expect(answer.headers.get('content-security-policy'), path).toBe(securityPolicyOf(html));
      }
    }
    const scripts = (html: string) => html.match(/<script\b/g)!.length;
    expect(scripts(await page(second, '/homepage'))).toBe(scripts(await page(first, '/homepage')));
  });

  it('needed no other build, and neither does a start with other settings', () => {
    const before = { ...process.env };
    Object.assign(process.env, { ...south, BRAND_HOURS: 'always' });
    prepare.build();
    for (const name of Object.keys({ ...south, BRAND_HOURS: '' })) delete process.env[name];
    Object.assign(process.env, before);
    expect(filesOfBuild()).toEqual(builtAt);
    const text = readdirSync(builtPages, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|html|json)$/.test(name))
      .map((name) => readFileSync(join(builtPages, name), 'utf8'));
    expect(text.filter((each) => /north\.example|south\.example/.test(each))).toEqual([]);
  });
});

describe('a price that an admin changes', () => {
  it('is on the public site of every node within a second, in words, sums and tags, and a stranger sees no old page', async () => {
    const node = await start(north, databases[0].url);
    const old = await get(node, '/homepage');
    expect((await old.text()).includes('<dd class="figure">$30</dd>')).toBe(true);
    await asAdmin(first, 'PUT', '/kimi/update-settings', { openingFee: 45.5, topUpBasisPoints: 1250 });
    await asAdmin(first, 'PUT', '/kimi/update-network-details', {
      networkName: 'TRC20',
      networkAddress: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
      password,
    });
    await new Promise((done) => setTimeout(done, 1_000 * busyFactor()));
    for (const portal of [first, node]) {
      const answer = await get(portal, '/homepage', { 'if-none-match': old.headers.get('etag')! });
      expect(answer.status).toBe(200);
      const html = await answer.text();
      for (const said of [
        '<dd class="figure long">$45.50</dd>',
        '12.5%',
        '$45.50 + $200.00 + $25.00 = $270.50',
        'data-order="4550 1250"',
        'In USDT over TRC20.',
      ])
        expect(html.includes(said), said).toBe(true);
      // $30 is still what one may deposit.
      expect(/\$30\b|\b15%/.test(html.replaceAll(/<option.*?<\/option>/g, ''))).toBe(false);
      expect(answer.headers.get('content-security-policy')).toBe(securityPolicyOf(html));
      const again = await get(portal, '/homepage', { 'if-none-match': answer.headers.get('etag')! });
      expect(again.status).toBe(304);
      expect((await page(portal, '/homepage?accounts=2&each=100')).includes('>$270.50</dd>')).toBe(true);
      expect((await page(portal, '/termof-services')).includes('Account opening fee: $45.50 per order')).toBe(true);
    }
    expect((await page(second, '/homepage')).includes('<dd class="figure">$30</dd>')).toBe(true);
  });
});
