/**
 * The portal as one thing that can be opened and closed: tools, calls, pages, workers. `main.server.ts` opens it for
 * the operator, tests open it for themselves.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { backgroundJobs } from '#background.server.ts';
import { handlers } from '#endpoints.server.ts';
import { figuresOf } from '#figures.server.ts';
import { hooks } from '#hooks.server.ts';
import { openTraces } from '#audit/traces.server.ts';
import { takeUpKeys } from '#auth/keys.server.ts';
import { sessionFinder } from '#auth/sessions.server.ts';
import { confirming } from '#passkeys/confirming.server.ts';
import { onByDefault } from '#platforms/platforms.ts';
import { decisionOf } from '#queue/decisions.server.ts';
import type { App } from '#server/app.server.ts';
import { WrongSettings, type Config } from '#server/config.server.ts';
import { openDatabase, portalSettings, type Database } from '#server/database.server.ts';
import { openEvents } from '#server/events.server.ts';
import { openFeatures } from '#server/features.server.ts';
import { openHealth } from '#server/health.server.ts';
import { openHttp } from '#server/http.server.ts';
import { startJobs } from '#server/jobs.server.ts';
import { openLog, type Log } from '#server/log.server.ts';
import { describeApi } from '#server/docs.server.ts';
import { openMetrics } from '#server/metrics.server.ts';
import { appRole, migrate } from '#server/migrate.server.ts';
import { sessionOf } from '#server/caller.server.ts';
import { mount, type Observe } from '#server/mount.server.ts';
import { isPaylink } from '#paylinks/paylinks.server.ts';
import { servePages } from '#server/pages.server.ts';
import { NoAnswer } from '#server/outward.server.ts';
import { faultOfPictureStore, openPictureStore, type PictureStore } from '#server/picturestore.server.ts';
import { openOldReads } from '#server/oldreads.server.ts';
import { openSecrets } from '#server/secrets.server.ts';
import { sessionCookieOf, type FindSession } from '#server/session.server.ts';
import { openSite } from '#site/site.server.ts';
import { onward } from '#site/start.ts';
import { adminsNeedTwoFactor, platformsOn } from '#settings/settings.server.ts';
import { ensureFirstAdmin } from '#users/firstadmin.server.ts';

export type Portal = {
  readonly app: App;
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly firstAdmin: { email: string; password?: string } | undefined;
  close(): Promise<void>;
};

type PortalOptions = {
  readonly config: Config;
  /**
   * Everything runs as `portal_app`, but migrations: as this URL's user, or MIGRATE_DATABASE_URL's where that is given.
   */
  readonly databaseUrl: string;
  readonly observe?: Observe;
  /** Where `react-router build` put the pages; undefined serves calls only. */
  readonly buildDir?: string | undefined;
  /** How many times as often jobs look, for tests that wait for them. */
  readonly pace?: number;
};

export const builtPages = join(import.meta.dirname, '../build');

export async function openPortal({ config, databaseUrl, observe, buildDir, pace = 1 }: PortalOptions): Promise<Portal> {
  const log = openLog({ level: config.logLevel });
  const pictures = await pictureStoreOf(config, log);
  const { db, secrets, firstAdmin } = await prepareDatabase(config, databaseUrl, log);
  const events = openEvents(databaseUrl, log, {
    deaf: () => db.reconnect(),
    waiting: (waiting) => db.writes.see(waiting),
  });
  const oldReads = openOldReads(db, config.readDatabaseUrl, {
    role: appRole,
    settings: portalSettings,
    say: (sentence) => log.warn(sentence),
  });
  let http: FastifyInstance | undefined;
  let jobs: ReturnType<typeof startJobs> | undefined;
  const closeAll = async () => {
    // A stream would hold HTTP open. What calls under way and jobs at work need stays until the last of them has ended:
    // the chains that the jobs hold, and the wire to the other nodes.
    events.leave();
    const answered = http?.close();
    await Promise.all([answered, jobs?.stop(answered)]);
    await events.close();
    await oldReads.close();
    await db.close();
  };
  try {
    const features = await openFeatures(() => platformsOn(db), onByDefault);
    const app: App = { config, db, oldReads, events, features, log, secrets, pictures, hooks };
    const findSession = sessionFinder(db, adminsNeedTwoFactor(db));
    events.whenEnded((user) => findSession.forget(user));
    const whoAsks = (request: FastifyRequest) => sessionOf(request, findSession, sessionCookieOf(config));
    http = await openHttp(app, whoAsks);
    const health = openHealth(http, db, events.hears);
    await addCallsAndPages(http, app, { observe, buildDir, findSession, whoAsks });
    const every = backgroundJobs(app, databaseUrl);
    jobs = startJobs(
      app,
      every.map((job) => ({ ...job, everySeconds: job.everySeconds / pace })),
    );
    const address = await http.listen({ port: config.port, host: config.host });
    const close = async () => {
      await health.leave(config.drainSeconds);
      await closeAll();
    };
    return { app, address, firstAdmin, close };
  } catch (error) {
    // Nothing of it may go on, or its database would be stopped under it.
    await closeAll();
    throw error;
  }
}

