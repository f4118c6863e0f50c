/**
 * Who declares an amount in the demonstration is taken at their word: after some seconds exactly that much arrives, so
 * that whoever runs it sees what a client sees.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { networkCalled } from '#chain/networks.ts';
import type { Arrival } from './chain.ts';
import { etherNamed, walletNamed } from './stage.ts';

/** What is sent for a declaration, so that it is sent once. */
export function hashOfDeclared(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

type Declared = { id: string; name: string; to: string; cents: string };

/** Looks every few seconds; `arrive` is told of each once. Answers how to stop. */
export async function payDeclared(
  databaseUrl: string,
  paid: readonly Arrival[],
  arrive: (arrival: Arrival) => Promise<void>,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  const known = new Set(paid.map(({ hash }) => hash));
  const look = async () => {
    const { rows } = await client.query<Declared>(
      `select public_id as id, network_name as name, network_address as to, cents::text from declarations
       where ended_at is null and expires_at > now() and created_at < now() - interval '12 seconds'`,
    );
    for (const { id, name, to, cents } of rows) {
      const network = networkCalled(name);
      const hash = hashOfDeclared(id);
      if (!network || known.has(hash)) continue;
      known.add(hash);
      const from = network.family === 'tron' ? walletNamed(id) : etherNamed(id);
      await arrive({ network: network.name, hash, at: Date.now(), from, to, dollars: Number(cents) / 100 });
    }
  };
  const timer = setInterval(() => void look().catch(() => undefined), 3_000);
  return async () => {
    clearInterval(timer);
    await client.end();
  };
}
