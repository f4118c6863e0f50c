/** Builders for tests that need people and money: `const at = story(db); const client = await at.client(100_00n)`. */
import { randomBytes } from 'node:crypto';
import { application, priceOrder } from '#kinds/application.ts';
import { deposit, priceDeposit } from '#kinds/deposit.ts';
import type { Fill } from '#kinds/kind.ts';
import { kinds, type Kind } from '#kinds/kinds.ts';
import { flatPrice } from '#kinds/postings.ts';
import { priceRefund, refund } from '#kinds/refund.ts';
import { priceReplacement, replacement } from '#kinds/replacement.ts';
import { topup } from '#kinds/topup.ts';
import { withdrawal } from '#kinds/withdrawal.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { withConnection } from '#server/connection.server.ts';
import type { Database } from '#server/database.server.ts';
import type { TestDatabase } from '#server/database.testing.server.ts';
import { auditBook } from './book.server.ts';
import { register } from '#users/people.server.ts';
import { cancel, confirm, decide, pay, reverse, type Decided } from './deciding.server.ts';
import type { Platform } from '#platforms/platforms.ts';
import { ask, type Asked, type Row } from './requests.server.ts';

export const rate = 1_500n;
export const openingFee = 3_000n;

const owners = new Map<bigint, PersonId>();

/** Makes a client with its Owner. `owner` may write where the application's role may not. */
export async function newClient(owner: Database): Promise<ClientId> {
  const name = randomBytes(8).toString('hex');
  const made = (await register(owner, {
    name,
    email: `${name}@example.com`,
    passwordHash: '',
    country: '',
    phone: '',
    pincode: '',
    contactMethod: '',
    agencyAds: {},
  }))!;
  owners.set(made.client, made.person);
  return made.client;
}

/** The Owner of a client that was made here, who asks in its name. */
export function ownerOf(client: bigint): PersonId {
  return owners.get(client)!;
}

/** Makes an admin. */
export async function newAdmin(owner: Database): Promise<PersonId> {
  const name = randomBytes(8).toString('hex');
  const [row] = await owner.query<{ id: PersonId }>(
    'testing.admin',
    `insert into people (public_id, name, email, admin_role) values ($1, $1, $2, 'Admin') returning id`,
    [name, `${name}@example.com`],
  );
  return row!.id;
}

export async function balance(db: Database, account: string): Promise<Cents> {
  const [row] = await db.query<{ balance: Cents }>(
    'testing.balance',
    'select balance from balances where account = $1',
    [account],
  );
  return row?.balance ?? 0n;
}

/** What the audit finds in the book of this database; empty when it is in order. */
export async function findings(url: string): Promise<string[]> {
  const checked = await withConnection(url, (client) => auditBook(client));
  return checked.flatMap((check) => check.shown);
}