/** A store that refuses stops the start; one that is away does not, as only pictures need it. */
async function pictureStoreOf({ pictureStore }: Config, log: Log): Promise<PictureStore | undefined> {
  if (!pictureStore) return undefined;
  const store = openPictureStore(pictureStore);
  try {
    const fault = await faultOfPictureStore(store);
    if (fault) throw new WrongSettings(fault);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    log.warn('the store of pictures does not answer: new ones are kept in the database', { error });
  }
  return store;
}

/** Migrates, opens the pool, and sees to it that there are keys and an admin. */
async function prepareDatabase(config: Config, url: string, log: Log) {
  const secrets = await openSecrets(config);
  if (config.databaseUrl && !config.secretKeys)
    log.warn('SECRET_KEY is missing: secrets are sealed with nothing better than the password in DATABASE_URL');
  const ran = await migrate(config.migrateDatabaseUrl ?? url, undefined, { voucherKeys: secrets.voucherKeys });
  if (ran.length > 0) log.info('migrated', { ran });
  const db = openDatabase(url, {
    max: config.databasePool,
    role: appRole,
    settings: portalSettings,
    vouch: secrets.vouch,
    onError: (error) => log.warn('a database connection broke', { error }),
    onHeld: (held) =>
      held ? log.error('the standby does not answer: writes are refused') : log.warn('the standby is back'),
  });
  try {
    await insistOnTimeZone(db, config.businessTz);
    const resealed = await takeUpKeys(db, secrets, { alone: config.databaseUrl === undefined });
    if (resealed > 0) log.info('sealed secrets anew', { resealed });
    return { db, secrets, firstAdmin: await ensureFirstAdmin(db, config) };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Node may know a zone that PostgreSQL does not: then whatever counts by the agency's days would fail, one by one. */
async function insistOnTimeZone(db: Database, zone: string): Promise<void> {
  await db.query('portal.zone', 'select now() at time zone $1', [zone]).catch((error: unknown) => {
    if ((error as { code?: string }).code !== unknownZone) throw error;
    throw new WrongSettings(`BUSINESS_TZ: PostgreSQL does not know the time zone ${zone}. Give another name of it.`);
  });
}

/** PostgreSQL's code of a value that a function does not take. */
const unknownZone = '22023';

type Sessions = { findSession: FindSession; whoAsks: (request: FastifyRequest) => ReturnType<FindSession> };

/** Everything that is answered over HTTP. Metrics come first, as only what is added later is measured. */
async function addCallsAndPages(
  http: FastifyInstance,
  app: App,
  { observe, buildDir, findSession, whoAsks }: Pick<PortalOptions, 'observe' | 'buildDir'> & Sessions,
): Promise<void> {
  const { config, db } = app;
  openMetrics(http, {
    token: config.metricsToken,
    publicUrl: config.publicUrl,
    pool: db.pool,
    figures: () => figuresOf(app),
    untimed: ['/events'],
  });
  const site = buildDir ? await openSite(app, buildDir) : undefined;
  const traces = openTraces(app);
  http.addHook('onClose', () => traces.close());
  await mount(http, {
    app,
    leaveTrace: traces.leave,
    handlers,
    findSession,
    confirm: confirming(decisionOf),
    ...(observe ? { observe } : {}),
    ...(site ? { formPage: site.formPage } : {}),
  });
  const https = config.publicUrl.startsWith('https:');
  if (buildDir && site)
    await servePages(http, {
      buildDir,
      https,
      sessionOf: async (request) => whoAsks(request),
      features: app.features,
      onward,
      exists: async (address, { code = '' }) => address !== '/pay/:code' || isPaylink(db, code),
      edition: site.edition,
    });
  const endpoints = handlers.map((handler) => handler.endpoint);
  describeApi(http, endpoints, { title: config.brand.name, url: config.publicUrl }, app.features);
}
