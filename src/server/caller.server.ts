/** Who calls, and what is refused before the input is read. */
import type { FastifyRequest } from 'fastify';
import { mayCall } from '#kernel/access.ts';
import { changesSomething, type Endpoint } from '#kernel/endpoint.ts';
import { notSignedIn, otherPerson, readOnly, twoFactorMissing, wrongRole, type Refusal } from '#kernel/refusal.ts';
import type { FindSession, Session } from './session.server.ts';

/**
 * The session of the bearer token or of the cookie. A bearer token wins, so that an API call acts as the token's owner,
 * whatever cookie the browser adds.
 */
export function sessionOf(request: FastifyRequest, findSession: FindSession, cookie: string): ReturnType<FindSession> {
  const bearer = /^bearer +([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const token = request.headers.authorization === undefined ? cookieOf(request, cookie) : bearer;
  return token === undefined ? undefined : findSession(token);
}

/** The token that a browser brought along in the cookie of this name. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers;
  const token = cookie === undefined ? undefined : request.server.parseCookie(cookie)[name];
  return token !== undefined && token !== '' && token.length <= 200 ? token : undefined;
}

/** The access rule of the whole portal, as a pure function of the declaration and the session. */
export function refusalToCall(endpoint: Endpoint, session: Session | undefined): Refusal | undefined {
  if (endpoint.access === 'public') return undefined;
  if (!session) return notSignedIn;
  if (!mayCall(endpoint.access, session)) return wrongRole;
  if (session.secondFactor === 'missing' && !endpoint.whileUnsecured) return twoFactorMissing;
  if (session.actingAdmin && changesSomething(endpoint) && !endpoint.whileActing) return readOnly;
  return undefined;
}

/** Browsers name the site that a write comes from; a write from another site is refused even with a valid cookie. */
export function refusalOfOrigin(request: FastifyRequest, publicUrl: string): Refusal | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const foreign = { ...wrongRole, code: 'auth.origin', message: 'This request came from another site.' };
  if (site === 'cross-site' || site === 'same-site') return foreign;
  if (origin === undefined) return undefined;
  const own = new URL(publicUrl);
  if (origin === own.origin) return undefined;
  const from = URL.canParse(origin) ? new URL(origin) : undefined;
  if (from?.host !== request.headers.host) return foreign;
  // On plain http somebody on the network can forge a page of this host name, so it does not count as the portal.
  return own.protocol === 'https:' && from?.protocol !== 'https:' && from?.host === own.host ? foreign : undefined;
}

/** A browser's tabs share one cookie: a page of one person must not act as another who has signed in beside it. */
export function refusalOfPage(
  endpoint: Endpoint,
  { headers }: FastifyRequest,
  session: Session | undefined,
): Refusal | undefined {
  const drawnFor = headers['drawn-for'];
  if (drawnFor === undefined || !session || endpoint.access === 'public') return undefined;
  return drawnFor === session.ownId || !changesSomething(endpoint) ? undefined : otherPerson;
}
