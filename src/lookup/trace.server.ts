/** What a person on the telephone can name, found in one place: an error's reference, a request, a client. */
import { spoken } from '#kernel/ids.ts';
import { findAccounts } from '#accounts/find.server.ts';
import { findClients } from '#clients/find.server.ts';
import type { ListedRequest } from '#requests/list.server.ts';
import { kindNames } from '#kinds/kinds.ts';
import type { Database } from '#server/database.server.ts';
import { handle } from '#server/handle.server.ts';
import { newestRows } from '#requests/table.server.ts';
import { amountIn } from './finding.ts';
import { asFound, foundOnce, mostFound } from './found.server.ts';
import { getTrace } from './trace.api.ts';

/** Clients called so whose requests of an amount are looked for. */
const mostClients = 50;

export const traceHandlers = [
  handle(getTrace, async ({ query: { q }, app: { db } }) => {
    const errors = await errorsOf(db, q);
    // Who names a reference has found what it names; other words are looked for everywhere.
    if (q === '' || isReference(q))
      return { message: 'Trace fetched successfully', errors, requests: [], accounts: [], users: [] };
    const [rows, ofAmount, accounts, clients] = await Promise.all([
      newestRows(db, { kinds: kindNames, q }, mostFound),
      requestsOfAmount(db, q),
      findAccounts(db, q, mostFound),
      findClients(db, q, mostFound),
    ]);
    const users = namedFirst(clients, q).map((row) => ({
      _id: row.publicId,
      username: row.name,
      emailId: row.email,
      wallet: row.walletCents,
    }));
    // Who types an amount means the amount, and only then the letters of an id.
    const requests = foundOnce([...ofAmount, ...rows]);
    return {
      message: 'Trace fetched successfully',
      errors,
      requests: requests.map((row) => ({
        ...asFound(row),
        userId: { _id: row.person.publicId, username: row.person.username },
      })),
      accounts,
      users,
    };
  }),
];

/** Whose name has a word that begins so stands before whoever has the letters in the middle of one. */
function namedFirst<Client extends { readonly name: string }>(clients: readonly Client[], q: string): Client[] {
  const begun = ` ${q.trim().toLowerCase()}`;
  const isNamed = ({ name }: Client) => ` ${name.toLowerCase()}`.includes(begun);
  return [...clients.filter(isNamed), ...clients.filter((client) => !isNamed(client))];
}

/** The newest requests of exactly this amount, of whoever is named before it. */
async function requestsOfAmount(db: Database, q: string): Promise<ListedRequest[]> {
  const asked = amountIn(q);
  if (!asked) return [];
  const clients = asked.who === '' ? undefined : await findClients(db, asked.who, mostClients);
  const narrowing = { kinds: kindNames, least: asked.cents, most: asked.cents, clients: clients?.map(({ id }) => id) };
  return newestRows(db, narrowing, mostFound);
}

function isReference(q: string): boolean {
  return /^e-[0-9a-z]+$/i.test(q);
}

type ErrorRow = {
  reference: string;
  at: Date;
  node: string;
  method: string;
  path: string;
  applyId: string | null;
  kind: string;
  place: string;
  personId: string | null;
  username: string;
  role: string;
  actingAdmin: string | null;
};

/**
 * By reference, with or without its `E-`, or by the request that the call was about; the latest where nothing was
 * named.
 */
async function errorsOf(db: Database, q: string) {
  const reference = `E-${q.replace(/^e-/i, '').toLowerCase()}`;
  const rows = await db.query<ErrorRow>(
    'lookup.errors',
    `select e.reference, e.at, e.node, e.method, e.path, e.request_apply_id as "applyId", e.kind, e.place,
       coalesce(c.public_id, p.public_id) as "personId", coalesce(c.name, p.name, '') as username,
       case when c.id is not null then 'User' when p.id is not null then 'Admin' else '' end as role,
       (select name from people where id = e.acting_admin) as "actingAdmin"
     from (select * from errors where id in (
         select id from errors where reference = $1
         union all select id from errors where request_apply_id = $2
         union all (select id from errors where $3 order by id desc limit 20))
       order by id desc limit 20) e
     left join people p on p.id = e.person left join members m on m.person = p.id
     left join clients c on c.id = m.client order by e.id desc`,
    [reference, spoken(q), q === ''],
  );
  return rows.map(({ personId, username, role, ...row }) => ({
    ...row,
    person: personId === null ? null : { _id: personId, username, typeOfUser: role },
  }));
}
