/**
 * The callers of the HTTP bench: a process of its own, so that calling does not slow down what is measured. Speaks HTTP
 * over kept connections by hand, as a client library would cost more than the portal. Also makes the comparisons
 * without HTTP.
 */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { priceOrder } from '#kinds/application.ts';
import { openDatabase, type Database } from '#server/database.server.ts';
import { measure, type Measured } from './measure.ts';

export type Cast = { url: string; tokens: string[]; first: number };
export type Task =
  | { what: 'read'; address: string; path: string; callers: number; seconds: number }
  | { what: 'order'; address: string; everybody: boolean; callers: number; seconds: number }
  | { what: 'transaction' | 'update'; callers: number; seconds: number };
/** `share`: how much of one core the callers themselves took. */
export type Told = Measured & { share: number };

/** One kept connection; one call at a time. */
class Line {
  private readonly socket: Socket;
  private got: Buffer = Buffer.alloc(0);
  private done: ((body: string) => void) | undefined;
  private fail: ((error: Error) => void) | undefined;

  constructor(address: string) {
    const { hostname, port } = new URL(address);
    this.socket = connect(Number(port), hostname).setNoDelay(true);
    this.socket.on('data', (chunk: Buffer) => this.hear(chunk));
    this.socket.on('error', (error) => this.fail?.(error));
    this.socket.on('close', () => this.fail?.(new Error('The connection was closed.')));
  }

  call(text: string): Promise<string> {
    return new Promise((done, fail) => {
      this.done = done;
      this.fail = fail;
      this.socket.write(text);
    });
  }

  close(): void {
    this.fail = undefined;
    this.socket.destroy();
  }

  private hear(chunk: Buffer): void {
    this.got = this.got.length === 0 ? chunk : Buffer.concat([this.got, chunk]);
    const end = this.got.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.got.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (this.got.length < end + 4 + length) return;
    const body = this.got.toString('latin1', end + 4);
    this.got = Buffer.alloc(0);
    if (head.startsWith('HTTP/1.1 200')) this.done?.(body);
    else this.fail?.(new Error(`${head.slice(0, 20)}: ${body.slice(0, 300)}`));
  }
}

const content = JSON.stringify({
  adNum: 2,
  adsDetails: [
    { gmail: 'one@example.com', deposit: 100 },
    { gmail: 'two@example.com', deposit: 50 },
  ],
});

async function overHttp(cast: Cast, task: Extract<Task, { address: string }>): Promise<Measured> {
  const lines = Array.from({ length: task.callers }, () => new Line(task.address));
  const any = () => cast.tokens[Math.floor(Math.random() * cast.tokens.length)]!;
  const { host } = new URL(task.address);
  // Who reads is one person at one screen; orders come from anybody, or all from the same.
  const whose = (caller: number) =>
    task.what === 'read' ? cast.tokens[caller]! : task.everybody ? any() : cast.tokens[0]!;
  const work = (caller: number) => {
    const token = whose(caller);
    const who = `Host: ${host}\r\nAuthorization: Bearer ${token}\r\n`;
    if (task.what === 'read') return lines[caller]!.call(`GET ${task.path} HTTP/1.1\r\n${who}\r\n`);
    const what = `Content-Type: application/json\r\nContent-Length: ${content.length}\r\nIdempotency-Key: ${randomUUID()}\r\n`;
    return lines[caller]!.call(`POST /create-google-ads HTTP/1.1\r\n${who}${what}\r\n${content}`);
  };
  try {
    return await measure(task.callers, task.seconds, work);
  } finally {
    for (const line of lines) line.close();
  }
}

const price = priceOrder([100_00n, 50_00n], 30_00n, 1_500n);

/** What an order writes, as somebody would who has no function for it: each statement a round trip of its own. */
function transaction(db: Database, client: number): Promise<void> {
  return db.transaction(async (tx) => {
    const [wallet, held] = [`wallet:${client}`, `held:${client}`];
    await tx.query('bench.lock', 'select balance from balances where account = $1 for no key update', [wallet]);
    const [request] = await tx.query<{ id: bigint }>(
      'bench.request',
      `insert into requests (apply_id, client, kind, platform, attempt, n, content, asked_by, amount_cents, fee_cents,
       opening_fee_cents, total_cents, details)
       values ($1, $2, 'application', 'Google', $3, 0, $4, $2, $5, $6, $7, $8, $9) returning id`,
      [
        randomUUID(),
        client,
        randomUUID(),
        randomUUID(),
        price.amountCents,
        price.feeCents,
        price.openingFeeCents,
        price.totalCents,
        content,
      ],
    );
    const take = 'update balances set balance = balance + $2 where account = $1 returning balance';
    const [from] = await tx.query<{ balance: bigint }>('bench.move', take, [wallet, 0n - price.totalCents!]);
    const [to] = await tx.query<{ balance: bigint }>('bench.move', take, [held, price.totalCents]);
    await tx.query(
      'bench.movement',
      `insert into movements (request, client, step, leg, src, dst, amount, fee, src_balance, dst_balance)
       values ($1, $2, 0, 0, $3, $4, $5, 0, $6, $7)`,
      [request!.id, client, wallet, held, price.totalCents, from!.balance, to!.balance],
    );
  });
}

async function overSql(cast: Cast, { what, callers, seconds }: Task): Promise<Measured> {
  const db = openDatabase(cast.url, { max: callers });
  const any = () => cast.first + 1 + Math.floor(Math.random() * (cast.tokens.length - 1));
  const update = () => db.query('bench.bare', 'update bare set v = v + 1 where id = 0', []);
  try {
    return await measure(callers, seconds, () => (what === 'update' ? update() : transaction(db, any())));
  } finally {
    await db.close();
  }
}

async function run(cast: Cast, task: Task): Promise<Told> {
  const [before, began] = [process.cpuUsage(), performance.now()];
  const measured = await ('address' in task ? overHttp(cast, task) : overSql(cast, task));
  const { user, system } = process.cpuUsage(before);
  return { ...measured, share: (user + system) / 1000 / (performance.now() - began) };
}

let cast: Cast;
process.on('message', (message: Cast | Task) => {
  if ('tokens' in message) cast = message;
  else
    run(cast, message).then(
      (told) => process.send!(told),
      (error: Error) => process.send!({ failed: error.message }),
    );
});
