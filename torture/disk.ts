/** A disk small enough to be filled: a tmpfs, where this user may mount one. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Disk = {
  readonly folder: string;
  /** Why it can't be filled; undefined where it can. */
  readonly whyNot: string | undefined;
  /** Takes every free byte but these. */
  fill(leave: number): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
};

/** A folder in /tmp, on a disk of its own of this many megabytes where that can be had. */
export async function openDisk(megabytes: number): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-torture-'));
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', disk], {
    encoding: 'utf8',
  });
  const whyNot =
    mounted.status === 0
      ? undefined
      : `no small disk can be mounted here (${mounted.error?.message ?? mounted.stderr.trim()})`;
  const ballast = join(disk, 'ballast');
  return {
    folder: disk,
    whyNot,
    async fill(leave) {
      const { bavail, bsize } = await statfs(disk);
      const file = await open(ballast, 'w');
      try {
        const block = Buffer.alloc(64 * 1024);
        for (let left = bavail * bsize - leave; left > 0; left -= block.length)
          await file.write(block, 0, Math.min(left, block.length));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      if (whyNot === undefined) spawnSync('umount', ['-l', disk]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
