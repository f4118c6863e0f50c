/**
 * Walking the table of endpoints: what each call may be sent, by its declaration. An input is made of the example that
 * the declaration gives and of ids, which somebody owns; so a call added tomorrow is walked without a new line.
 */
import * as z from 'zod/mini';
import { handlers } from '#endpoints.server.ts';
import { changesSomething, pathsOf, type Endpoint } from '#kernel/endpoint.ts';
import { namedBy, type Named } from '#kernel/fields.ts';
import { onByDefault, type Platform } from '#platforms/platforms.ts';
import type { Answered, Person, TestPortal } from './portal.testing.server.ts';

/**
 * What is there before any admin has switched something on; what is not answers 404 to everybody
 * (`settings/platforms`).
 */
const on: ReadonlySet<string | undefined> = new Set([undefined, ...onByDefault]);
export const table = handlers
  .filter(({ endpoint }) => on.has(endpoint.feature))
  .map(({ endpoint }) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));
export const those = (which: (endpoint: Endpoint) => boolean) => table.filter(({ endpoint }) => which(endpoint));

/** Calls that end the caller's own session would make the rest of a walk anonymous; a stream never ends. */
const endsTheWalk = new Set([
  '/kimi/logout',
  '/kimi/end-session',
  '/kimi/update-password',
  '/kimi/stop-login-as',
  '/kimi/close-account',
  '/kimi/events',
]);
export const harmless = (endpoint: Endpoint) => !endsTheWalk.has(endpoint.path);

/** Ids that one client owns, by what they name; Ads IDs in the order of the platforms. */
export type Ids = Readonly<Record<Exclude<Named, 'outside'>, readonly string[]>>;

/** Ids that nobody has: enough to know which fields a call has. */
export const nobodysIds: Ids = {
  request: ['TU-0000-0000'],
  'ad account': ['AA-0000-0000'],
  'Ads ID': ['none', 'none', 'none'],
  user: ['US-0000-0000'],
  session: ['SE-0000-0000'],
  passkey: ['PK-0000-0000'],
  paylink: ['PL-0000-0000'],
  declaration: ['DA-0000-0000'],
  notice: ['none'],
  'withdrawal address': ['WA-0000-0000'],
  transfer: ['TR-0000-0001'],
  row: ['TU-0000-0000'],
};

type Schema = z.core.$ZodType;
type Path = readonly (string | number)[];
export type Place = { readonly in: 'query' | 'body'; readonly path: Path; readonly schema: Schema };
export type Input = { query: Record<string, unknown>; body: Record<string, unknown> };

/** Every field that a call reads, however deep; of a list, one field for each row that the input has. */
export function placesOf(endpoint: Endpoint, input: Input): Place[] {
  const inside = (where: Place['in'], schema: Schema | undefined) =>
    schema ? leaves(schema, input[where], []).map((leaf) => ({ in: where, ...leaf })) : [];
  return [
    ...inside('query', endpoint.query),
    ...inside('body', changesSomething(endpoint) ? endpoint.body : undefined),
  ];
}

function leaves(schema: Schema, value: unknown, path: Path): { path: Path; schema: Schema }[] {
  const { shape, element } = plain(schema)._zod.def as { shape?: Record<string, Schema>; element?: Schema };
  if (shape)
    return Object.entries(shape).flatMap(([name, each]) =>
      leaves(each, (value as Input['body'] | undefined)?.[name], [...path, name]),
    );
  if (element && Array.isArray(value) && plain(element)._zod.def.type === 'object')
    return value.flatMap((row, place) => leaves(element, row, [...path, place]));
  return [{ path, schema }];
}

/** The fields of a body or a query as they are called, also where something is done to the whole before it is read. */
export function namesIn(schema: Schema | undefined): string[] {
  return schema ? Object.keys((plain(schema)._zod.def as { shape?: object }).shape ?? {}) : [];
}

/** What is inside of what may be missing, or is read in another form. */
function plain(schema: Schema): Schema {
  const { innerType, in: wire, out } = schema._zod.def as { innerType?: Schema; in?: Schema; out?: Schema };
  if (innerType) return plain(innerType);
  if (!wire || !out) return schema;
  return plain(wire._zod.def.type === 'transform' ? out : wire);
}

