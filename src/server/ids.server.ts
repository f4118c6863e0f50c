/** New ids that people read: `US-7K3Q-X2MF`. */
import { randomBytes } from 'node:crypto';
import { speakable, type Prefix } from '#kernel/ids.ts';

export function newId(prefix: Prefix): string {
  return speakable(prefix, fiveBytes());
}

let random = randomBytes(0);

/** They are drawn thousands at a time, which is much cheaper. */
function fiveBytes(): Uint8Array {
  if (random.length < 5) random = randomBytes(5_000);
  const five = random.subarray(0, 5);
  random = random.subarray(5);
  return five;
}
