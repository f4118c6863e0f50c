/**
 * Two things that PostgreSQL gives to a follower: a copy of all its files while it works, and its journal as it is
 * written. pg_basebackup and pg_receivewal do the same, but npm's PostgreSQL comes without them.
 */
import { Readable } from 'node:stream';
import pg from 'pg';
import { patient } from './connection.server.ts';

/** A place in the journal, in bytes from its beginning; PostgreSQL writes `0/3000060`. */
export type Place = bigint;

function placeOf(text: string): Place {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

const textOf = (place: Place) => `${(place >> 32n).toString(16)}/${(place & 0xffffffffn).toString(16)}`.toUpperCase();

/** The parts of node-postgres' connection that a query of our own uses here. */
type Wire = { query(text: string): void; sendCopyFromChunk(bytes: Buffer): void; stream: Readable };
type Copied = { chunk: Buffer };

/** `url` is of a login that may replicate. */
export async function openReplication(url: string): Promise<pg.Client> {
  // `replication` is missing in the types of node-postgres.
  const config = { ...patient, connectionString: url, application_name: 'agency-portal archive', replication: 'true' };
  const client = new pg.Client(config);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** `written`: where its journal ends on its disk, beyond which no follower was ever sent anything. */
export async function whichServer(client: pg.Client): Promise<{ system: string; timeline: number; written: Place }> {
  const { rows } = await client.query<{ systemid: string; timeline: number; xlogpos: string }>('IDENTIFY_SYSTEM');
  const { systemid, timeline, xlogpos } = rows[0]!;
  return { system: systemid, timeline: Number(timeline), written: placeOf(xlogpos) };
}

/** All files of the server as one tar; where in the journal the copy began and ended is known at its end. */
export function copyServer(client: pg.Client): { tar: Readable; places: Promise<{ start: Place; end: Place }> } {
  const found: string[] = [];
  let wire: Wire | undefined;
  const tar = new Readable({ read: () => wire?.stream.resume() });
  const places = new Promise<{ start: Place; end: Place }>((resolve, reject) => {
    const query = {
      submit(connection: Wire) {
        wire = connection;
        connection.query(`BASE_BACKUP (LABEL 'agency-portal archive', CHECKPOINT 'fast', WAIT false)`);
      },
      handleRowDescription() {},
      handleDataRow({ fields }: { fields: (string | null)[] }) {
        // Of three answers, the first and the last are places in the journal; the one between them lists tablespaces.
        if (fields[0]?.includes('/')) found.push(fields[0]);
      },
      handleCommandComplete() {},
      handleCopyData({ chunk }: Copied) {
        // d: a piece of the tar; everything else says which file follows, and how far the copy is. node-postgres writes
        // into the same memory again, so a piece has to be copied.
        if (chunk[0] === 0x64 && !tar.push(Buffer.from(chunk.subarray(1)))) wire?.stream.pause();
      },
      handleReadyForQuery() {
        tar.push(null);
        const [start, end] = [found[0], found.at(-1)];
        if (start && end && found.length > 1) resolve({ start: placeOf(start), end: placeOf(end) });
        else reject(new Error('PostgreSQL did not say where its copy begins and ends.'));
      },
      handleError(error: Error) {
        tar.destroy(error);
        reject(error);
      },
    };
    client.query(query as unknown as pg.Submittable);
  });
  places.catch(() => {});
  return { tar, places };
}

type Follower = {
  /** A piece of the journal that begins at `place`. */
  take: (place: Place, bytes: Buffer) => void;
  /** Makes sure that what was taken is on the disk; answers up to which place. */
  keep: () => Place;
};

/** Follows the journal from `place` until the connection ends or `stop`; then rejects, or resolves. */
export function follow(
  client: pg.Client,
  { slot, place, timeline, stop }: { slot: string; place: Place; timeline: number; stop: AbortSignal },
  { take, keep }: Follower,
): Promise<void> {
  let wire: Wire | undefined;
  let due: NodeJS.Immediate | undefined;
  return new Promise<void>((resolve, reject) => {
    const tell = () => {
      due = undefined;
      try {
        wire?.sendCopyFromChunk(statusOf(keep()));
      } catch (error) {
        fail(error as Error);
      }
    };
    const pulse = setInterval(tell, 5_000);
    const ended = (settle: () => void) => {
      clearInterval(pulse);
      clearImmediate(due);
      stop.removeEventListener('abort', leave);
      settle();
    };
    const fail = (error: Error) => ended(() => reject(error));
    const leave = () => {
      tell();
      ended(resolve);
    };
    client.once('end', () => fail(new Error('The connection ended.')));
    client.once('error', fail);
    stop.addEventListener('abort', leave, { once: true });
    const query = {
      submit(connection: Wire) {
        wire = connection;
        connection.query(`START_REPLICATION SLOT ${slot} PHYSICAL ${textOf(place)} TIMELINE ${timeline}`);
      },
      handleRowDescription() {},
      handleDataRow() {},
      handleCommandComplete() {},
      handleCopyData({ chunk }: Copied) {
        try {
          // w: a piece of the journal, after its place, the server's end and the time. k: the server asks how far we
          // are.
          if (chunk[0] === 0x77) take(chunk.readBigUInt64BE(1), chunk.subarray(25));
        } catch (error) {
          return fail(error as Error);
        }
        // Everything that came in one read is written to the disk at once.
        due ??= setImmediate(tell);
      },
      handleReadyForQuery: () => fail(new Error('The server ended the stream.')),
      handleError: fail,
    };
    client.query(query as unknown as pg.Submittable);
  });
}

/** Microseconds from 1970 to 2000, where PostgreSQL's clock begins. */
const epoch = 946_684_800_000_000n;

function statusOf(kept: Place): Buffer {
  const status = Buffer.alloc(34);
  status.write('r');
  for (const at of [1, 9, 17]) status.writeBigUInt64BE(kept, at);
  status.writeBigUInt64BE(BigInt(Date.now()) * 1_000n - epoch, 25);
  return status;
}
