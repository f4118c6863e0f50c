/** One job a connection, so that a platform that hangs holds up no other. Where no settings are, there is none. */
import { connectionSpecs, isOn, type ConnectionSpec } from '#platforms/connections.server.ts';
import type { App } from '#server/app.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { isDue } from './connections.store.server.ts';
import { runConnection } from './running.server.ts';

/** How often it is looked whether the hour is over, or an admin does not want to wait for that. */
const everySeconds = 5;

export function connectionJobs(app: App): Job[] {
  return connectionSpecs
    .filter((spec) => isOn(spec, app.config.advertising))
    .map((spec) => ({
      name: jobOf(spec),
      everySeconds,
      atStart: true,
      isDue: () => isDue(app.db, spec.platform),
      run: (stop) => runConnection(app, spec, stop),
    }));
}

export function jobOf({ service }: Pick<ConnectionSpec, 'service'>): string {
  return `connection to ${service}`;
}