/** An input that the call accepts: its example, the ids of `own`, and the first of every choice that has to be made. */
export function inputOf(endpoint: Endpoint, own: Ids): Input {
  const example = structuredClone((endpoint.example ?? {}) as Record<string, unknown>);
  const input: Input = endpoint.body ? { query: {}, body: example } : { query: example, body: {} };
  for (const place of placesOf(endpoint, input)) {
    const named = namedBy(place.schema);
    const given = valueAt(input, place) !== undefined;
    const choice = (place.schema._zod.def as { entries?: Record<string, string> }).entries;
    if (named && named !== 'outside' && (given || isNeeded(place.schema)))
      put(input, place, ownIdFor(endpoint, own, named));
    else if (!given && choice && isNeeded(place.schema)) put(input, place, Object.values(choice)[0]);
  }
  return input;
}

function isNeeded(schema: Schema): boolean {
  return !z.safeDecode(schema, undefined as never).success;
}

function ownIdFor(endpoint: Endpoint, own: Ids, named: Exclude<Named, 'outside'>): string {
  const { adType } = (endpoint.example ?? {}) as { adType?: Platform };
  const id = named === 'Ads ID' && adType ? own[named][onByDefault.indexOf(adType)] : own[named][0];
  if (id === undefined)
    throw new Error(`${endpoint.path} names a ${named}. Give the clients of this walk one (oneOfEach).`);
  return id;
}

export function valueAt(input: Input, { in: where, path }: Place): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | undefined)?.[step],
    input[where],
  );
}

export function put(input: Input, { in: where, path }: Place, value: unknown): Input {
  const holder = path.slice(0, -1).reduce<Record<string | number, unknown>>((each, step) => {
    each[step] ??= {};
    return each[step] as Record<string | number, unknown>;
  }, input[where]);
  holder[path.at(-1)!] = value;
  return input;
}

export function send(portal: TestPortal, endpoint: Endpoint, input: Input, as?: { token: string }): Promise<Answered> {
  const path = pathsOf(endpoint)[0]!.replaceAll(/:(\w+)/g, 'nothing-here');
  const query = input.query as Record<string, string>;
  return portal.call(endpoint.method, path, { as, query, ...(changesSomething(endpoint) ? { body: input.body } : {}) });
}

/** The same input for each form that the answer of this call can have. */
export function inEachFormat(endpoint: Endpoint, input: Input): Input[] {
  const formats = ['xlsx', 'pdf', 'csv'].filter((format) => {
    const read = endpoint.query && z.safeDecode(endpoint.query, { ...input.query, format } as never);
    return read?.success && (read.data as { format?: string }).format === format;
  });
  return formats.length === 0 ? [input] : formats.map((format) => ({ ...input, query: { ...input.query, format } }));
}

