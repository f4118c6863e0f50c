/**
 * A connection that hears what the server says without being asked, so that nobody has to ask: whether it is a standby
 * (PostgreSQL reports that to each connection, also when it changes), and that a commit was not waited for.
 */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { OnStandby, Unconfirmed } from './away.server.ts';

type Reported = { parameterName: string; parameterValue: string };

export class Client extends pg.Client {
  readonly #reported = new Map<string, string>();
  #unconfirmed = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: EventEmitter };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) =>
      this.#reported.set(parameterName, parameterValue),
    );
    // The sentence depends on the server's language, the place in its source does not. It comes before the end of the
    // statement that committed.
    this.on('notice', ({ routine, message }) => {
      if (routine === 'SyncRepWaitForLSN' || /wait for synchronous replication/.test(message ?? ''))
        this.#unconfirmed = true;
    });
  }

  /** Why this connection is of no use to who writes; undefined where it is. */
  get useless(): OnStandby | undefined {
    // A primary that was told to take no writes for now is not left: reads live on there.
    const standby = this.#reported.get('in_hot_standby') === 'on';
    return standby ? new OnStandby('DATABASE_URL leads to a standby.') : undefined;
  }

  /** Throws where what was just committed is not on the standby it should be on. */
  insistOnConfirmed(): void {
    if (!this.#unconfirmed) return;
    this.#unconfirmed = false;
    throw new Unconfirmed('The wait for the standby was cancelled.');
  }
}

/** The socket under a connection: node-postgres has no method to close one whose server does not answer. */
export function socketOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

/** The number under which PostgreSQL knows this connection; the types of pg do not. */
export function backendOf(client: pg.ClientBase): number | undefined {
  return (client as pg.ClientBase & { processID?: number }).processID;
}
