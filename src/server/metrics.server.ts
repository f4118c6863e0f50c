/**
 * Metrics are what a monitoring system reads from this node, in Prometheus' text format at GET /metrics: how calls are
 * answered, how busy the process and its pool are, and figures of the business. They contain no names, addresses or
 * ids, but they do say how much money there is. So only whoever has METRICS_TOKEN gets them, or the machine itself
 * where it serves nobody else.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { notFound } from '#kernel/refusal.ts';
import { ttlCache } from './cache.server.ts';
import { sendRefusal } from './http.server.ts';

/** A figure that is read when somebody asks for it; `labels` have the same names in each sample. */
export type Metric = { name: string; help: string; samples: { labels?: Record<string, string>; value: number }[] };

type MetricsOptions = {
  token: string | undefined;
  publicUrl: string;
  pool: pg.Pool;
  /** Figures from the database; asked at most once in five seconds. Fails while the database is away. */
  figures: () => Promise<Metric[]>;
  /** Routes that stay open for as long as somebody listens: counted, but not timed. */
  untimed?: readonly string[];
};

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const figuresTtlMs = 5_000;

/** Call before the routes are added: only later ones are measured. */
export function openMetrics(
  http: FastifyInstance,
  { token, publicUrl, pool, figures, untimed = [] }: MetricsOptions,
): void {
  const calls = countCalls(http, untimed);
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  http.addHook('onClose', async () => void lag.disable());
  const cache = ttlCache<'figures', Promise<Metric[]>>({ ttlMs: figuresTtlMs });
  http.get('/metrics', async (request, reply) => {
    if (!mayRead(request, { token, publicUrl })) return sendRefusal(reply, notFound);
    const business = await cache.read('figures', figures).catch(() => undefined);
    // Made anew each time, so that a figure that can't be read just now is missing instead of outdated.
    const now = new Registry();
    addProcess(now);
    const read = [...ofLoop(lag), ...ofPool(pool), await ofConnections(http.server), up(business), ...(business ?? [])];
    for (const metric of read) addGauge(now, metric);
    void reply.type(now.contentType).header('cache-control', 'no-store');
    return (await now.metrics()) + (await calls.metrics());
  });
}

/**
 * Allowed: whoever has the token; and whoever asks on this machine itself, where the portal serves nobody else. A
 * proxy's calls come from this machine too, and need not say for whom it asks (nginx does not by default), so being
 * local alone is not enough.
 */
export function mayRead(
  request: Pick<FastifyRequest, 'headers' | 'socket'>,
  { token, publicUrl }: Pick<MetricsOptions, 'token' | 'publicUrl'>,
): boolean {
  const { authorization = '' } = request.headers;
  if (token !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))) return true;
  const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  );
  // A foreign page can make its own host name point to this machine (DNS rebinding), but the call still has that name.
  const byItsName = isThisMachine(request.headers.host ?? 'localhost') && isThisMachine(new URL(publicUrl).host);
  return !forwarded && byItsName && /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
}

const isThisMachine = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(host);

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Counts and times every call from now on. */
function countCalls(http: FastifyInstance, untimed: readonly string[]): Registry {
  const registry = new Registry();
  const answered = new Counter({
    name: 'portal_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'portal_http_request_seconds',
    help: "Time from a request's arrival to its answer.",
    labelNames: ['route'],
    buckets,
    registers: [registry],
  });
  http.addHook('onResponse', (request, reply, done) => {
    // Counted by route and not by address: an address may contain a person's id, and there are endlessly many.
    const route = (request.routeOptions.url ?? 'none').replace(/^\/kimi(?=\/)/, '');
    answered.inc({ method: request.method, route, status: reply.statusCode });
    if (!untimed.includes(route)) seconds.observe({ route }, reply.elapsedTime / 1000);
    done();
  });
  return registry;
}

function addGauge(registry: Registry, { name, help, samples }: Metric): void {
  const labelNames = Object.keys(samples[0]?.labels ?? {});
  const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
  // A gauge without labels begins at 0, even where nothing is known.
  if (samples.length === 0) gauge.remove();
  for (const { labels = {}, value } of samples) gauge.set(labels, value);
}

function addProcess(registry: Registry): void {
  const { user, system } = process.cpuUsage();
  const registers = [registry];
  new Counter({ name: 'process_cpu_seconds_total', help: 'CPU time spent.', registers }).inc((user + system) / 1e6);
  const memory = new Gauge({ name: 'process_resident_memory_bytes', help: 'Memory held.', registers });
  memory.set(process.memoryUsage.rss());
  new Gauge({ name: 'process_uptime_seconds', help: 'Time since the start.', registers }).set(process.uptime());
}

function up(business: Metric[] | undefined): Metric {
  const samples = [{ value: business ? 1 : 0 }];
  return { name: 'portal_database_up', help: 'Whether the figures could be read.', samples };
}

/** Delays of the event loop since they were last read. */
function ofLoop(lag: ReturnType<typeof monitorEventLoopDelay>): Metric[] {
  const at = (percentile: number) => (lag.count > 0 ? lag.percentile(percentile) / 1e9 : 0);
  const samples = [0.5, 0.99, 1].map((quantile) => ({
    labels: { quantile: String(quantile) },
    value: at(quantile * 100),
  }));
  lag.reset();
  return [
    {
      name: 'portal_event_loop_lag_seconds',
      help: 'Delay of timers since the last scrape; about 0.01 is rest.',
      samples,
    },
  ];
}

function ofPool({ totalCount, idleCount, waitingCount, options }: pg.Pool): Metric[] {
  const samples = Object.entries({ busy: totalCount - idleCount, idle: idleCount, most: options.max }).map(
    ([state, value]) => ({
      labels: { state },
      value,
    }),
  );
  return [
    { name: 'portal_pool_connections', help: 'Connections to the database, and how many there may be.', samples },
    { name: 'portal_pool_waiting', help: 'Queries that wait for a connection.', samples: [{ value: waitingCount }] },
  ];
}

/** All open connections: streams of hints, calls under way, and those that browsers keep open for the next call. */
async function ofConnections(server: Server): Promise<Metric> {
  const value = await new Promise<number>((resolve) =>
    server.getConnections((error, count) => resolve(error ? 0 : count)),
  );
  return { name: 'portal_connections', help: 'Open connections of callers.', samples: [{ value }] };
}
