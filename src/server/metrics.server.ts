/**
 * Metrics are what a monitoring system asks this node for, in Prometheus' text format at GET /metrics: how calls are
 * answered, how busy the process and its pool are, and whatever figures of the business are handed in. They carry no
 * names, addresses or ids, but they do say how much money there is, so that only the machine itself or whoever has
 * METRICS_TOKEN gets them.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { notFound } from '#kernel/refusal.ts';
import { ttlCache } from './cache.server.ts';
import { sendRefusal } from './http.server.ts';

type Sample = { labels?: Record<string, string>; value: number };
export type Metric = { name: string; help: string; type?: 'gauge' | 'counter'; samples: Sample[] };

type MetricsOptions = {
  token: string | undefined;
  pool: pg.Pool;
  /** Figures from the database; asked at most once in five seconds. Fails while the database is away. */
  figures: () => Promise<Metric[]>;
  /** Routes that stay open for as long as somebody listens: counted, but not timed. */
  untimed?: readonly string[];
};

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const figuresTtlMs = 5_000;

/** Call before the routes are added: only later ones are measured. */
export function openMetrics(http: FastifyInstance, { token, pool, figures, untimed = [] }: MetricsOptions): void {
  const calls = countCalls(http, untimed);
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  http.addHook('onClose', async () => void lag.disable());
  const cache = ttlCache<'figures', Promise<Metric[]>>({ ttlMs: figuresTtlMs });
  const ask = () => cache.read('figures', figures);
  http.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) return sendRefusal(reply, notFound);
    const business = await ask().catch(() => undefined);
    const up: Metric = {
      name: 'portal_database_up',
      help: 'Whether the figures could be read.',
      samples: [{ value: business ? 1 : 0 }],
    };
    void reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store');
    return (
      [...ofProcess(), ...ofLoop(lag), ...ofPool(pool), await ofConnections(http.server), up, ...(business ?? [])]
        .map(metricText)
        .join('') + calls.text()
    );
  });
}

/** A proxy on this machine is a loopback peer too, but says for whom it asks. */
export function mayRead(request: Pick<FastifyRequest, 'headers' | 'socket'>, token: string | undefined): boolean {
  const { authorization = '' } = request.headers;
  if (token !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))) return true;
  const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  );
  // A page that rebinds its own name to this machine is a loopback peer too, but goes on calling it by that name.
  const byItsName = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(request.headers.host ?? 'localhost');
  return !forwarded && byItsName && /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
}

const digest = (text: string) => createHash('sha256').update(text).digest();

type Route = { name: string; answered: Map<string, Sample>; counts: number[]; sum: number; count: number };

function countCalls(http: FastifyInstance, untimed: readonly string[]) {
  // Found by the declared address of a route, so that counting costs a call two look-ups and no text.
  const found = new Map<string | undefined, Route>();
  const routes = new Map<string, Route>();
  const routeAt = (url: string | undefined): Route => {
    // Routes, not addresses: an address may name a person, and there are endlessly many.
    const name = (url ?? 'none').replace(/^\/kimi(?=\/)/, '');
    const route = routes.get(name) ?? { name, answered: new Map(), counts: bounds.map(() => 0), sum: 0, count: 0 };
    routes.set(name, route);
    found.set(url, route);
    return route;
  };
  http.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions;
    const route = found.get(url) ?? routeAt(url);
    const { method } = request;
    const key = reply.statusCode + method;
    const sample = route.answered.get(key);
    if (sample) sample.value += 1;
    else route.answered.set(key, { labels: { method, route: route.name, status: String(reply.statusCode) }, value: 1 });
    const seconds = reply.elapsedTime / 1000;
    route.sum += seconds;
    route.count += 1;
    const bucket = bounds.findIndex((bound) => seconds <= bound);
    if (bucket >= 0) route.counts[bucket]! += 1;
    done();
  });
  return {
    text(): string {
      const name = 'portal_http_request_seconds';
      const lines = [`# HELP ${name} Time from a request's arrival to its answer.\n# TYPE ${name} histogram\n`];
      for (const { name: route, counts, sum, count } of routes.values()) {
        if (untimed.includes(route)) continue;
        let below = 0;
        for (const [place, bound] of bounds.entries()) {
          below += counts[place]!;
          lines.push(line(`${name}_bucket`, { route, le: String(bound) }, below));
        }
        lines.push(
          line(`${name}_bucket`, { route, le: '+Inf' }, count),
          line(`${name}_sum`, { route }, sum),
          line(`${name}_count`, { route }, count),
        );
      }
      const requests: Metric = {
        name: 'portal_http_requests_total',
        help: 'Answered requests.',
        type: 'counter',
        samples: [...routes.values()].flatMap((route) => [...route.answered.values()]),
      };
      return metricText(requests) + lines.join('');
    },
  };
}

function ofProcess(): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time spent.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
    { name: 'process_resident_memory_bytes', help: 'Memory held.', samples: [{ value: process.memoryUsage.rss() }] },
    { name: 'process_uptime_seconds', help: 'Time since the start.', samples: [{ value: process.uptime() }] },
  ];
}

/** Since the last time somebody asked. */
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

/** Streams of hints, calls under way, and connections that browsers keep for the next one. */
async function ofConnections(server: Server): Promise<Metric> {
  const value = await new Promise<number>((resolve) =>
    server.getConnections((error, count) => resolve(error ? 0 : count)),
  );
  return { name: 'portal_connections', help: 'Open connections of callers.', samples: [{ value }] };
}

function metricText({ name, help, type = 'gauge', samples }: Metric): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map(({ labels, value }) => line(name, labels, value)).join('')}`;
}

function line(name: string, labels: Record<string, string> = {}, value: number): string {
  const told = Object.entries(labels).map(
    ([label, text]) => `${label}="${text.replaceAll(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`,
  );
  return `${name}${told.length > 0 ? `{${told.join(',')}}` : ''} ${value}\n`;
}
