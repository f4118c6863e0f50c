/**
 * The tools a handler may use, opened once by `main.server.ts` and handed in, so that nothing reaches for a global.
 * It is an interface because requests/ adds a property: what kinds of request do besides moving money.
 */
import type { Config } from './config.server.ts';
import type { Database } from './database.server.ts';
import type { Events } from './events.server.ts';
import type { Features } from './features.server.ts';
import type { Log } from './log.server.ts';
import type { OldReads } from './oldreads.server.ts';
import type { PictureStore } from './picturestore.server.ts';
import type { Secrets } from './secrets.server.ts';

export interface App {
  readonly config: Config;
  readonly db: Database;
  /** Where files and figures of the whole are read, which may be a moment old. Never what somebody just did. */
  readonly oldReads: OldReads;
  readonly events: Events;
  readonly log: Log;
  readonly features: Features;
  /** Encrypts what the portal must read again, so that a stolen copy of the database does not reveal it. */
  readonly secrets: Secrets;
  /** Absent: pictures are kept in the database. */
  readonly pictures: PictureStore | undefined;
}
