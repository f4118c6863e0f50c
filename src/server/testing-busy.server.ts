/**
 * How many times slower than a quiet machine this one is now, because others use it: 1 unless more than two processes
 * wait for each core. Times that are promised are held on a quiet machine and stretched on a busy one, so that no test
 * fails for slowness alone.
 */
import { cpus, loadavg } from 'node:os';

export function busyFactor(): number {
  return Math.max(1, Math.ceil(loadavg()[0]! / cpus().length / 2));
}
