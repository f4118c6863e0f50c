/**
 * What a client, or somebody with a client's token, writes into calls: SQL, formulas, other people's ids, fields nobody
 * asked for.
 */
import { Socket } from 'node:net';
import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { audienceOf } from '#kernel/access.ts';
import { changesSomething, pathsOf, type Endpoint } from '#kernel/endpoint.ts';
import { everythingOf, formulas, type Everything } from './attacks.testing.ts';
import { testPortal, type Person } from './portal.testing.server.ts';
import { namesIn, table } from './walk.testing.server.ts';

const portal = await testPortal();
const owner = portal.db.owner;
const endsTheWalk = new Set([
  '/kimi/logout',
  '/kimi/end-session',
  '/kimi/update-password',
  '/kimi/close-account',
  '/kimi/events',
]);
const endpoints = table
  .map(({ endpoint }) => endpoint)
  .filter(
    ({ path }) => !endsTheWalk.has(path) && !path.startsWith('/kimi/stop-login') && !path.startsWith('/kimi/login-as'),
  );
const named = (which: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(which).map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

let ana: Person;
let ben: Person;
let admin: Person;
let owned: Everything;

beforeAll(async () => {
  ana = await portal.client({ dollars: 2_000 });
  ben = await portal.client({ dollars: 100 });
  admin = await portal.admin();
  const payer = { firstName: 'P', lastName: 'Q', emailId: 'payer@example.com', country: 'DE', money: '60' };
  await portal.call('POST', '/kimi/create-paylink-individual', { as: ben, body: payer });
  await portal.call('POST', '/kimi/send-request-email', { as: ben, body: { emailId: 'buyer@gmail.com' } });
  owned = await everythingOf(
    (method, path, asked) => portal.call(method, path, asked as never),
    { client: ana, admin, password: ana.password },
    formulas,
  );
});

/** Everything that is Ana's, as the database has it. */
async function anas(): Promise<string> {
  const [row] = await owner.query<{ all: string }>(
    'test.anas',
    `select concat_ws(E'\\n', (select string_agg(r::text, E'\\n' order by id) from requests r where client = $1),
       (select string_agg(b::text, E'\\n' order by account) from balances b
       where account in ('wallet:' || $1, 'held:' || $1)),
       (select string_agg(p::text, E'\\n' order by id) from paylinks p where client = $1),
       (select string_agg(s::text, E'\\n' order by id) from sessions s where person = $2),
       (select string_agg(u::text, E'\\n') from clients u where id = $1),
       (select string_agg(p::text, E'\\n') from people p where id = $2)) as all`,
    [ana.id, ana.person],
  );
  return row!.all;
}

describe("another client's ids", () => {
  test.each(named(({ access }) => audienceOf(access) === 'client' || audienceOf(access) === 'signed in'))(
    'open and change nothing through $name',
    async ({ endpoint }) => {
      const before = await anas();
      for (const id of [...new Set(owned.applyIds), owned.adsId, owned.paylink, owned.code, owned.session, ana._id]) {
        const query = Object.fromEntries(
          namesIn(endpoint.query).map((name) => [name, name === 'adType' ? 'Google' : name === 'all' ? 'false' : id]),
        );
        const ids = namesIn(endpoint.body).filter(
          (name) => /id$|of$/i.test(name) && name !== 'transactionId' && name !== 'emailId',
        );
        const body = {
          ...(endpoint.example as object | undefined),
          ...Object.fromEntries(ids.map((name) => [name, id])),
          adType: 'Google',
          deposits: undefined,
        };
        const only = ['applyId', 'id', 'userId', 'adsId', 'q', 'after'].filter((name) => name in query);
        for (const asked of [
          query,
          ...only.map((name) => ({ ...('adType' in query ? { adType: 'Google' } : {}), [name]: id })),
        ]) {
          const path = pathsOf(endpoint)[0]!;
          const { text } = await portal.call(endpoint.method, path, {
            as: ben,
            query: asked,
            body: endpoint.body ? body : {},
          });
          for (const secret of [ana.email, ana.username, ana._id])
            expect(text.includes(secret), `${JSON.stringify(asked)}: ${text.slice(0, 300)}`).toBe(false);
        }
      }
      expect(await anas()).toBe(before);
    },
  );
});

describe("another client's row as the place from which a list goes on", () => {
  test.each(named(({ access, query }) => audienceOf(access) === 'client' && namesIn(query).includes('after')))(
    'is no other than one that is not there: $name',
    async ({ endpoint }) => {
      // Ben has rows older than Ana's, which would follow hers.
      const at = (after: string) =>
        Promise.all(
          [{}, { adType: 'Google' }].map(async (more) => {
            const { status, body } = await portal.call(endpoint.method, pathsOf(endpoint)[0]!, {
              as: ben,
              query: { after, ...more },
            });
            return { status, body };
          }),
        );
      const notThere = await at('GA-0000-0000');
      const log = await portal.call('GET', '/kimi/get-share-log', { as: ana });
      const shares = log.body.shares.map(({ _id }: { _id: string }) => _id) as string[];
      expect(shares.length).toBeGreaterThan(0);
      for (const id of [...new Set(owned.applyIds), owned.paylink, ...shares])
        expect(await at(id), id).toEqual(notThere);
    },
  );
});

describe('fields that nobody asked for', () => {
  const greedy = {
    role: 'Admin',
    typeOfUser: 'Admin',
    isAdmin: true,
    wallet: 1e6,
    held: 0,
    id: 1,
    _id: 'US-0000-0000',
    public_id: 'US-0000-0000',
    userId: '',
    email_verified_at: '2020-01-01',
    emailVerified: true,
    totp_enabled_at: null,
    disabled_at: null,
    closed_at: '2020-01-01',
    state: 'Approved',
    status: 'Approved',
    total: 0,
    totalCost: 0,
    totalDeposit: 0,
    fee: 0,
    openingFee: 0,
    amount: 1,
    receivedMoney: 9_999,
    decidedBy: 1,
    createdAt: '2020-01-01',
    client: 1,
    password_hash: 'x',
    __proto__: { role: 'Admin' },
    constructor: { prototype: { role: 'Admin' } },
  };

  let cid: Person;
  beforeAll(async () => void (cid = await portal.client({ dollars: 100 })));

  test('make nobody an admin, rich or verified: at registration and in the profile', async () => {
    const emailId = 'greedy@client.test';
    const body = {
      username: 'Greedy',
      emailId,
      country: 'DE',
      contact1: '+49 170 1234',
      pincode: '1',
      password: 'a long secret',
      confirmPassword: 'a long secret',
    };
    expect((await portal.call('POST', '/create-account', { body: { ...greedy, ...body } })).status).toBe(200);
    await portal.call('PUT', '/kimi/update-profile', { as: cid, body: { ...greedy, mobile: '+49 170 999' } });
    const rows = await owner.query(
      'test.people',
      `select p.admin_role, p.email_verified_at is null as unproven, c.closed_at, c.disabled_at,
         coalesce((select balance from balances where account = 'wallet:' || c.id), 0) as wallet
       from people p join members m on m.person = p.id join clients c on c.id = m.client
       where p.email = any($1) order by p.id`,
      [[emailId, cid.email]],
    );
    expect(rows).toEqual([
      { admin_role: null, unproven: false, closed_at: null, disabled_at: null, wallet: 10_000n },
      { admin_role: null, unproven: true, closed_at: null, disabled_at: null, wallet: 0n },
    ]);
  });

  test('make nothing cheaper and decide nothing', async () => {
    const order = {
      adNum: 1,
      adsDetails: [{ gmail: 'ben@gmail.com', deposit: 15, ...greedy }],
      ...greedy,
      userId: ana._id,
    };
    const before = await anas();
    const { status, body } = await portal.call('POST', '/create-google-ads', { as: cid, body: order });
    expect(status).toBe(200);
    const [row] = await owner.query(
      'test.order',
      'select state, total_cents, client from requests where apply_id = $1',
      [body.applyId],
    );
    expect(row).toEqual({ state: 'Pending', total_cents: 4_725n, client: cid.id });
    expect(await anas()).toBe(before);
  });
});

describe('SQL', () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  afterAll(() => asked.mockRestore());
  const texts = () =>
    (asked.mock.calls as unknown as [string | { text?: string }][]).map(([first]) =>
      typeof first === 'string' ? first : (first.text ?? ''),
    );

  const canaries = [
    "canary'--",
    'canary"; select 1',
    'canary',
    'canary@example.com',
    'canary.example',
    'CANARY-1',
    "1'canary",
    '-canary',
    'canary:1',
    '$1canary',
  ];

  test.each(named(() => true))('never holds what was typed: $name', async ({ endpoint }) => {
    asked.mockClear();
    const as = endpoint.access === 'public' ? undefined : audienceOf(endpoint.access) === 'admin' ? admin : ben;
    for (const canary of canaries) {
      const example = (endpoint.example ?? {}) as Record<string, unknown>;
      const headers = {
        'user-agent': canary,
        'idempotency-key': canary.replaceAll(/[^\x21-\x7e]/g, ''),
        'x-forwarded-for': canary,
        referer: canary,
      };
      for (const name of [undefined, ...namesIn(endpoint.query)]) {
        const query = name === undefined ? {} : { [name]: canary };
        const path = pathsOf(endpoint)[0]!.replace(/:\w+/, encodeURIComponent(canary));
        for (const field of [undefined, ...(name === undefined ? namesIn(endpoint.body) : [])]) {
          const body = field === undefined ? example : { ...example, [field]: canary };
          const { status, text } = await portal.call(endpoint.method, path, {
            as,
            query,
            headers,
            body: changesSomething(endpoint) ? body : {},
          });
          expect(status, `${name} ${field} ${canary}: ${text.slice(0, 200)}`).toBeLessThan(500);
        }
      }
    }
    expect(
      texts()
        .filter((text) => /canary/i.test(text))
        .slice(0, 3),
    ).toEqual([]);
  });

  test('is watched by this test: the statements of the portal do pass by here', async () => {
    asked.mockClear();
    await portal.call('GET', '/kimi/get-notices', { as: ben });
    expect(texts().some((text) => /from notices/.test(text))).toBe(true);
  });
});

