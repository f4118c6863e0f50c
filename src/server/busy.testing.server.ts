/**
 * How many times slower than a quiet machine this one is now, because others use it: 1 unless more than two processes
 * wait for each core. Tests multiply their time limits by it, so that none fails only because the machine is busy.
 */
import { cpus, loadavg } from 'node:os';

export function busyFactor(): number {
  return Math.max(1, Math.ceil(loadavg()[0]! / cpus().length / 2));
}
