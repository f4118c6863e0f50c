import type { Database } from '#server/database.server.ts';
import { listClients, type ClientRow } from './clients.store.server.ts';

/** The newest clients whose name, address, phone or id holds the text; one round trip. */
export function findClients(db: Database, q: string, limit: number): Promise<ClientRow[]> {
  return listClients(db, { q, sort: '-createdAt', page: 1, limit, after: '', active: false });
}
