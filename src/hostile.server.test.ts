/**
 * Numbers that are none, in every field of every call that reads a number; and fields that are nobody's to send, in
 * every body. The first are refused at their field, the second are as if they had not been sent. Neither writes
 * anything.
 */
import * as z from 'zod/mini';
import { beforeAll, describe, expect, test } from 'vitest';
import { audienceOf } from '#kernel/access.ts';
import { changesSomething, type Endpoint } from '#kernel/endpoint.ts';
import { testPortal, type Person } from './portal.testing.server.ts';
import {
  harmless,
  inputOf,
  nobodysIds,
  oneOfEach,
  placesOf,
  put,
  send,
  table,
  those,
  type Ids,
  type Input,
  type Place,
} from './walk.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let ana: { person: Person; ids: Ids };
let [plainly, greedily]: { person: Person; ids: Ids }[] = [];

beforeAll(async () => {
  admin = await portal.admin();
  ana = await oneOfEach(portal, admin);
  plainly = await oneOfEach(portal, admin);
  greedily = await oneOfEach(portal, admin);
});

const callerOf = ({ access }: Endpoint) =>
  access === 'public' ? undefined : audienceOf(access) === 'admin' ? admin : ana.person;

/** A number by what it takes: digits in either form, and no words. */
function isNumber({ schema }: Place): boolean {
  const takes = (value: unknown) => z.safeDecode(schema, value as never).success;
  return [5, '5', 15, '15'].some(takes) && takes(5) === takes('5') && !takes('five') && !takes([5]) && !takes(true);
}

const written = [
  'NaN',
  'Infinity',
  '1e3',
  '1e308',
  '0x10',
  '١٢',
  '５',
  '-5',
  '+5',
  ' 5',
  '5 ',
  '1,000',
  '5.005',
  '9'.repeat(40),
  '5\u0000',
  "5'",
];
const typed: readonly unknown[] = [
  1e308,
  -1e308,
  -5,
  5.005,
  1e-7,
  2 ** 53,
  true,
  false,
  [],
  [5],
  {},
  { valueOf: 5 },
  ['5', '5'],
];

/** How much there is of everything that a call could write. */
async function amountOfEverything(): Promise<unknown> {
  const tables = [
    'people',
    'clients',
    'requests',
    'movements',
    'decisions',
    'paylinks',
    'shares',
    'settings_versions',
    'client_prices',
    'network_versions',
    'proposals',
  ];
  const counts = tables.map((name) => `(select count(*)::int from ${name}) as ${name}`);
  return portal.db.owner.query('hostile.counts', `select ${counts.join(', ')}`, []);
}

const counting = those((endpoint) => placesOf(endpoint, inputOf(endpoint, nobodysIds)).some(isNumber));

test('there are calls that read numbers, of every kind of caller', () => {
  expect(counting.length).toBeGreaterThan(50);
  expect(new Set(counting.map(({ endpoint }) => audienceOf(endpoint.access)))).toEqual(
    new Set(['client', 'admin', 'signed in']),
  );
});

test.each(counting)('$name refuses what is no number, at its field, and writes nothing', async ({ endpoint }) => {
  const own = endpoint.access === 'public' ? nobodysIds : ana.ids;
  const before = await amountOfEverything();
  for (const place of placesOf(endpoint, inputOf(endpoint, own)).filter(isNumber)) {
    const values = place.in === 'query' ? written : [...written, ...typed];
    for (const value of values) {
      const answer = await send(portal, endpoint, put(inputOf(endpoint, own), place, value), callerOf(endpoint));
      const field = place.path.join('.');
      expect([answer.status, answer.body.field], `${field} = ${JSON.stringify(value)}`).toEqual([400, field]);
    }
  }
  expect(await amountOfEverything()).toEqual(before);
});