/** Where a socket was told to go, in any of the ways there are to tell it. */
function targetOf([given, host]: unknown[]): string {
  const first: unknown = Array.isArray(given) ? given[0] : given;
  if (typeof first === 'number') return `${String(host)}:${first}`;
  if (typeof first === 'string') return first;
  const { path, host: to, port } = first as { path?: string; port?: number; host?: string };
  return path ?? `${to}:${port}`;
}

test('the portal opens no connection that somebody asked for', async () => {
  const places = new Set<string>();
  const connect = vi.spyOn(Socket.prototype, 'connect');
  try {
    const words = {
      name: 'http://169.254.169.254/latest',
      short: 'http://127.1:22/',
      long: 'https://canary.evil.example/x',
      address: 'http://169.254.169.254/latest/meta-data/',
    };
    const eve = await portal.client({ dollars: 2_000 });
    await everythingOf(
      (method, path, asked) => portal.call(method, path, asked as never),
      { client: eve, admin, password: eve.password },
      words,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    // Every connection of the portal may be a kept one, so one is opened here for the watch to see.
    new Socket().connect(Number(new URL(portal.url).port), '127.0.0.1').destroy();
    (connect.mock.calls as unknown[][]).forEach((call) => places.add(targetOf(call)));
  } finally {
    connect.mockRestore();
  }
  const database = new URL(portal.db.url);
  const own = [...places].filter(
    (place) =>
      !place.includes(new URL(portal.url).port) &&
      !place.includes('.s.PGSQL.') &&
      place !== `${database.hostname}:${database.port || 5432}`,
  );
  expect([places.size > 0, own]).toEqual([true, []]);
});

describe('a file to take away', () => {
  const sheets = () =>
    named(
      (endpoint) => (endpoint.media ?? []).some((type) => type.includes('sheet')) || endpoint.path.includes('export'),
    );

  const year = { from: '2026-01-01', to: '2026-12-31' };

  test('runs nothing when it is opened, whatever clients wrote', async () => {
    const words = new Set<string>(Object.values(formulas));
    let seen = 0;
    for (const { endpoint } of sheets()) {
      const as = audienceOf(endpoint.access) === 'admin' ? admin : ana;
      const days = {
        ...(endpoint.example as object),
        ...(endpoint.path.includes('revenue') && year),
        ...(endpoint.path.includes('business') && { table: 'clients' }),
      };
      for (const format of namesIn(endpoint.query).includes('format') ? ['xlsx', 'pdf', 'csv'] : [undefined]) {
        const { status, bytes, headers, text } = await portal.call('GET', endpoint.path, {
          as,
          query: { format, ...days },
        });
        if (status === 400 && text.includes('"format"')) continue;
        expect(status, `${endpoint.path} ${text.slice(0, 200)}`).toBe(200);
        const type = headers.get('content-type') ?? '';
        if (type.includes('pdf'))
          expect(bytes.toString('latin1')).not.toMatch(
            /\/(JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|URI|SubmitForm)\b/,
          );
        if (type.includes('csv'))
          for (const cell of text.split(/,|\r\n/)) expect(cell).not.toMatch(/^"?[=+\-@\t\r](?![\d .]*"?$)/);
        if (!type.includes('sheet')) continue;
        const book = await readXlsx(new Uint8Array(bytes), { readStyles: true });
        for (const sheet of book.sheets) {
          for (const { formula, value, type: kind, style } of sheet.cells?.values() ?? []) {
            expect(formula).toBeUndefined();
            if (typeof value !== 'string' || ![...words].some((word) => value.includes(word.slice(0, 20)))) continue;
            seen += 1;
            // A word in a column of words stays one also where somebody edits the cell.
            expect([kind, style?.numFmt], `${endpoint.path}: ${value}`).toEqual(['string', '@']);
          }
        }
      }
    }
    expect(seen).toBeGreaterThan(3);
  });
});
