/**
 * One connection for one piece of work, separate from the portal's pool: for commands, benches and tests, mostly as the
 * owner of the database.
 */
import pg from 'pg';

/**
 * On its way there may be something that forgets what says nothing for some minutes, and a server whose machine died
 * says nothing more: without this its work would wait for ever.
 */
export const patient = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
  connectionTimeoutMillis: 30_000,
} satisfies pg.ClientConfig;

/**
 * `url` names the login, `name` is shown in PostgreSQL's pg_stat_activity. When the connection breaks, the work fails.
 */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  name?: string,
): Promise<T> {
  const client = new pg.Client({
    ...patient,
    connectionString: url,
    ...(name === undefined ? {} : { application_name: name }),
  });
  client.on('error', () => {});
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The same server's URL with another database. */
export function databaseIn(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
