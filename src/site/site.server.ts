/**
 * The public site as the server draws it. Pages, icons and lists are made from the agency's facts, the first time that
 * somebody asks for them, and kept until the facts change: another brand, address or price is shown within a second, on
 * every node, and nothing is built for it.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { jsonText } from '#kernel/json.ts';
import { brandId, coloursOf, type Brand } from '#kernel/brand.ts';
import { escaped, inScript } from '#kernel/markup.ts';
import { currentNetwork } from '#network/network.server.ts';
import { platforms } from '#platforms/platforms.ts';
import { usualTimes } from '#requests/usual.server.ts';
import { lasting } from '#requests/usual.words.ts';
import type { App } from '#server/app.server.ts';
import type { FormPage } from '#server/mount.server.ts';
import type { Edition, MadeFile } from '#server/pages.server.ts';
import type { Draw } from '#server/sight.server.ts';
import type { Answers } from '#kernel/brought.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { pricesOf } from '#settings/settings.ts';
import { onlyOn, type Facts } from './facts.ts';
import { fillPage, refusedPage } from './formpage.server.ts';
import { drawSign, signOf } from './signs.server.ts';
import { publicAddresses, robotsOf, sitemapOf } from './sitemap.ts';

/** How long facts are cached, and how long a page waits for a new reading before it uses the old one. */
const cachedMs = 500;
const patienceMs = 300;

type Whose = { readonly brand: Brand; readonly url: string; readonly phone: boolean };
type Listed = { readonly address: string; readonly audience: string; readonly id?: string; readonly feature?: string };
type DrawSight = (whose: Whose, answers: Answers) => ReturnType<Draw>;
/** What the build left for the server: how to draw a page, and what every page carries. */
type Built = {
  readonly draw: (id: string, address: string, facts: Facts, assets: unknown) => string;
  readonly assets: unknown;
  readonly listed: readonly Listed[];
  /** Where the operator has switched it on; a tenth of the start's time, and nobody has asked for it by then. */
  readonly sight: (() => Promise<DrawSight>) | undefined;
  readonly document: string;
  readonly worker: string;
};

type Site = {
  readonly edition: () => Promise<Edition>;
  readonly formPage: FormPage;
};

export async function openSite(app: App, buildDir: string): Promise<Site> {
  const built = await readBuilt(buildDir, app.config.firstSight);
  const look = () => factsOf(app);
  let facts = await look();
  let current = editionOf(built, facts);
  let lookedAt = performance.now();
  let looking: Promise<void> | undefined;
  const lookAgain = async () => {
    try {
      const found = await look();
      if (jsonText(found) === jsonText(facts)) return;
      facts = found;
      current = editionOf(built, found);
    } catch (error) {
      app.log.warn('the facts of the public site could not be read; the last ones are shown', { error });
    } finally {
      lookedAt = performance.now();
      looking = undefined;
    }
  };
  const edition = async () => {
    if (performance.now() - lookedAt >= cachedMs) {
      looking ??= lookAgain();
      // While the database is away the pages show the last known facts; before the first reading, the defaults.
      await Promise.race([looking, wait(patienceMs, undefined, { ref: false })]);
    }
    return current;
  };
  return {
    edition,
    formPage: async (address, refusal, typed) => refusedPage((await edition()).page(address), refusal, typed),
  };
}

async function readBuilt(buildDir: string, firstSight: boolean): Promise<Built> {
  const read = (name: string) => readFile(join(buildDir, name), 'utf8');
  const load = <T>(name: string) => import(pathToFileURL(join(buildDir, name)).href) as Promise<T>;
  const { draw } = await load<Pick<Built, 'draw'>>('site/document.js');
  const sight = async () => (await load<{ drawSight: DrawSight }>('portal/firstsight.js')).drawSight;
  return {
    draw,
    sight: firstSight ? sight : undefined,
    assets: JSON.parse(await read('site/assets.json')),
    listed: JSON.parse(await read('pages.json')) as Listed[],
    document: await read('client/index.html'),
    worker: await read('client/offline-worker.js'),
  };
}

