/**
 * How many times slower than a quiet machine this one is now, because others use it: 1 unless more than two processes
 * wait for each core. Times that are promised are held on a quiet machine; on a busy one they are stretched, and that
 * is said.
 */
import { cpus, loadavg } from 'node:os';

export function busyFactor(): number {
  return Math.max(1, loadavg()[0]! / cpus().length / 2);
}
