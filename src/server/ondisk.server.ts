/**
 * What a crash of the machine must not undo: waits until a file, or the list of a folder's files, is on the disk
 * itself.
 */
import { open } from 'node:fs/promises';

export async function onDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