export async function factsOf({ config, db, features }: App): Promise<Facts> {
  const [settings, network, usual] = await Promise.all([currentSettings(db), currentNetwork(db), usualTimes(db)]);
  return {
    brand: config.brand,
    prices: pricesOf(settings),
    network: network?.networkName,
    platforms: platforms.filter((name) => features.now().has(name)),
    usual: usual.map(({ kind, minutes }) => ({ kind, within: lasting(minutes) })),
  };
}

function editionOf(built: Built, facts: Facts): Edition {
  const { draw, sight, assets, listed, document, worker } = built;
  const ids = new Map(listed.flatMap(({ id, address }) => (id ? [[address, id] as const] : [])));
  const page = (address: string) => draw(ids.get(address)!, address, facts, assets);
  const made = new Map<string, Promise<MadeFile>>();
  const make = madeFrom(facts, { offlineWorker: () => workerFor(page('/offline'), worker), listed });
  return {
    page,
    document: documentOf(document, facts.brand),
    ...(sight ? { sight: () => sightOf(sight, facts.brand) } : {}),
    fill: (address, query, html) => fillPage(address, query, html, facts.prices),
    file: (path) => {
      const maker = make.get(path);
      if (!maker) return undefined;
      const file = made.get(path) ?? maker();
      made.set(path, file);
      // A failure is not cached, so that the next visitor tries again.
      file.catch(() => made.delete(path));
      return file;
    },
  };
}

async function sightOf(sight: () => Promise<DrawSight>, brand: Brand): Promise<Draw> {
  const drawSight = await sight();
  return (url, phone, answers) => drawSight({ brand, url, phone }, answers);
}

type Others = { readonly offlineWorker: () => string; readonly listed: readonly Listed[] };

/** By path, what is made from the facts. Signs change only with a start, and are asked for with every page. */
function madeFrom(facts: Facts, { offlineWorker, listed }: Others): Map<string, () => Promise<MadeFile>> {
  const { brand } = facts;
  const text =
    (of: () => string, cache = 'no-cache') =>
    async () => ({ bytes: Buffer.from(of()), cache });
  const picture = (name: 'share' | 'touch', cache: string) => async () => ({
    bytes: await drawSign(name, facts),
    cache,
  });
  const anHour = 'public, max-age=3600';
  return new Map([
    ['/favicon.svg', text(() => signOf(brand), anHour)],
    ['/apple-touch-icon.png', picture('touch', anHour)],
    ['/share.png', picture('share', 'no-cache')],
    ['/sitemap.xml', text(() => sitemapOf(publicAddresses(pagesOf(listed, facts)), brand.origin))],
    ['/robots.txt', text(() => robotsOf(onlyOn(facts), brand.origin))],
    ['/offline-worker.js', text(offlineWorker)],
  ]);
}

/** As `routes.ts` lists them, without those of platforms that are switched off. */
function pagesOf(listed: readonly Listed[], { platforms: on }: { readonly platforms: readonly string[] }) {
  const drawn = listed.filter(({ id, feature }) => id !== undefined && (feature === undefined || on.includes(feature)));
  return Object.values(Object.groupBy(drawn, ({ id }) => id!)).map((same) => {
    const [{ id = '', audience, address }, ...others] = same as [Listed, ...Listed[]];
    return { id, audience, at: [address, ...others.map((each) => each.address)] as const };
  });
}

/** A browser that keeps the page for lost connections takes the new one when the page has changed. */
function workerFor(offline: string, worker: string): string {
  return worker.replace('offline-1', `offline-${createHash('sha256').update(offline).digest('hex').slice(0, 12)}`);
}

/** The portal's document, which the build made for no agency, as this one's: `kernel/brand.ts` reads it there. */
function documentOf(html: string, brand: Brand): string {
  const { name, paper, ink } = brand;
  const own = [
    `<meta name="theme-color" content="${escaped(paper)}" media="(prefers-color-scheme: light)"/>`,
    `<meta name="theme-color" content="${escaped(ink)}" media="(prefers-color-scheme: dark)"/>`,
    `<style>:root{${coloursOf(brand)}}</style>`,
    `<script type="application/json" id="${brandId}">${inScript(brand)}</script>`,
  ].join('');
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`)
    .replace('</head>', () => `${own}</head>`);
}
