/**
 * The whole portal for a test file: its own database, a free port, real HTTP. Every answer is held to what the API says
 * of itself in /openapi.json, to what its endpoint declares, and to the number of round trips to the database.
 */
import type { AdminRole } from '#kernel/access.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { afterAll, afterEach, expect, vi } from 'vitest';
import type { App } from '#server/app.server.ts';
import { readConfig } from '#server/config.server.ts';
import { jobStates } from '#server/jobs.server.ts';
import { checkerOf } from '#server/openapi.testing.server.ts';
import { testDatabase, type TestDatabase } from '#server/database.testing.server.ts';
import { openPortal } from './portal.server.ts';
import { undeclared } from './refusals.testing.server.ts';

export type Person = {
  token: string;
  _id: string;
  email: string;
  password: string;
  username: string;
  /** The internal number of the client, or of an admin. */
  id: bigint;
  /** The internal number of whoever signed in. */
  person: bigint;
};

export type Asked = {
  as?: Pick<Person, 'token'> | undefined;
  body?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
  /** multipart/form-data; a Uint8Array or File is sent as a file. */
  form?: Record<string, string | Uint8Array | File>;
  key?: string;
  headers?: Record<string, string>;
};

// What a test reads from an answer is whatever it expects there; a wrong path fails the test.
// oxlint-disable-next-line no-explicit-any
export type Answered = { status: number; body: any; headers: Headers; text: string; bytes: Buffer };

export type TestPortal = {
  readonly url: string;
  readonly app: App;
  readonly db: TestDatabase;
  call(method: 'GET' | 'POST' | 'PUT', path: string, asked?: Asked): Promise<Answered>;
  /** Decides as an admin does in the queue; each of these requests answers for itself. */
  decide(as: Asked['as'], action: string, ...items: object[]): Promise<Answered>;
  /** Changes these settings of the agency, and no other; it holds at once. */
  set(as: Asked['as'], changes: object): Promise<void>;
  /** A client, registered and signed in; verified and funded through a real, approved top-up where asked for. */
  client(options?: { dollars?: number; verified?: boolean }): Promise<Person>;
  /** A further admin, who may everything unless another role is named. */
  admin(role?: AdminRole): Promise<Person>;
  /** What is in a client's wallet, in dollars. */
  wallet(as: NonNullable<Asked['as']>): Promise<number>;
  /** How many round trips to the database the last call of this path made. */
  trips(path: string): number;
  /** Waits until a job has begun so many more times: all of these turns but the last are over by then. */
  turns(job: string, count: number): Promise<void>;
};

const password = 'correct horse battery';

/**
 * `breaks` says why the book of a file can't hold; `pace` how many times as often jobs look as they do elsewhere. Pages
 * are served only from a `buildDir`.
 */
export async function testPortal(
  settings: Record<string, string> = {},
  { breaks, pace = 1, buildDir }: { breaks?: string; pace?: number; buildDir?: string } = {},
): Promise<TestPortal> {
  const db = await testDatabase(breaks === undefined ? {} : { breaks });
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    ADMIN_EMAIL: 'first@admin.test',
    ADMIN_PASSWORD: password,
    ...settings,
  });
  const faults: string[] = [];
  const made = new Map<string, number>();
  const portal = await openPortal({
    config,
    pace,
    databaseUrl: db.url,
    ...(buildDir ? { buildDir } : {}),
    observe: ({ endpoint, status, answer, trips }) => {
      made.set(endpoint.path, trips);
      if (trips > endpoint.trips)
        faults.push(`${endpoint.method} ${endpoint.path} made ${trips} round trips, ${endpoint.trips} are declared`);
      const read = endpoint.output && z.safeDecode(endpoint.output, answer as never);
      if (read && !read.success)
        faults.push(`${endpoint.method} ${endpoint.path} (${status}) answered another shape: ${read.error.message}`);
    },
  });
  afterEach(() => expect(faults.splice(0)).toEqual([]));
  afterAll(async () => {
    await portal.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  // Made anew when something else is switched on.
  const describe = async () => ({
    of: portal.app.features.now(),
    check: checkerOf(await (await fetch(`${portal.address}/openapi.json`)).json()),
  });
  let described = await describe();
  const call: TestPortal['call'] = async (method, path, asked) => {
    const answered = await callPortal(portal.address, method, path, asked);
    const media = (answered.headers.get('content-type') ?? '').split(';')[0]!;
    const { status, body } = answered;
    if (described.of !== portal.app.features.now()) described = await describe();
    const fault =
      undeclared(method, path, answered, described.of) ??
      described.check({ method, path: path.split('?')[0]!, status, media, body });
    if (fault) faults.push(fault);
    return answered;
  };
  let firstAdmin: Promise<Person> | undefined;
  const admin = () => (firstAdmin ??= signIn(call, db, 'first@admin.test'));
  return {
    url: portal.address,
    app: portal.app,
    db,
    call,
    decide: (as, action, ...items) => call('PUT', '/kimi/decide-requests', { as, body: { action, items } }),
    set: (as, changes) => setTo(call, as, changes),
    client: (options) => newClient(call, db, admin, options),
    admin: async (role) => newAdmin(call, db, await admin(), role),
    wallet: async (as) => (await call('GET', '/kimi/get-wallet-of-user', { as })).body.users.wallet,
    trips: (path) => made.get(path) ?? 0,
    turns: (job, count) => turnsOf(db, job, count),
  };
}

async function setTo(call: TestPortal['call'], as: Asked['as'], changes: object): Promise<void> {
  const { status, text } = await call('PUT', '/kimi/update-settings', { as, body: changes });
  expect(status, text).toBe(200);
}

async function turnsOf(db: TestDatabase, job: string, count: number): Promise<void> {
  for (let began = await beganAt(db, job), left = count; left > 0; left -= 1)
    began = await vi.waitFor(
      async () => {
        const now = await beganAt(db, job);
        expect(now, `${job} begins again`).not.toBe(began);
        return now;
      },
      { timeout: 60_000, interval: 20 },
    );
}

async function beganAt(db: TestDatabase, job: string): Promise<number | undefined> {
  return (await jobStates(db)).find(({ name }) => name === job)?.startedAt?.getTime();
}

async function callPortal(address: string, method: string, path: string, asked: Asked = {}): Promise<Answered> {
  const url = new URL(path, address);
  for (const [name, value] of Object.entries(asked.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const body = asked.form ? asFormData(asked.form) : method === 'GET' ? undefined : JSON.stringify(asked.body ?? {});
  const headers: Record<string, string> = {
    ...(asked.form || method === 'GET' ? {} : { 'content-type': 'application/json' }),
    ...(asked.as ? { authorization: `Bearer ${asked.as.token}` } : {}),
    ...(asked.key ? { 'idempotency-key': asked.key } : {}),
    ...asked.headers,
  };
  const response =
    'host' in headers && typeof body !== 'object'
      ? await underAnotherName(url, method, headers, body)
      : await fetch(url, { method, redirect: 'manual', headers, ...(body === undefined ? {} : { body }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString('utf8');
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : undefined,
    headers: response.headers,
    text,
    bytes,
  };
}

/** `fetch` drops the Host that it is given without a word, and calls the portal by its address. */
function underAnotherName(url: URL, method: string, headers: Record<string, string>, body = ''): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      const told = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      buffer(answer).then(
        (bytes) => resolve(new Response(new Uint8Array(bytes), { status: answer.statusCode!, headers: told })),
        reject,
      );
    });
    sent.on('error', reject).end(body);
  });
}

