/**
 * Unexpected errors as rows, so that an admin finds by the short reference what happened: to whom, when, in which call.
 * The error's text stands in the log only, because it may quote what somebody typed. The row is written after the
 * answer and may be missing; the log has every error.
 */
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { speakablePattern, spoken } from '#kernel/ids.ts';
import type { App } from './app.server.ts';
import type { Database } from './database.server.ts';

export const nodeName = `${hostname()}:${process.pid}`.slice(0, 200);

/**
 * At most so many are written at once. When errors come by the hundred, the log is enough; calls need the connections.
 */
const mostUnderWay = 4;
let underWay = 0;

/** Writes the error down in the background if it can; never throws and never keeps the caller waiting. */
export function keepError(
  { db, log }: Pick<App, 'db' | 'log'>,
  reference: string,
  error: unknown,
  request: FastifyRequest,
): void {
  if (underWay >= mostUnderWay) return;
  underWay += 1;
  insert(db, reference, error, request)
    .catch((failure: unknown) => log.warn('an error could not be kept', { reference, error: failure }))
    .finally(() => (underWay -= 1));
}

async function insert(db: Database, reference: string, error: unknown, request: FastifyRequest): Promise<void> {
  await db.query(
    'errors.keep',
    `insert into errors (reference, node, method, path, person, acting_admin, request_apply_id, kind, place)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      reference,
      nodeName,
      request.method,
      request.routeOptions.url ?? '',
      request.session?.person ?? null,
      request.session?.actingAdmin?.id ?? null,
      requestNamed(request.query, request.body) ?? null,
      classOf(error),
      sourceLineOf(error),
    ],
  );
}

/** The apply id that a call is about, where it names one. */
function requestNamed(...sources: readonly unknown[]): string | undefined {
  const items = sources.flatMap((source) =>
    isFields(source) && Array.isArray(source['items']) ? (source['items'] as unknown[]) : [],
  );
  for (const source of [...sources, ...items]) {
    if (!isFields(source)) continue;
    for (const value of [source['applyId'], source['id']]) {
      if (typeof value === 'string' && value.length <= 20 && speakablePattern.test(spoken(value))) return spoken(value);
    }
  }
  return undefined;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** `TypeError`, `DatabaseError 42501`: never the message, which may quote what somebody typed. */
function classOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return [error.constructor.name, typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : ''].join(' ').trim();
}

/** The line of our code that failed, without the lines of the database access: `src/wallet/wallet.server.ts:23`. */
function sourceLineOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = [...stack.matchAll(/\/(src\/[\w./-]+\.tsx?:\d+)/g)].map(([, place]) => place!);
  return places.find((place) => !place.startsWith('src/server/database.server.ts')) ?? '';
}

/** Deletes old errors, and those beyond the number that anybody reads. Cheap enough to run every minute. */
export async function sweepErrors(db: Database): Promise<void> {
  await db.query(
    'errors.sweep',
    `delete from errors where at < now() - interval '90 days' or id <= (select max(id) from errors) - 10000`,
  );
}
