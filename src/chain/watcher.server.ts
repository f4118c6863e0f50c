/**
 * The watcher lists what arrives at and leaves every address that clients were ever shown, from where it stopped. A
 * list names transactions; what is in them is read as any claimed one, from all nodes. So a list that is late, double
 * or read twice does no harm, and each line is one row. What can't be read yet is kept by its name. One node of the
 * portal watches a chain: its lease lets one.
 */
import { accountOf } from '#network/addresses.ts';
import { shownSince } from '#network/network.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { NoAnswer } from '#server/outward.server.ts';
import { exactOf } from './amounts.ts';
import { tellOfUnknown, tellOfUnreadable } from './alarms.server.ts';
import { tellOfLost } from './lost.server.ts';
import type { Chains } from './chains.server.ts';
import { networkCalled, type Network } from './networks.ts';
import type { Where } from './node.server.ts';
import { foundIn, type Found } from './reading.ts';
import { settleOut } from './settling.store.server.ts';
import { keepTransfers, settleIn } from './transfers.store.server.ts';
import {
  dropMark,
  dueAgain,
  forgetUnread,
  keepLookedBack,
  keepMark,
  marksOf,
  notFinal,
  setAllAside,
  setAside,
  unknownAmong,
} from './watching.store.server.ts';

const everySeconds = 4;
/** So many transactions at the same time, as free nodes allow about fifteen questions a second. */
const atOnce = 4;
/** Money that came longer ago than this is not looked for when a node is set for the first time. */
const longestMs = 30 * 24 * 3_600_000;

/**
 * One job a chain, so that a node that hangs holds up no other chain; and one that says which request each transfer is
 * of, whatever its chain.
 */
export function watchJobs(app: App, chains: Chains): Job[] {
  const tell = () => app.events.hint('admins', 'request');
  const watching = chains.networks.map((network): Job => ({
    name: `watch over ${network.name}`,
    everySeconds,
    atStart: true,
    run: async (stop) => {
      const { isNew, unlisted } = await watch(app.db, chains, network, stop);
      if (isNew) tell();
      if (unlisted > 0 && !stop.aborted) throw new NoAnswer(unwatched(unlisted));
    },
  }));
  if (watching.length === 0) return [];
  const settling: Job = {
    name: 'requests of transfers',
    everySeconds,
    run: async () => {
      // Everybody can make what comes in long: nobody waits for it to hear of what left.
      const told = [await tellOfUnreadable(app), await tellOfLost(app)];
      await settleOut(app.db);
      told.push(await tellOfUnknown(app));
      if (told.includes(true)) tell();
      await settleIn(app.db);
    },
  };
  return [...watching, settling];
}

/** How many lists one look takes at most, and how many transactions of one list are read before it goes on. */
const mostLists = 200;
const mostAtOnce = 1_000;
/** However slow one is, the other accounts get their turn. */
const mostMs = 2 * 60_000;

/** What an operator reads while it is so, and admins once it has been so for a while (`queue/failing.server.ts`). */
const unwatched = (accounts: number) =>
  `no node says to the end what moved at ${accounts} of our addresses: nothing that arrives there is seen, and nobody is told of what leaves`;

type Watched = { isNew: boolean; unlisted: number };

/**
 * Looks once; whether something is new, and at how many accounts nobody knows. Where no node answers about one, the
 * next look begins there where this one stopped; the others do not wait for it.
 */
export async function watch(db: Database, chains: Chains, network: Network, stop: AbortSignal): Promise<Watched> {
  const [watched, marks] = await Promise.all([watchedOn(db, network), marksOf(db, network.name)]);
  const look = { db, chains, network, ours: new Set(watched.keys()), stop };
  const stopped = stoppedBehind.get(chains) ?? new Map<string, number | undefined>();
  stoppedBehind.set(chains, stopped);
  let [changed, final, unlisted] = [false, 0, 0];
  for (const [account, since] of watched) {
    const { mark, lookBack = false } = marks.get(account) ?? {};
    const ahead = await listFrom(look, { account, mark, since });
    if (!ahead) {
      unlisted += 1;
      continue;
    }
    changed ||= ahead.changed;
    ({ final } = ahead);
    // What moved since then is seen by nobody.
    if (ahead.stoppedAt !== undefined && !stop.aborted) unlisted += 1;
    if (!lookBack || mark === undefined) continue;
    const place = `${network.name} ${account}`;
    const back = { account, mark: stopped.get(place) ?? Math.max(mark - network.behind, 0), since };
    const behindIt = await listFrom(look, back, mark);
    if (!behindIt || stop.aborted) continue;
    changed ||= behindIt.changed;
    if (behindIt.stoppedAt === undefined) await keepLookedBack(db, network.name, account);
    stopped.set(place, behindIt.stoppedAt);
  }
  const open = final > 0 ? await notFinal(db, network.name, final) : [];
  const again = new Set([...open, ...(await dueAgain(db, network.name))]);
  const answered = await readAll(look, [...again]);
  return { isNew: changed || (answered && again.size > 0), unlisted };
}

