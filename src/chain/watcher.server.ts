/**
 * The watcher lists what arrives at and leaves every address that clients were ever shown, from where it stopped. A
 * list names transactions; what is in them is read as any claimed one, from all nodes. So a list that is late, double
 * or read twice does no harm, and each line is one row. One node of the portal watches a chain: its lease lets one.
 */
import { randomBytes } from 'node:crypto';
import { speakable } from '#kernel/ids.ts';
import { accountOf } from '#network/addresses.ts';
import { shownSince } from '#network/network.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { exactOf } from './amounts.ts';
import { tellOfUnknown } from './alarms.server.ts';
import { tellOfLost } from './lost.server.ts';
import type { Chains } from './chains.server.ts';
import { networkCalled, type Network } from './networks.ts';
import type { Reading } from './reading.ts';
import { keepMark, keepTransfers, marksOf, notFinal, settleTransfers, unknownAmong } from './transfers.store.server.ts';

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
      if (await watch(app.db, chains, network, stop)) tell();
    },
  }));
  if (watching.length === 0) return [];
  const settling: Job = {
    name: 'requests of transfers',
    everySeconds,
    run: async () => {
      await settleTransfers(app.db);
      const told = [await tellOfUnknown(app), await tellOfLost(app)];
      if (told.includes(true)) tell();
    },
  };
  return [...watching, settling];
}

/** Looks once; whether something is new. Where no node answers it ends, and the next one begins where it stopped. */
export async function watch(db: Database, chains: Chains, network: Network, stop: AbortSignal): Promise<boolean> {
  const [shown, marks] = await Promise.all([shownSince(db), marksOf(db, network.name)]);
  const since = new Map<string, Date>();
  for (const { networkName, networkAddress, shownAt } of shown) {
    const account = accountOf(networkAddress);
    if (account === undefined || networkCalled(networkName)?.name !== network.name) continue;
    const first = Math.max(shownAt.getTime(), Date.now() - longestMs);
    since.set(account, new Date(Math.min(first, since.get(account)?.getTime() ?? first)));
  }
  const ours = new Set(since.keys());
  let [changed, final] = [false, 0];
  for (const account of ours) {
    let mark = marks.get(account);
    // Up to the first transaction that could not be read, and no further: the rest is read all the same.
    let held = false;
    for (let whole = false; !whole && !stop.aborted;) {
      const listed = await chains.list(network, { account, mark, since: since.get(account)! });
      if (!listed) return changed;
      const fresh = await unknownAmong(db, network.name, account, listed.hashes);
      const kept = await keepAll(db, chains, network, ours, fresh, stop);
      if (kept === 'stopped') return changed;
      changed ||= fresh.length > 0;
      held ||= kept === 'disputed';
      if (!held) await keepMark(db, network.name, account, listed.mark);
      ({ next: mark, whole, final } = listed);
    }
  }
  const open = final > 0 ? await notFinal(db, network.name, final) : [];
  return (await keepAll(db, chains, network, ours, open, stop)) !== 'stopped' && (changed || open.length > 0);
}

/**
 * `stopped` where no node answered. `disputed` where nodes contradict each other about one of them: whoever lies about
 * one transaction must not hide all that come after it, but it is not called listed then.
 */
async function keepAll(
  db: Database,
  chains: Chains,
  network: Network,
  ours: ReadonlySet<string>,
  hashes: readonly string[],
  stop: AbortSignal,
): Promise<'all' | 'disputed' | 'stopped'> {
  let outcome: 'all' | 'disputed' = 'all';
  for (let place = 0; place < hashes.length; place += atOnce) {
    if (stop.aborted) return 'stopped';
    const kept = await Promise.all(
      hashes.slice(place, place + atOnce).map(async (hash) => {
        const { reading, disputed } = await chains.look(network, hash);
        if (reading === 'down') return disputed ? 'disputed' : 'stopped';
        await keep(db, network, ours, hash, reading);
        return 'all';
      }),
    );
    if (kept.includes('stopped')) return 'stopped';
    if (kept.includes('disputed')) outcome = 'disputed';
  }
  return outcome;
}

async function keep(db: Database, network: Network, ours: ReadonlySet<string>, hash: string, reading: Reading) {
  const usdt = accountOf(network.usdt);
  // Anybody can have an event of nothing written in our name.
  const moved = reading.found ? reading.transfers.filter(({ token, units }) => token === usdt && units > 0n) : [];
  const lines = moved.flatMap(({ line, sender, recipient, units }) => {
    const [from, to] = [ours.has(sender), ours.has(recipient)];
    if (!from && !to) return [];
    const direction = from && to ? ('Own' as const) : from ? ('Out' as const) : ('In' as const);
    const publicId = speakable('TR', randomBytes(5));
    return [{ publicId, line, amount: exactOf(units, network.decimals), sender, recipient, direction }];
  });
  const { block, at, confirmations, final } = reading.found
    ? reading
    : { block: 0, at: new Date(0), confirmations: 0, final: false };
  await keepTransfers(db, { network: network.name, hash, block, at, confirmations, final, lines });
}