function asFormData(fields: NonNullable<Asked['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Uint8Array) form.set(name, new Blob([new Uint8Array(value)]), 'proof.png');
    else if (value instanceof File) form.set(name, value, value.name);
    else form.set(name, value);
  }
  return form;
}

async function signIn(call: TestPortal['call'], db: TestDatabase, email: string): Promise<Person> {
  const answer = await call('POST', '/login-account', { body: { emailId: email, password } });
  expect(answer.status, answer.text).toBe(200);
  const rows = await db.owner.query<{ id: bigint; person: bigint }>(
    'test.person',
    `select coalesce(m.client, p.id) as id, p.id as person from people p left join members m on m.person = p.id
     where p.email_key = lower($1)`,
    [email],
  );
  return {
    token: answer.body.token,
    _id: answer.body._id,
    email,
    password,
    username: answer.body.username,
    ...rows[0]!,
  };
}

async function newClient(
  call: TestPortal['call'],
  db: TestDatabase,
  admin: () => Promise<Person>,
  { dollars = 0, verified = true } = {},
): Promise<Person> {
  const name = `client-${randomBytes(4).toString('hex')}`;
  const email = `${name}@client.test`;
  const registered = await call('POST', '/create-account', {
    body: {
      username: name,
      emailId: email,
      country: 'DE',
      contact1: '+49 170 123456',
      pincode: '10115',
      password,
      confirmPassword: password,
    },
  });
  expect(registered.status, registered.text).toBe(200);
  if (verified)
    await db.owner.query('test.verify', 'update people set email_verified_at = now() where email = $1', [email]);
  const person = await signIn(call, db, email);
  if (dollars > 0) await fund(call, person, await admin(), dollars);
  return person;
}

async function fund(call: TestPortal['call'], person: Person, admin: Person, dollars: number): Promise<void> {
  const asked = await call('POST', '/add-money', {
    as: person,
    form: { chargeMoney: String(dollars), transactionId: randomBytes(32).toString('hex'), payway: 'USDT' },
  });
  expect(asked.status, asked.text).toBe(200);
  const pending = await call('GET', '/get-transaction-details-of-user', { as: person });
  const approved = await call('PUT', '/approve-transaction', {
    as: admin,
    query: { id: pending.body.transactions[0]._id, action: 'approve' },
  });
  expect(approved.status, approved.text).toBe(200);
}

/** A further admin through a real invitation. */
async function newAdmin(
  call: TestPortal['call'],
  db: TestDatabase,
  inviter: Person,
  role: AdminRole = 'Admin',
): Promise<Person> {
  const name = `admin-${randomBytes(4).toString('hex')}`;
  const email = `${name}@admin.test`;
  const wanted = { username: name, emailId: email, role, currentPassword: password };
  const invited = await call('POST', '/kimi/create-admin', { as: inviter, body: wanted });
  expect(invited.status, invited.text).toBe(200);
  const token = new URL(invited.body.inviteUrl).searchParams.get('token');
  const chosen = await call('POST', '/kimi/reset-password', { body: { token, password, confirmPassword: password } });
  expect(chosen.status, chosen.text).toBe(200);
  return signIn(call, db, email);
}
