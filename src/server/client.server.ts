/**
 * A connection that listens to what the server reports by itself, so that nobody has to ask: whether the server is a
 * standby (PostgreSQL reports that to each connection, also when it changes), and that a commit did not wait for the
 * standby.
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
    // The notice's sentence depends on the server's language, so it is recognised by its place in PostgreSQL's source.
    // It arrives before the end of the statement that committed.
    this.on('notice', ({ routine, message }) => {
      if (routine === 'SyncRepWaitForLSN' || /wait for synchronous replication/.test(message ?? ''))
        this.#unconfirmed = true;
    });
  }

  /** Why nothing can be written on this connection; undefined where it can. */
  get useless(): OnStandby | undefined {
    // A primary that takes no writes for now still serves reads, so it is not given up.
    const standby = this.#reported.get('in_hot_standby') === 'on';
    return standby ? new OnStandby('DATABASE_URL leads to a standby.') : undefined;
  }

  /** Throws where the last commit has not reached the standby that it should be on. */
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
