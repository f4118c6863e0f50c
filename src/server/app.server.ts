/**
 * The tools a handler may use, opened once by `main.server.ts` and handed in, so that nothing reaches for a global.
 * An interface, as requests/ adds what kinds of request have happen.
 */
import type { Config } from './config.server.ts';
import type { Database } from './database.server.ts';
import type { Events } from './events.server.ts';
import type { Features } from './features.server.ts';
import type { Log } from './log.server.ts';
import type { Secrets } from './secrets.server.ts';

export interface App {
  readonly config: Config;
  readonly db: Database;
  readonly events: Events;
  readonly log: Log;
  readonly features: Features;
  /** Seals what must be read again but not by whoever has a copy of the database. */
  readonly secrets: Secrets;
}
