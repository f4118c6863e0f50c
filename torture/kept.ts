/**
 * A small agency as one version leaves it behind: a backup, and beside it what that version told everybody about their
 * money. kept/ holds some of versions that people may still run (`node torture/kept.ts 0002` keeps the present one);
 * upgrade.test.ts takes each of them over, and one that is made on the spot.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { backUp } from '#server/backup.server.ts';
import { withConnection } from '#server/connection.server.ts';
import { visitDatabase } from '#server/postgres-visit.server.ts';
import { codeAt, readKey } from '#totp/totp.ts';
import { makeNode } from './node.ts';
import { makePeople, password, type Person } from './people.ts';
import { openTalk, type Talk } from './talk.ts';

type Told = {
  /** The two-factor key of client-1. */
  twoFactorKey: string;
  /** Everybody's money. */
  money: Record<string, { wallet: number; held: number }>;
};

export type Kept = { name: string; file: string; told: Told };

const kept = join(import.meta.dirname, 'kept');

/** Those of older versions. */
export async function keptOnes(): Promise<Kept[]> {
  const files = (await readdir(kept)).filter((name) => name.endsWith('.backup.gz')).sort();
  return Promise.all(
    files.map(async (file) => {
      const name = file.replace(/\.backup\.gz$/, '');
      const told = JSON.parse(await readFile(join(kept, `${name}.json`), 'utf8')) as Told;
      return { name, file: join(kept, file), told };
    }),
  );
}

/** Lets this version serve four clients for a while, and writes what is left into `folder`. */
export async function makeKept(folder: string, name: string): Promise<Kept> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-kept-'));
  const node = await makeNode({ name, databaseUrl: '', dataDir });
  const talk = openTalk();
  node.start();
  try {
    if (!(await node.ready(120_000))) throw new Error(node.log.join('\n'));
    const { url } = await visitDatabase({ dataDir, databaseUrl: '' });
    const asOwner = <T>(work: (client: pg.Client) => Promise<T>) => withConnection(url, work);
    const people = await makePeople({ nodes: [node], asOwner }, talk, { clients: 4, admins: 2 });
    const told = await live(talk, node.port, people);
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${name}.backup.gz`);
    await backUp(url, file);
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(told, null, 2)}\n`);
    return { name, file, told };
  } finally {
    talk.close();
    node.signal('SIGTERM');
    await node.ended();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** One of everything that leaves rows behind. */
async function live(
  talk: Talk,
  port: number,
  { clients, admins }: { clients: Person[]; admins: Person[] },
): Promise<Told> {
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, { token }: Person, body?: unknown) => {
    const answer = await talk.call(port, method, path, { token, ...(body ? { body } : {}) });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const [admin] = admins as [Person];
  for (const client of clients) {
    const adsDetails = [100, 50].map((deposit, n) => ({ gmail: `${client.name}.${n}@gmail.com`, deposit }));
    const ordered = await call('POST', '/create-google-ads', client, { adNum: 2, adsDetails });
    const adsId = `${client.publicId}-1, ${client.publicId}-2`;
    const items = [{ applyId: ordered.applyId, adsId }];
    await call('PUT', '/kimi/decide-requests', admin, { action: 'approve', items });
    await call('POST', '/create-google-ads', client, { adNum: 1, adsDetails: adsDetails.slice(1) });
    await call('POST', '/kimi/create-google-adDeposit', client, { adsId: `${client.publicId}-1`, money: 20 });
    await call('POST', '/kimi/apply-withdrawal', client, {
      amount: 12,
      networkName: 'TRC20',
      networkAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
      password,
    });
  }
  const [first, second] = clients as [Person, Person];
  const order = await call('POST', '/create-google-ads', first, {
    adNum: 1,
    adsDetails: [{ gmail: 'again@gmail.com', deposit: 30 }],
  });
  await call('PUT', '/kimi/decide-requests', admin, {
    action: 'approve',
    items: [{ applyId: order.applyId, adsId: 'once' }],
  });
  await call('PUT', '/kimi/reverse-request', admin, { applyId: order.applyId, reason: 'It was a mistake.' });
  const { secret } = await call('POST', '/kimi/start-two-factor', second, { currentPassword: password });
  const { key } = readKey(secret) as { key: Parameters<typeof codeAt>[0] };
  await call('POST', '/kimi/enable-two-factor', second, { otp: codeAt(key, Date.now()) });
  const money: Told['money'] = {};
  for (const client of clients) {
    const { users } = await call('GET', '/kimi/get-wallet-of-user', client);
    money[client.name] = { wallet: users.wallet, held: users.held };
  }
  return { twoFactorKey: secret, money };
}

if (import.meta.main) {
  const [number] = process.argv.slice(2);
  if (!/^\d{4}$/.test(number ?? '')) throw new Error('Which migration is the last of this version? Four digits.');
  console.log((await makeKept(kept, `portal-${number}`)).file);
}
