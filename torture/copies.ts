/** A backup that is taken while everybody works has to come back as a book in order. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditBook } from '#requests/book.server.ts';
import { backUp } from '#server/backup.server.ts';
import { databaseIn } from '#server/connection.server.ts';
import { isDatabaseAway } from '#server/away.server.ts';
import { restore } from '#server/restore.server.ts';
import { asOwner, type World } from './world.ts';

/**
 * Returns what is wrong with the backup. Where another fault stopped the database meanwhile, there is none, which is
 * correct.
 */
export async function backUpAndRestore({ postgres }: World): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-copy-'));
  const name = `copy_${randomBytes(4).toString('hex')}`;
  const copy = databaseIn(postgres.url, name);
  try {
    await backUp(postgres.url, join(folder, 'copy.gz'));
    await asOwner(postgres.url, (client) => client.query(`create database ${name}`));
    await restore(copy, join(folder, 'copy.gz'));
    const checked = await asOwner(copy, (client) => auditBook(client));
    return checked.flatMap(({ shown }) => shown.map((finding) => `the restored backup: ${finding}`));
  } catch (error) {
    return isFault(error) ? [] : [`no backup could be restored: ${(error as Error).message}`];
  } finally {
    await asOwner(postgres.url, (client) => client.query(`drop database if exists ${name} with (force)`)).catch(
      () => {},
    );
    await rm(folder, { recursive: true, force: true });
  }
}

/** A migration that fails says in which file; that the disk was full, say, stands in its cause. */
function isFault(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof Error && error.cause !== undefined && isFault(error.cause));
}