/** Where the next look behind a mark goes on, by network and account: of nodes that tell of few blocks at once. */
const stoppedBehind = new WeakMap<Chains, Map<string, number | undefined>>();

/** `stoppedAt`: it has taken as many lists, or as long, as one look takes, and there is more. */
type Went = { changed: boolean; final: number; stoppedAt: number | undefined };

/**
 * Lists what moved at an account from somewhere on, up to what is there already or to the end, and reads what is new;
 * undefined where it could not go on.
 */
async function listFrom(look: Look, from: Where, upTo = Infinity): Promise<Went | undefined> {
  const { db, chains, network, stop } = look;
  let [mark, whole, held, changed, final] = [from.mark, false, false, false, 0];
  const until = Date.now() + mostMs;
  const goesOn = (lists: number) => lists < mostLists && Date.now() < until && !stop.aborted;
  for (let lists = 0; !whole && (mark ?? 0) < upTo && goesOn(lists); lists += 1) {
    const listed = await chains.list(network, { ...from, mark });
    if (!listed) return undefined;
    // A node that was believed alone has told of blocks that there are not. What it hid is listed anew. Where there are
    // such blocks by now, one is only late: many say hours too late what is final.
    if (from.mark !== undefined && listed.head < from.mark - network.behind) {
      await dropMark(db, network.name, from.account);
      return undefined;
    }
    const fresh = await unknownAmong(db, network.name, from.account, listed.hashes);
    if (!(await readAll(look, fresh.slice(0, mostAtOnce)))) return undefined;
    changed ||= fresh.length > 0;
    // No further for good than everything was read or kept by name, and than every node says that listed lately.
    held ||= !listed.complete || !(await setAllAside(db, network.name, fresh.slice(mostAtOnce)));
    if (!held) await keepMark(db, network.name, from.account, listed.mark);
    ({ next: mark, whole, final } = listed);
  }
  return { changed, final, stoppedAt: whole || (mark ?? 0) >= upTo ? undefined : mark };
}

/** The accounts of one chain that clients were ever shown, each since when. */
async function watchedOn(db: Database, network: Network): Promise<Map<string, Date>> {
  const since = new Map<string, Date>();
  for (const { networkName, networkAddress, shownAt } of await shownSince(db)) {
    const account = accountOf(networkAddress);
    if (account === undefined || networkCalled(networkName)?.name !== network.name) continue;
    const first = Math.max(shownAt.getTime(), Date.now() - longestMs);
    since.set(account, new Date(Math.min(first, since.get(account)?.getTime() ?? first)));
  }
  return since;
}

type Look = { db: Database; chains: Chains; network: Network; ours: ReadonlySet<string>; stop: AbortSignal };

/** Whether nodes answered about all of them; where they did not, it ends. */
async function readAll(look: Look, hashes: readonly string[]): Promise<boolean> {
  for (let place = 0; place < hashes.length; place += atOnce) {
    if (look.stop.aborted) return false;
    const answered = await Promise.all(hashes.slice(place, place + atOnce).map((hash) => read(look, hash)));
    if (answered.includes(false)) return false;
  }
  return true;
}

/** A fork takes a transaction back for longer than a node is behind the others; and than one that is alone may be. */
const [goneSeconds, goneAloneSeconds] = [60, 600];

/**
 * Reads one transaction; false where no node answered. What was not read, for whatever reason, is set aside: neither a
 * lie about one, nor a node that is late or refuses this one alone, may hide what comes after it, or lose it.
 */
async function read({ db, chains, network, ours }: Look, hash: string): Promise<boolean> {
  const { reading, complete } = await chains.look(network, hash);
  const found = foundIn(reading);
  if (found) {
    await keep(db, network, ours, hash, found);
    await forgetUnread(db, network.name, hash);
    return true;
  }
  const why = typeof reading === 'string' ? reading : 'missing';
  const missing = await setAside(db, network.name, hash, why);
  if (why === 'down') return false;
  if (missing > (complete ? goneSeconds : goneAloneSeconds)) await keepGone(db, network.name, hash);
  return true;
}

async function keep(db: Database, network: Network, ours: ReadonlySet<string>, hash: string, reading: Found) {
  const usdt = accountOf(network.usdt);
  // Anybody can have an event of nothing written in our name.
  const moved = reading.transfers.filter(({ token, units }) => token === usdt && units > 0n);
  const lines = moved.flatMap(({ line, sender, recipient, units }) => {
    const [from, to] = [ours.has(sender), ours.has(recipient)];
    if (!from && !to) return [];
    const direction = from && to ? ('Own' as const) : from ? ('Out' as const) : ('In' as const);
    const publicId = newId('TR');
    return [{ publicId, line, amount: exactOf(units, network.decimals), sender, recipient, direction }];
  });
  const { block, at, confirmations, final } = reading;
  await keepTransfers(db, { network: network.name, hash, block, at, confirmations, final, lines });
}

function keepGone(db: Database, network: string, hash: string): Promise<void> {
  const nowhere = { block: 0, at: new Date(0), confirmations: 0, final: false, lines: [] };
  return keepTransfers(db, { network, hash, ...nowhere });
}
