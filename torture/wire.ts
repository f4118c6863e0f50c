/**
 * A wire between a node and PostgreSQL that can be cut, slowed and stalled. It knows nothing of what passes: bytes go
 * in order, late or never, as they would over a bad network.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Wire = {
  readonly port: number;
  /** New connections lead there. */
  aim(target: string): void;
  /** Breaks every connection at once; new ones pass. */
  cut(): void;
  /** While it is refused, every new connection is broken at once. */
  refuse(on: boolean): void;
  /** Every piece of data comes this much later. */
  delay(ms: number): void;
  /** No data passes, but both ends still see an open connection. */
  stall(on: boolean): void;
  /**
   * Like a firewall that has forgotten its connections: no data passes on the open ones any more, without an error; new
   * connections work.
   */
  forget(): void;
  /** Connections that are open now. */
  readonly open: number;
  /** Ends all faults of this wire. */
  mend(): void;
  close(): Promise<void>;
};

/** Opens a wire on a free port to where `target` leads: a socket's path. */
export async function openWire(target: string): Promise<Wire> {
  let to = target;
  const sockets = new Set<Socket>();
  const state = { refused: false, delayMs: 0, stalled: Promise.resolve(), resume: () => {}, forgotten: 0 };
  const keep = (socket: Socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  };
  const server = createServer({ allowHalfOpen: false }, (near) => {
    keep(near);
    if (state.refused) return void near.destroy();
    const far = connect(to);
    keep(far);
    pass(near, far, state);
    pass(far, near, state);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stall = (on: boolean) => {
    state.resume();
    if (on) state.stalled = new Promise((resolve) => (state.resume = resolve));
  };
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return sockets.size / 2;
    },
    aim: (there) => void (to = there),
    cut: destroyAll,
    forget() {
      state.forgotten += 1;
      const lost = [...sockets];
      // Each end finds out for itself some time, by asking whether the other is still there.
      setTimeout(() => lost.forEach((socket) => socket.destroy()), 20_000).unref();
    },
    refuse: (on) => void (state.refused = on),
    delay: (ms) => void (state.delayMs = ms),
    stall,
    mend() {
      state.refused = false;
      state.delayMs = 0;
      stall(false);
    },
    close: () => closed(server, destroyAll),
  };
}

type State = { delayMs: number; stalled: Promise<void>; forgotten: number };

/** One direction: pieces keep their order, because each waits for the one before it. */
function pass(from: Socket, to: Socket, state: State): void {
  let before = Promise.resolve();
  const memory = state.forgotten;
  const after = (then: () => void) => {
    before = before.then(async () => {
      if (state.delayMs > 0) await sleep(state.delayMs);
      await state.stalled;
      if (state.forgotten === memory) then();
    });
  };
  from.on('data', (bytes: Buffer) => after(() => to.writable && to.write(bytes)));
  from.on('end', () => after(() => to.end()));
  from.on('close', () => after(() => to.destroy()));
}

function closed(server: Server, destroyAll: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    destroyAll();
  });
}