/** A client who has one of everything that can be named, and a second session; answers the ids. */
export async function oneOfEach(portal: TestPortal, admin: Person): Promise<{ person: Person; ids: Ids }> {
  const person = await portal.client({ dollars: 5_000 });
  const post = async (path: string, body: object) => {
    const { status, body: answer, text } = await portal.call('POST', path, { as: person, body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return answer;
  };
  const accounts: string[] = [];
  const orders = await ordersOf(post);
  for (const [place, applyId] of orders.entries()) {
    const adsId = `${person._id}-${place}`;
    const path = ['/approve-googleAd', '/approve-bingAd', '/approve-facebookAd'][place];
    if (!path) continue;
    await portal.call('PUT', path, { as: admin, query: { id: applyId, action: 'approve' }, body: { adsId } });
    accounts.push(adsId);
  }
  const deposits: { deposits: { applyId: string }[] }[] = [];
  for (const [place, adType] of onByDefault.entries())
    deposits.push(
      await post(`/kimi/create-${adType.toLowerCase()}-adDeposit`, { adsId: accounts[place], money: 7, adType }),
    );
  const refund = await post('/kimi/apply-refund', { adsId: accounts[0], amount: 5, adType: 'Google' });
  const destination = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };
  const withdrawal = await post('/kimi/apply-withdrawal', { amount: 3, ...destination, password: person.password });
  const topup = await post('/add-money', { chargeMoney: 11, transactionId: `T-${person._id}` });
  const payer = { firstName: 'Ana', lastName: 'Lima', emailId: 'payer@example.com', country: 'India', money: 25 };
  const { newPaylink } = await post('/kimi/create-paylink-individual', payer);
  const share = await post('/kimi/send-request-email', {
    emailId: `buyer-${person._id}@gmail.com`,
    adsId: accounts[0],
    adType: 'Google',
  });
  for (const applyId of orders.slice(0, 2))
    await post('/kimi/write-message', { applyId, text: `About ${applyId} of ${person._id}.` });
  const requests = [...orders, ...deposits.flatMap((answer) => answer.deposits.map(({ applyId }) => applyId))];
  requests.push(refund.refund.applyId, withdrawal.withdrawal.applyId, topup.transaction.applyId);
  await portal.call('POST', '/login-account', { body: { emailId: person.email, password: person.password } });
  const { sessions } = (await portal.call('GET', '/kimi/get-sessions', { as: person })).body;
  const others = (sessions as { _id: string; current: boolean }[])
    .filter(({ current }) => !current)
    .map(({ _id }) => _id);
  const listed = await portal.call('GET', '/kimi/get-ad-accounts', { as: person });
  const book = (await portal.call('GET', '/kimi/get-withdrawal-addresses', { as: person })).body.addresses;
  const { notices } = (await portal.call('GET', '/kimi/get-notices', { as: person })).body;
  const opened = (listed.body.accounts as { _id: string }[]).map(({ _id }) => _id);
  const rows = [...(await rowsOf(portal, person)), ...requests, newPaylink._id, share._id, ...opened];
  return {
    person,
    ids: {
      request: requests,
      'ad account': opened,
      'Ads ID': accounts,
      user: [person._id],
      session: others,
      passkey: [await passkeyOf(portal, person)],
      paylink: [newPaylink._id],
      declaration: [await declarationOf(portal, person)],
      notice: [notices[0]._id],
      'withdrawal address': [book[0]._id],
      transfer: ['TR-0000-0000'],
      row: rows,
    },
  };
}

/** One order on each platform, and one more that stays Pending. */
async function ordersOf(post: (path: string, body: object) => Promise<{ applyId: string }>): Promise<string[]> {
  const google = { adNum: 1, adsDetails: [{ gmail: 'ana@gmail.com', deposit: 50 }] };
  const bing = { adNum: 1, adsDetails: [{ domain: 'example.com', outlookMail: 'ana@outlook.com', deposit: 50 }] };
  const facebook = {
    licenseMode: 'new license',
    licenseName: 'Ana GmbH',
    pageNum: 1,
    pageUrls: ['facebook.com/ana'],
    paymentMode: 'oneByOne',
    domainOption: 'limited',
    domainNum: 1,
    domains: ['example.com'],
    ads: [{ accountName: 'Ana 1', deposit: 50 }],
  };
  const asked = [
    ['/create-google-ads', google] as const,
    ['/create-bing-ads', bing] as const,
    ['/kimi/create-facebook-ads', facebook] as const,
    ['/create-google-ads', google] as const,
  ];
  const ids: string[] = [];
  for (const [path, body] of asked) ids.push((await post(path, body)).applyId);
  return ids;
}

/** A passkey that never signs: these walks only name it. */
async function passkeyOf(portal: TestPortal, { person, _id }: Person): Promise<string> {
  const [made] = await portal.db.owner.query<{ id: string }>(
    'test.passkey',
    `insert into passkeys (public_id, person, credential, public_key, counter, transports, name)
     values ('PK' || substr($2, 3), $1, convert_to($2, 'UTF8'), '', 0, '{}', 'Laptop') returning public_id as id`,
    [person, _id],
  );
  return made!.id;
}

/** The ids of rows that have no other name: notices, lines, events. */
async function rowsOf(portal: TestPortal, person: Person): Promise<string[]> {
  const lists = ['/kimi/get-notices', '/kimi/get-statement', '/kimi/get-security-log'];
  const answers = await Promise.all(lists.map((path) => portal.call('GET', path, { as: person, query: { limit: 2 } })));
  return answers.flatMap(({ body }) =>
    (body.notices ?? body.lines ?? body.events).map(({ _id }: { _id: string }) => _id),
  );
}

/** An amount that this client will send: without nodes nobody can declare one. */
async function declarationOf(portal: TestPortal, { id, person, _id }: Person): Promise<string> {
  const [made] = await portal.db.owner.query<{ id: string }>(
    'test.declaration',
    `insert into declarations (public_id, client, person, network_name, network_address,
     wanted_cents, cents, expires_at)
     values ('DA' || substr($3, 3), $1, $2, 'TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
     50000, 50037, now() + interval '1 day')
     returning public_id as id`,
    [id, person, _id],
  );
  return made!.id;
}
