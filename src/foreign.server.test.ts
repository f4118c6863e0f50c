/**
 * What is somebody else's is not there. Every call of the table that names something is made with every id that another
 * client owns: the answer is the one for an id that nobody owns, tells nothing of the other, and changes nothing of
 * theirs.
 */
import * as z from 'zod/mini';
import { beforeAll, describe, expect, test } from 'vitest';
import { audienceOf } from '#kernel/access.ts';
import { endpoint } from '#kernel/endpoint.ts';
import { idOf, namedBy, type Named } from '#kernel/fields.ts';
import { testPortal, type Answered, type Person } from './portal.testing.server.ts';
import {
  inputOf,
  nobodysIds,
  oneOfEach,
  placesOf,
  put,
  send,
  table,
  those,
  type Ids,
  type Place,
} from './walk.testing.server.ts';

const portal = await testPortal();
let admin: Person;
let [ana, ben]: { person: Person; ids: Ids }[] = [];

beforeAll(async () => {
  admin = await portal.admin();
  ana = await oneOfEach(portal, admin);
  ben = await oneOfEach(portal, admin);
});

type Owned = Exclude<Named, 'outside'>;
const ownedBy = (place: Place): Owned | undefined => {
  const named = namedBy(place.schema);
  return named === 'outside' ? undefined : named;
};
const naming = those((call) => placesOf(call, inputOf(call, nobodysIds)).some(ownedBy));

/** All that is kept of a client. */
async function kept(person: Person): Promise<unknown> {
  const tables = ['requests', 'balances', 'paylinks', 'declarations', 'topup_drafts', 'shares', 'client_prices'].map(
    (name) => `select to_jsonb(t) as row from ${name} t where client = $1`,
  );
  const own = ['notices', 'sessions'].map((name) => `select to_jsonb(t) as row from ${name} t where person = $2`);
  const text = [
    ...tables,
    ...own,
    'select to_jsonb(t) as row from clients t where id = $1',
    'select to_jsonb(t) as row from people t where id = $2',
  ].join(' union all ');
  return (
    await portal.db.owner.query<{ row: object }>('walk.kept', `${text} order by 1`, [person.id, person.person])
  ).map(({ row }) => JSON.stringify(row));
}

/** The answer without the id that was asked for, which may be said again, and without what is new in every answer. */
const said = ({ status, text, headers }: Answered, id: string) => {
  const json = (headers.get('content-type') ?? '').includes('json') ? text.replaceAll(id, 'ID') : '';
  return `${status} ${json.replaceAll(/[A-Z]{2}-[0-9A-Z]{4}-[0-9A-Z]{4}"/g, 'ID"').replaceAll(/"(wallet|createdAt|updatedAt|at)":[^,}]+/g, '')}`;
};

/** What no stranger may read; a number of a row could stand for anything. */
function secretsOf({ person, ids }: { person: Person; ids: Ids }): string[] {
  return [person.email, person.username, ...Object.values(ids).flat()].filter(
    (secret) => secret.length > 6 && secret !== 'NW-0000-0000',
  );
}

/** Fields that look like the name of something and do not say of what. */
function undeclaredIn(calls: typeof table): string[] {
  const looksLikeAnId = /^(id|.*Id|adsId|after|.*Of)$/;
  return calls.flatMap(({ name, endpoint: call }) =>
    placesOf(call, inputOf(call, nobodysIds))
      .filter(({ path, schema }) => looksLikeAnId.test(String(path.at(-1))) && namedBy(schema) === undefined)
      .map(({ path }) => `${name}: ${path.join('.')}`),
  );
}

test('every field that names something says what', () => {
  expect(undeclaredIn(table)).toEqual([]);
});

test('a call added tomorrow is walked, or asks for what it needs', () => {
  const call = {
    method: 'PUT',
    path: '/kimi/sink-ship',
    access: { client: 'Viewer' },
    summary: 'Sinks a ship.',
    trips: 1,
  } as const;
  const unsaid = endpoint({
    ...call,
    body: z.object({ fleet: z.array(z.object({ shipId: z.string() })) }),
    example: { fleet: [{ shipId: 'S-1' }] },
  });
  expect(undeclaredIn([{ name: 'sink', endpoint: unsaid }])).toEqual(['sink: fleet.0.shipId']);
  const declared = endpoint({
    ...call,
    query: z.object({ id: idOf('session') }),
    body: z.object({ linkId: z.optional(idOf('paylink')) }),
    example: {},
  });
  expect(placesOf(declared, inputOf(declared, nobodysIds)).map(ownedBy)).toEqual(['session', 'paylink']);
  expect(inputOf(declared, nobodysIds)).toEqual({ query: { id: 'SE-0000-0000' }, body: {} });
  expect(() => inputOf(declared, { ...nobodysIds, session: [] })).toThrow(
    '/kimi/sink-ship names a session. Give the clients of this walk one',
  );
});

describe('a stranger', () => {
  const forClients = naming.filter(({ endpoint: { access } }) => audienceOf(access) !== 'admin' && access !== 'public');

  test.each(forClients)('finds nothing of another client by $name', async ({ endpoint: call }) => {
    const before = await kept(ana!.person);
    const tellsApart: string[] = [];
    for (const place of placesOf(call, inputOf(call, ben!.ids))) {
      const named = ownedBy(place);
      if (!named) continue;
      const ask = (id: string) => send(portal, call, put(inputOf(call, ben!.ids), place, id), ben!.person);
      const unknown = said(await ask(nobodysIds[named][0]!), nobodysIds[named][0]!);
      for (const id of ana!.ids[named]) {
        const answer = await ask(id);
        expect(said(answer, id), `${place.path.join('.')} = ${id}`).toBe(unknown);
        expect(secretsOf(ana!).filter((secret) => secret !== id && answer.text.includes(secret))).toEqual([]);
      }
      for (const id of ben!.ids[named]) if (said(await ask(id), id) !== unknown) tellsApart.push(named);
    }
    expect(await kept(ana!.person)).toEqual(before);
    // Where a client's own id makes no difference either, the field is a position in a list, or asked of admins only.
    if (tellsApart.length === 0) expect(call.query && !call.body && call.method).toBe('GET');
  });

  const forAdmins = naming.filter(({ endpoint: { access } }) => audienceOf(access) === 'admin');

  test.each(forAdmins)('is refused by $name, whatever is named', async ({ endpoint: call }) => {
    const before = await kept(ana!.person);
    const answer = await send(portal, call, inputOf(call, ana!.ids), ben!.person);
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden']);
    expect(await kept(ana!.person)).toEqual(before);
  });
});
