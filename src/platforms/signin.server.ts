/** An access token for a refresh token (RFC 6749, section 6), as two of the platforms want it. */
import type { SignIn } from '#server/advertising.server.ts';
import { hostOf } from '#server/outward.server.ts';
import * as z from 'zod/mini';
import { askPlatform, judgeStatus, PlatformBroken, type Tools } from './connection.server.ts';

const granted = z.object({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  expires_in: z.optional(z.unknown()),
});
const refused = z.object({ error: z.string() });

/** So long a token lives where nobody says it. */
const anHour = 3_600;

/** A token for each question; another one once three quarters of its life are over, as a run may be longer. */
export function signIn(tools: Tools, settings: SignIn, scope?: string): () => Promise<string> {
  let token: Promise<string> | undefined;
  let until = Infinity;
  const next = async () => {
    until = Infinity;
    const { access, seconds } = await refreshed(tools, settings, scope);
    until = performance.now() + seconds * 750;
    return access;
  };
  return () => (token = token === undefined || performance.now() > until ? next() : token);
}

type Token = { access: string; seconds: number };

async function refreshed(tools: Tools, settings: SignIn, scope: string | undefined): Promise<Token> {
  const { clientId, clientSecret, refreshToken: given, tokenUrl: url } = settings;
  const kept = await tools.token.kept(given);
  const form = (refreshToken: string) => ({
    grant_type: 'refresh_token',
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    refresh_token: refreshToken,
    ...(scope === undefined ? {} : { scope }),
  });
  const said = await askPlatform(tools, { url, form: form(kept ?? given) }, (reply, why) => {
    judgeStatus(hostOf(url), reply);
    const { error } = refused.safeParse(why).data ?? { error: `status ${reply.status}` };
    throw new PlatformBroken(
      error === 'invalid_grant'
        ? 'The sign-in has expired or was withdrawn. Sign in at the platform again and put the new refresh token into the settings.'
        : `The sign-in was refused (${error.slice(0, 60)}). Please check client id and secret in the settings.`,
    );
  });
  const read = granted.safeParse(said);
  if (!read.success) throw new PlatformBroken(`${hostOf(url)} answered a sign-in without a token.`);
  const { access_token: access, refresh_token: next, expires_in: lives } = read.data;
  // A platform may give another one each time, and end the old one.
  if (next !== undefined && next !== given && next !== kept) await tools.token.keep(given, next);
  return { access, seconds: Number(lives) > 0 ? Number(lives) : anHour };
}