describe('JSON that is no number', () => {
  test.each(['NaN', 'Infinity', '-Infinity', '0x10', '05', '.5', '5.', '1e400', '-0'])(
    '%s is refused as an amount',
    async (value) => {
      const body = `{"chargeMoney":${value},"transactionId":"T-1"}`;
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${ana.person.token}` };
      expect((await fetch(`${portal.url}/add-money`, { method: 'POST', headers, body })).status).toBe(400);
    },
  );
});

/** What a caller might wish to be, to have or to have paid. */
const greed = {
  role: 'Admin',
  typeOfUser: 'Admin',
  isAdmin: true,
  user: 1,
  client: 1,
  userId: 'US-0000-0000',
  askedBy: 1,
  actingAdmin: null,
  state: 'Approved',
  applyState: 'Approved',
  decidedBy: 1,
  decidedAt: '2020-01-01',
  approvals: 1,
  verdict: 'approve',
  waits: null,
  fee: 0,
  feeCents: 0,
  topUpFee: 0,
  accountOpeningFee: 0,
  openingFeeCents: 0,
  totalCost: 0,
  totalCents: 0,
  amountCents: 1,
  rate: '0',
  wallet: 1e6,
  walletCents: 1,
  balance: 1e6,
  held: 0,
  amount: 0.01,
  totalDeposit: 0,
  receivedMoney: 1e6,
  receivedCents: 1,
  kind: 'goodwill',
  emailVerified: true,
  email_verified_at: '2020-01-01',
  disabled: false,
  token: 'x',
  password_hash: 'x',
  public_id: 'US-0000-0000',
  _id: 'TU-0000-0000',
  id: 1,
  applyId: 'TU-0000-0000',
  createdAt: '2020-01-01',
  details: {},
  key: 'x',
  proof: '1',
  paylink: 'PL-1',
  constructor: { prototype: { role: 'Admin' } },
  prototype: { role: 'Admin' },
};

/** The same input with all of it in every object, but for the fields that the call has. */
function greedy(value: unknown, schemas: readonly Place[], depth: readonly (string | number)[] = []): unknown {
  if (Array.isArray(value)) return value.map((each, place) => greedy(each, schemas, [...depth, place]));
  if (typeof value !== 'object' || value === null) return value;
  const known = new Set(schemas.map(({ path }) => path[depth.length]));
  const own = Object.entries(value).map(([name, each]) => [name, greedy(each, schemas, [...depth, name])]);
  return {
    ...Object.fromEntries(Object.entries(greed).filter(([name]) => !known.has(name))),
    ...Object.fromEntries(own),
  };
}

const withGreed = (endpoint: Endpoint, input: Input): Input => ({
  query: input.query,
  body: greedy(
    input.body,
    placesOf(endpoint, input).filter((place) => place.in === 'body'),
  ) as Input['body'],
});

test.each(table.filter(({ endpoint }) => endpoint.body && changesSomething(endpoint)))(
  'nothing that $name does not declare reaches what it does',
  ({ endpoint }) => {
    const input = inputOf(endpoint, nobodysIds);
    const read = (body: unknown) => z.safeDecode(endpoint.body!, body as never);
    expect(read(input.body).success).toBe(true);
    expect(read(withGreed(endpoint, input).body)).toEqual(read(input.body));
  },
);

const writes = those(
  (endpoint) =>
    ['client', 'signed in'].includes(audienceOf(endpoint.access)) && changesSomething(endpoint) && harmless(endpoint),
);

test('who asks for more than there is to ask for has what everybody has', async () => {
  const both = [];
  for (const [client, extend] of [[plainly!, false] as const, [greedily!, true] as const]) {
    const statuses = [];
    for (const { name, endpoint } of writes) {
      const input = inputOf(endpoint, client.ids);
      // Of one kind of answer only: a transaction id and an address can be given once.
      const own = { transactionId: `M-${client.person._id}`, newEmail: `new-${client.person._id}@example.com` };
      for (const [field, value] of Object.entries(own)) if (field in input.body) input.body[field] = value;
      if ('password' in input.body) input.body['password'] = client.person.password;
      const { status } = await send(portal, endpoint, extend ? withGreed(endpoint, input) : input, client.person);
      statuses.push(`${name} ${status}`);
    }
    both.push({ statuses, ...(await standing(client.person)) });
  }
  const [plain, greedily_] = both;
  expect(greedily_).toEqual(plain);
  expect(plain!.statuses.filter((each) => each.endsWith(' 200')).length).toBeGreaterThan(10);
});

/** Who somebody is and what they have and asked for, without what differs from one to the next. */
async function standing({ id }: Person): Promise<object> {
  const [person] = await portal.db.owner.query<Record<string, unknown>>(
    'hostile.person',
    `select admin_role, email_verified_at is null as unverified, c.disabled_at, closed_at, totp_enabled_at
     from members m join people p on p.id = m.person join clients c on c.id = m.client where c.id = $1`,
    [id],
  );
  const requests = await portal.db.owner.query(
    'hostile.requests',
    `select kind, platform, state, client = $1 as own, asked_by = $1 as asked, amount_cents,
     fee_cents, opening_fee_cents, total_cents,
       received_cents, decided_by is null as open, created_at > now() - interval '1 hour' as fresh
       from requests where client = $1 order by id`,
    [id],
  );
  const balances = await portal.db.owner.query(
    'hostile.balances',
    'select balance, fee_left from balances where client = $1 order by 1, 2',
    [id],
  );
  return { person, requests, balances };
}
