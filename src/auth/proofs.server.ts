/** Somebody who is signed in proves their second factor before it is changed. Wrong codes are limited. */
import { refuse } from '#kernel/refusal.ts';
import type { App } from '#server/app.server.ts';
import type { Session } from '#server/session.server.ts';
import { clearAttempts, insistUnderLimit } from '#users/throttle.server.ts';
import { wrongCode } from './twofactor.ts';

const quarterHour = 900;
const most = 10;

/** A code that `accept` takes. */
export async function insistOnCode(app: App, session: Session, accept: () => Promise<boolean>): Promise<void> {
  const key = `otp:${session.person}`;
  await insistUnderLimit(app.db, [{ key, most }], quarterHour);
  if (!(await accept())) refuse(wrongCode);
  await clearAttempts(app.db, [key]);
}
