/**
 * Only for tests: every refusal that a call answers is one that its endpoint declares, or one that all of them share.
 * So a declaration that is forgotten, or taken away, turns whichever test meets the refusal red.
 */
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { pathsOf, type Endpoint } from '#kernel/endpoint.ts';
import { sharedRefusals } from '#server/openapi.server.ts';
import { handlers } from './endpoints.server.ts';

const routes = handlers.flatMap(({ endpoint }) =>
  pathsOf(endpoint).map((path) => ({ endpoint, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) })),
);

/** These two are declared by whom they are about, although any call may answer them. */
const shared = sharedRefusals.filter((code) => code !== 'not_found' && code !== 'limit.reached');

/** What is wrong with this answer's refusal, or undefined; `on` are the features that are switched on. */
export function undeclared(
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
  on: ReadonlySet<string>,
): string | undefined {
  const { code } = (body ?? {}) as { code?: unknown };
  if (status < 400 || typeof code !== 'string') return undefined;
  const endpoint = endpointAt(method, path);
  // A passkey confirms what somebody does who is signed in; a call for strangers that asks for one says so itself.
  const isShared = shared.includes(code) && (code !== 'passkey.refused' || endpoint?.access !== 'public');
  if (!endpoint || isShared) return undefined;
  // A part of the portal that is switched off is not there.
  if (code === 'not_found' && endpoint.feature !== undefined && !on.has(endpoint.feature)) return undefined;
  note(endpoint, code);
  return endpoint.refusals?.includes(code)
    ? undefined
    : `${endpoint.method} ${endpoint.path} answers ${code}, which it does not declare`;
}

function endpointAt(method: string, path: string): Endpoint | undefined {
  const { pathname } = new URL(path, 'http://portal.test');
  return routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))?.endpoint;
}

/** `npm run flip` wants to know which test meets which refusal. */
function note({ method, path }: Endpoint, code: string): void {
  const file = process.env['REFUSALS_MET'];
  if (!file) return;
  const { testPath, currentTestName } = expect.getState();
  appendFileSync(
    file,
    `${JSON.stringify({ refusal: `${method} ${path} ${code}`, file: testPath, test: currentTestName ?? '' })}\n`,
  );
}
