/**
 * The stage of the demonstration: a portal whose own calls are made, one scene after another. Each scene says when it
 * is meant to have happened; when all are played, the owner of the database moves what was written to those times in
 * one step.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPortal } from '#portal.server.ts';
import type { Config } from '#server/config.server.ts';
import { admins } from './cast.ts';
import type { Arrival } from './chain.ts';
import { receiptOf } from './receipt.ts';

export type Body = Record<string, unknown>;
// The story reads what it knows to be in an answer; a wrong path ends it.
// oxlint-disable-next-line no-explicit-any
export type Answer = any;

export type Person = { name: string; email: string; token: string; id: string; address: string; agent: string };
export type Scene = { at: number; play: () => Promise<unknown> };

export const password = 'demonstration';
const base58check = createBase58check(sha256);

/** Where a client is paid, and pays from: an address of their own on Tron, always the same. */
export function walletOf({ email }: Pick<Person, 'email'>): string {
  return walletNamed(email);
}

/** An address on Ethereum, the same for the same name. */
export function etherNamed(name: string): string {
  return `0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
}

/** An address on Tron, the same for the same name. */
export function walletNamed(name: string): string {
  const digest = sha256(new TextEncoder().encode(name));
  return base58check.encode(Uint8Array.from([0x41, ...digest.subarray(0, 20)]));
}

/** The networks of the demonstration: the default one, and one beside it. */
export const networkBeside = { networkName: 'ERC20', networkAddress: '0x52908400098527886E0F7030069857D2E4169EE7' };
export const networkNow = { networkName: 'TRC20', networkAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
];

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Times are moved by whoever may everything on its server: the owner of the database can't leave its triggers out. */
export async function openStage(config: Config, database: { readonly url: string; readonly ownerUrl: string }) {
  // Everybody calls from an address of their own, as in life: the limits per address hold here too.
  const portal = await openPortal({
    config: { ...config, port: 0, rateLimit: false, trustProxy: true, logLevel: 'error' },
    databaseUrl: database.ownerUrl,
  });
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  // The first admin of a portal is called "Admin"; here it is somebody.
  await owner.query(`update people set name = $1 where email = $2`, [admins[0].name, admins[0].email]);
  const played: Played[] = [];
  const arrivals: Arrival[] = [];
  const remembered: Person[] = [];
  const opened = new Date();
  const call = callerOf(portal.address);
  return {
    call,
    /** What happened on the chains, as its nodes will tell. */
    arrivals,
    /** Some minutes before what is played now. */
    arrive({ minutes = 4, ...arrival }: Omit<Arrival, 'at' | 'network'> & { network?: string; minutes?: number }) {
      arrivals.push({ network: networkNow.networkName, at: played.at(-1)!.at - minutes * 60_000, ...arrival });
    },
    somebody: newcomers(),
    /** Signed in there with another device. */
    elsewhere: (person: Person): Person => ({
      ...person,
      address: '192.0.2.77',
      agent: agents.find((agent) => agent !== person.agent)!,
    }),
    /** Where this person signed in is still known when all is played; of the others nobody knows. */
    remember: (person: Person) => void remembered.push(person),
    signIn: async (person: Person) => {
      const body = { emailId: person.email, password };
      const { token, _id } = await call('POST', '/login-account', { as: person, body });
      return Object.assign(person, { token, id: _id });
    },
    /** The code that was mailed to this address last, from the mail as it arrived: nowhere else is it in the clear. */
    async codeFor(email: string): Promise<string> {
      const { rows } = await owner.query<{ id: string }>(
        `select id from mails where recipient = $1 and subject = 'Your verification code' order by id desc limit 1`,
        [email],
      );
      return codeIn(join(config.dataDir, 'mail'), `-mail-${rows[0]!.id}-`);
    },
    transfer(dollars: number, from: string, look: number) {
      const transactionId = createHash('sha256').update(`${from} ${dollars} ${look}`).digest('hex');
      return { dollars, from, look, transactionId, to: networkNow.networkAddress, network: networkNow.networkName };
    },
    receiptOf,
    play: (scenes: readonly Scene[]) => playInOrder(scenes, played),
    async close() {
      await portal.close();
      // What is played at no time of its own happens now.
      const moving = played.length > 0 ? moveBack(owner, played, remembered) : leaveLately(owner, opened);
      await moving.finally(() => owner.end());
    },
  };
}

/** Calls the portal as somebody, or as a visitor who comes from another address each time. */
function callerOf(portal: string) {
  let visitors = 0;
  return async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { as, body, form }: { as?: Person; body?: Body; form?: FormData } = {},
  ): Promise<Answer> => {
    const headers = {
      'user-agent': as?.agent ?? agents[3]!,
      'x-forwarded-for': as?.address ?? `198.51.100.${++visitors % 250}`,
      ...(as?.token ? { authorization: `Bearer ${as.token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const sent = form ?? (body && JSON.stringify(body));
    const response = await fetch(new URL(path, portal), { method, headers, ...(sent ? { body: sent } : {}) });
    const answer: Answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

/** Makes people, each at an address and with a browser of their own. */
function newcomers() {
  let people = 0;
  return (name: string, email: string): Person => {
    people += 1;
    const [address, agent] = [`203.0.113.${10 + people}`, agents[people % agents.length]!];
    return { name, email, token: '', id: '', address, agent };
  };
}

type Played = { from: number; at: number };

/**
 * Plays the scenes in the order of their time. They are told apart by when they began: no two share a millisecond, and
 * none is told to have begun before the one before it was over, however slowly that was played.
 */
async function playInOrder(scenes: readonly Scene[], played: Played[]): Promise<void> {
  for (const { at, play } of scenes.toSorted((one, other) => one.at - other.at)) {
    await sleep(2);
    const [from, before] = [Date.now(), played.at(-1)];
    played.push({ from, at: before ? Math.max(at, before.at + from - before.from) : at });
    await play();
  }
}

/** A mail becomes a file within a second or two. */
async function codeIn(folder: string, name: string): Promise<string> {
  for (let turn = 0; turn < 400; turn++) {
    const file = (await readdir(folder).catch(() => [])).find((each) => !each.startsWith('.') && each.includes(name));
    const code = file && /^\s*(\d{6})\s*$/m.exec(await readFile(join(folder, file), 'utf8'))?.[1];
    if (code) return code;
    await sleep(50);
  }
  throw new Error(`The mail ${name} did not arrive.`);
}

/**
 * Moves every time that was written to the scene it belongs to, in every table alike, so that a request, its movements,
 * its decision, its audit rows and its notices still agree. What can be rebuilt (seals, roll-ups) is, by the portal
 * itself.
 */
async function moveBack(owner: pg.Client, played: readonly Played[], remembered: readonly Person[]): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  const emails = remembered.map(({ email }) => email);
  await owner.query(
    `delete from sessions
     where acting_admin is not null or person not in (select id from people where email = any ($1))`,
    [emails],
  );
  await owner.query(
    `truncate mailed_codes, passkey_challenges, throttles, request_looks, seals,
     audit_seals, statement_seals, statement_keys, statement_heads, statement_buckets, revenue_days, day_figures,
     place_totals, rollups`,
  );
  await owner.query('create temp table scenes (began timestamptz primary key, shift interval not null) on commit drop');
  await owner.query(
    `insert into scenes select to_timestamp(f / 1000.0), make_interval(secs => (a - f) / 1000.0)
     from unnest($1::float8[], $2::float8[]) s (f, a)`,
    [played.map(({ from }) => from), played.map(({ at }) => at)],
  );
  await owner.query(`create function pg_temp.moved(t timestamptz) returns timestamptz language sql stable as
    $$ select t + coalesce(
      (select shift from scenes where began <= t order by began desc limit 1),
      (select shift from scenes order by began limit 1)) $$`);
  const { rows } = await owner.query<{ table_name: string; columns: string[] }>(
    `select table_name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone'
       and table_name not in ('mailed_codes', 'passkey_challenges', 'throttles',
         'request_looks', 'migrations')
     group by table_name`,
  );
  for (const { table_name, columns } of rows) {
    const ends = { expires_at: 'created_at', next_try_at: 'made_at' } as Record<string, string>;
    const sets = columns.map((column) =>
      ends[column]
        ? `${column} = ${column} + (pg_temp.moved(${ends[column]}) - ${ends[column]})`
        : `${column} = pg_temp.moved(${column})`,
    );
    await owner.query(`update ${table_name} set ${sets.join(', ')}`);
  }
  await owner.query('commit');
  await owner.query('vacuum analyze');
}

/** What was declared since then was declared an hour ago; who signed in for it did not. */
async function leaveLately(owner: pg.Client, since: Date): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query('delete from sessions where created_at >= $1', [since]);
  await owner.query(
    `update declarations set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour',
       ended_at = ended_at - interval '1 hour' where created_at >= $1`,
    [since],
  );
  await owner.query('commit');
}