/** Moves everything of this client so many days back; written directly as only a test may. */
export async function longAgo(owner: Database, client: bigint, days: number): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - interval '${days} days'`;
  await owner.pool.query(`begin; set local session_replication_role = replica;
    update movements set ${earlier('at')} where client = ${client};
    update decisions set ${earlier('at')} where request in (select id from requests where client = ${client});
    update requests set ${['created_at', 'decided_at', 'reversed_at'].map(earlier).join(', ')} where client = ${client};
    commit`);
}

/** What happens in tests, in the words of the business. */
export function story(db: TestDatabase, on: Database = db) {
  let asked = 0;
  const rows = (
    client: ClientId,
    kind: Kind,
    list: readonly Row[],
    key?: string,
    content: unknown = ++asked,
  ): Promise<Asked> => ask(on, { kind, client, askedBy: ownerOf(client), key, content, rows: list });
  const at = {
    ask: rows,
    admin: () => newAdmin(db.owner),
    /** A client with this much to spend. */
    async client(cents: Cents = 0n): Promise<ClientId> {
      const client = await newClient(db.owner);
      if (cents > 0n) await at.approve((await at.topup(client, cents)).requests[0]!.applyId);
      return client;
    },
    topup: (client: ClientId, cents: Cents, transactionId = randomBytes(16).toString('hex')) =>
      rows(client, topup, [{ price: flatPrice(cents), transactionId }]),
    order: (client: ClientId, deposits: readonly Cents[], platform: Platform = 'Google') =>
      rows(client, application, [
        {
          platform,
          price: priceOrder(deposits, openingFee, rate),
          lines: deposits.map((depositCents) => ({ depositCents })),
          details: { rate: String(rate) },
        },
      ]),
    deposit: (client: ClientId, adsId: string, ...amounts: readonly Cents[]) =>
      rows(
        client,
        deposit,
        amounts.map((amount) => ({ platform: 'Google', adsId, ...pricedDeposit(amount) })),
      ),
    refund: (client: ClientId, adsId: string, amount: Cents) =>
      rows(client, refund, [{ platform: 'Google', adsId, price: priceRefund(amount, true) }]),
    withdrawal: (client: ClientId, amount: Cents) => rows(client, withdrawal, [{ price: flatPrice(amount) }]),
    approve: async (applyId: string, fill: Fill = {}, admin?: bigint): Promise<Decided> =>
      decide(on, {
        kinds,
        applyId,
        verdict: 'approve',
        admin: admin ?? (await at.admin()),
        fill: { transactionId: 't-1', adsId: randomBytes(5).toString('hex'), ...fill },
      }),
    reject: async (applyId: string, admin?: bigint): Promise<Decided> =>
      decide(on, {
        kinds,
        applyId,
        verdict: 'reject',
        admin: admin ?? (await at.admin()),
        fill: { remarks: 'not this time' },
      }),
    cancel: (applyId: string, client: ClientId) => cancel(on, { kinds, applyId, client, person: ownerOf(client) }),
    reverse: async (applyId: string): Promise<Decided> =>
      reverse(on, { kinds, applyId, admin: await at.admin(), reason: 'a mistake' }),
    /** An approved ad account with this deposit in it, and money left to spend; answers client and Ads ID. */
    async account(deposited: Cents, left: Cents = 1_000_00n) {
      const client = await at.client(priceOrder([deposited], openingFee, rate).totalCents! + left);
      const adsId = randomBytes(6).toString('hex');
      const order = (await at.order(client, [deposited])).requests[0]!.applyId;
      await at.approve(order, { adsId });
      return { client, adsId, order };
    },
    ...beside(db, on),
  };
  return at;
}

/** The price of a deposit, and the rate that a request says beside it. */
function pricedDeposit(amount: Cents): Pick<Row, 'price' | 'details'> {
  return { price: priceDeposit(amount, rate), details: { topupBasisPoints: String(rate) } };
}

function beside(db: TestDatabase, on: Database) {
  return { ...payingOut(db, on), ...replacing(db, on), ...balancesIn(db) };
}

/** What happens to an ad account that does not run any more. */
function replacing(db: TestDatabase, on: Database) {
  const at = {
    /** Its platform suspends the ad account, so that it can be replaced. */
    async suspended(adsId: string): Promise<void> {
      const [account] = await on.query<{ id: string }>(
        'testing.ad_account',
        'select public_id as id from ad_accounts where key = $1 and closed_at is null',
        [adsId],
      );
      if (!account) return;
      const step = { account: account.id, state: 'Suspended', reason: 'It is suspended.' };
      const written = JSON.stringify({ by: Number(await newAdmin(db.owner)), source: 'typed', steps: [step] });
      await on.query('testing.step', 'select outcome from step_ad_accounts($1, $2)', [written, on.vouch(written)]);
    },
    replacement: async (client: ClientId, adsId: string, by: PersonId = ownerOf(client)): Promise<Asked> => {
      const cents = (await balancesIn(db).inAccount(adsId))?.balance ?? 0n;
      return ask(on, {
        kind: replacement,
        client,
        askedBy: by,
        content: randomBytes(8).toString('hex'),
        rows: [{ platform: 'Google', adsId, price: priceReplacement(cents) }],
        also: async () => {},
      });
    },
    /** Another ad account takes the place of this one; answers its Ads ID, and the request. */
    async replaced(client: ClientId, adsId: string, fresh: string = randomBytes(6).toString('hex')) {
      await at.suspended(adsId);
      const { applyId } = (await at.replacement(client, adsId)).requests[0]!;
      await decide(on, { kinds, applyId, verdict: 'approve', admin: await newAdmin(db.owner), fill: { adsId: fresh } });
      return { fresh, applyId };
    },
  };
  return at;
}

function payingOut(db: TestDatabase, on: Database) {
  return {
    /** Two admins agree that it is to be paid; nobody has paid it yet. */
    release: async (applyId: string): Promise<Decided> => {
      await decide(on, { kinds, applyId, verdict: 'approve', admin: await newAdmin(db.owner), approvals: 2 });
      return confirm(on, { kinds, applyId, admin: await newAdmin(db.owner) });
    },
    pay: async (applyId: string): Promise<Decided> =>
      pay(on, { kinds, applyId, admin: await newAdmin(db.owner), fill: { transactionId: 't-1' } }),
  };
}

/** What the book says of a client's money. */
function balancesIn(db: TestDatabase) {
  const at = {
    /** The ledger's name of the ad account that has, or had last, this Ads ID. */
    async accountOf(adsId: string): Promise<string> {
      const rows = await db.query<{ account: string }>(
        'testing.account_of',
        `select 'ad:' || id as account from ad_accounts where key = $1
         order by closed_at is null desc, id desc limit 1`,
        [adsId.toLowerCase().replaceAll(/[\s-]/g, '')],
      );
      return rows[0]?.account ?? `ad:${adsId}`;
    },
    wallet: (client: bigint) => balance(db, `wallet:${client}`),
    held: (client: bigint) => balance(db, `held:${client}`),
    async inAccount(adsId: string): Promise<{ balance: Cents; feeLeft: Cents }> {
      const [row] = await db.query<{ balance: Cents; feeLeft: Cents }>(
        'testing.account',
        'select balance, fee_left as "feeLeft" from balances where account = $1',
        [await at.accountOf(adsId)],
      );
      return row!;
    },
  };
  return at;
}

/** The status and code that a promise is refused with; fails where it is not. */
export async function refused(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    const refusal = (error as { refusal?: { status: number; code: string } }).refusal;
    if (!refusal) throw error;
    return `${refusal.status} ${refusal.code}`;
  }
  throw new Error('This was not refused.');
}

/** How each of these ended: `done`, or the refusal's status and code; anything else is thrown. */
export async function endings(promises: readonly Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    promises.map((promise) =>
      promise.then(
        () => 'done',
        (error: unknown) => refused(Promise.reject(error)),
      ),
    ),
  );
}
