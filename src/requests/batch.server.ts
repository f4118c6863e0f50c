/**
 * Turns changes into the arrays that the database function `change` takes. Positions are PostgreSQL's: they begin with
 * 1.
 */
import { accountName, keepsBalance, placeOf } from '#ledger/ledger.ts';
import type { Change, Transition } from './change.server.ts';
import { jsonOf } from './json.ts';
import type { Leg } from '#kinds/postings.ts';

/** The arrays of one call; the letters are the ones in migrations/functions/change.sql. */
export class Batch {
  readonly #a = new Accounts();
  readonly #c: [
    client: bigint,
    attempt: Text,
    content: Text,
    request: bigint | null,
    from: Text,
    wallet: number,
    last: number,
    quiet: boolean,
  ][] = [];
  readonly #r: [change: number, at: number | null, row: object][] = [];
  readonly #m: [request: number | null, leg: Leg, srcAt: number | null, dstAt: number | null][] = [];
  readonly #k: [change: number, request: number | null, key: string][] = [];
  readonly #o: [change: number, at: number, adsId: Text][] = [];
  readonly #transitions: object[] = [];

  constructor(changes: readonly Change[]) {
    for (const change of changes) this.#add(change);
  }

  #add(change: Change) {
    const { client, ask, transition } = change;
    const place = this.#c.length + 1;
    const first = this.#r.length + 1;
    const wallet = this.#a.at(accountName('wallet', client), client)!;
    for (const [n, row] of (ask?.rows ?? []).entries()) {
      this.#r.push([place, row.account === null ? null : this.#a.at(row.account, client), { n, ...row }]);
    }
    for (const [n, legs] of change.legs.entries()) {
      for (const leg of legs)
        this.#m.push([ask ? first + n : null, leg, this.#a.at(leg.src, client), this.#a.at(leg.dst, client)]);
    }
    for (const [n, keys] of change.claims.entries()) {
      for (const key of keys) this.#k.push([place, ask ? first + n : null, key]);
    }
    if (transition) this.#addTransition(place, client, transition);
    const { attempt = null, content = null } = ask ?? {};
    this.#c.push([
      client,
      attempt,
      content,
      transition?.request ?? null,
      transition?.from ?? null,
      wallet,
      this.#m.length,
      transition?.quiet ?? false,
    ]);
  }

  #addTransition(place: number, client: bigint, { opens, closes, ...transition }: Transition) {
    for (const { account, adsId } of opens) this.#o.push([place, this.#a.at(account, client)!, adsId]);
    for (const account of closes) this.#o.push([place, this.#a.at(account, client)!, null]);
    const { to, by, frees, transactionId, adsId, remarks, receivedCents, reason, details } = transition;
    this.#transitions.push({
      change: place,
      state: to,
      by,
      frees,
      transaction_id: transactionId,
      ads_id: adsId,
      remarks,
      received_cents: receivedCents,
      reason,
      details,
    });
  }

  /** The arguments of the call, in their order. */
  values(): (string | null)[] {
    const names = this.#a.names;
    const legs = this.#m.map(([, leg]) => leg);
    return [
      ...list(this.#c, 8),
      ...list(
        names.map((name, place) => [name, this.#a.owners[place]!, placeOf(name) === 'ad account']),
        3,
      ),
      ...list(
        this.#r.map(([change, at]) => [change, at]),
        2,
      ),
      jsonOf(this.#r.map(([, , row]) => row)),
      ...list(
        this.#m.map(([request, leg]) => [request, leg.step, leg.leg, leg.src, leg.dst]),
        5,
      ),
      ...list(
        this.#m.map(([, , srcAt, dstAt]) => [srcAt, dstAt]),
        2,
      ),
      ...list(
        legs.map((leg) => [leg.amount, leg.fee]),
        2,
      ),
      ...list(this.#k, 3),
      ...list(this.#o, 3),
      this.#transitions.length > 0 ? jsonOf(this.#transitions) : null,
    ];
  }
}

type Text = string | null;

/** The accounts with a running balance that a batch touches, each once. */
class Accounts {
  readonly names: string[] = [];
  readonly owners: bigint[] = [];
  readonly #places = new Map<string, number>();

  at(account: string, client: bigint): number | null {
    if (!keepsBalance(account)) return null;
    // Two clients that name one ad account each look at it with their own eyes: it is there for its owner only.
    const name = `${client} ${account}`;
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.names.push(account);
      this.owners.push(client);
      this.#places.set(name, place);
    }
    return place;
  }
}

/**
 * The columns of these rows as PostgreSQL's array literals; written here because these are the busiest lines of the
 * portal.
 */
function list(rows: readonly (readonly (bigint | number | boolean | string | null)[])[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    let text = '';
    for (const row of rows) text += `${text === '' ? '' : ','}${literal(row[column]!)}`;
    return `{${text}}`;
  });
}

function literal(value: bigint | number | boolean | string | null): string {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') return String(value);
  return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`;
}
