/**
 * Where a commit has to wait for a standby and the standby is away, it waits for ever, and so do all others: soon they
 * have every connection, and nobody can even read. So once somebody is seen to wait, this node closes its own
 * connections that wait and begins no new writes, also none that had only waited for a connection: each would hang as
 * well, and the server keeps what hangs. Commits that still hang tell when the standby is back, because then they end.
 */
import { WaitedTooLong } from './away.server.ts';

export type HeldWrites = {
  /** True while no write should begin. */
  readonly held: boolean;
  /** Called about once a second with the backends that wait, and since when each has been busy. */
  see(waiting: readonly Waiting[]): void;
};

/** `standby`: it waits for the standby; otherwise for a lock, whose holder may be waiting for the standby. */
export type Waiting = { pid: number; since: string; standby: boolean };

type Told = {
  /** Closes this node's own connections to these backends; whether their commits are kept, nobody knows yet. */
  letGo: (pids: ReadonlySet<number>) => void;
  /** Called when holding back begins and ends. */
  changed: (held: boolean) => void;
};

/** Every commit waits for a moment. Waiting for longer than this is not normal. */
const patienceMs = 800;

/** What who would write now is told. */
export const heldBack = () => new WaitedTooLong('Earlier writes still wait for the standby.');

export function holdWrites({ letGo, changed }: Told): HeldWrites {
  let seen = new Map<string, number>();
  let held = false;
  return {
    get held() {
      return held;
    },
    see(waiting) {
      const now = performance.now();
      const nameOf = ({ pid, since }: Waiting) => `${pid} ${since}`;
      seen = new Map(waiting.map((one) => [nameOf(one), seen.get(nameOf(one)) ?? now]));
      const long = waiting.filter((one) => now - seen.get(nameOf(one))! >= patienceMs);
      const stuck = long.some(({ standby }) => standby);
      if (stuck) letGo(new Set(long.map(({ pid }) => pid)));
      if (held === stuck) return;
      held = !held;
      changed(held);
    },
  };
}
