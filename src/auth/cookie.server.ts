/** The cookie in which a browser holds its session: no script can read it and no other site can send it along. */
import type { FastifyReply } from 'fastify';
import type { App } from '#server/app.server.ts';
import { sessionCookieOf } from '#server/session.server.ts';

/** `seconds` undefined lasts as long as the browser is open, 0 removes it. */
export function setCookie(app: App, reply: FastifyReply, token: string, seconds: number | undefined): void {
  if (token === '') clearAnswers(reply);
  void reply.setCookie(sessionCookieOf(app.config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: app.config.publicUrl.startsWith('https:'),
    ...(seconds === undefined ? {} : { maxAge: seconds }),
  });
}

/** What a browser kept of the answers goes, too, once another person may sit before it. */
export function clearAnswers(reply: FastifyReply): void {
  void reply.header('clear-site-data', '"cache"');
}
