/**
 * A connection of its own for one piece of work beside the portal's pool: what commands, benches and tests do, mostly
 * as the owner.
 */
import pg from 'pg';

/**
 * `url` says who it is, `name` what PostgreSQL calls it for whoever asks what goes on. A connection that breaks fails
 * the work.
 */
export async function withConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  name?: string,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, ...(name === undefined ? {} : { application_name: name }) });
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
