/**
 * Looking at the chain: soon after a top-up was asked for or a payout was made, and again while what it says may
 * change. Every node of the portal may do it; the lease of the job lets one.
 */
import { hashOf } from '#network/transferids.ts';
import { accountOf } from '#network/addresses.ts';
import { shownSince } from '#network/network.server.ts';
import { hintAbout } from '#requests/calls.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { centsOfUnits } from './amounts.ts';
import { chainsOf, type Chains, type Seen } from './chains.server.ts';
import { declaredByOthers } from './declared.server.ts';
import { evidenceFrom } from './evidence.server.ts';
import {
  dueLooks,
  holdersOf,
  isAnyDue,
  keepEvidence,
  lookAgain,
  longestPauseSeconds,
  lookNow,
  scheduleLook,
  sweepLooks,
  type Due,
} from './evidence.store.server.ts';
import { networkCalled, type Network } from './networks.ts';
import { lookAtPaid } from './payouts.server.ts';
import { foundIn, type Looked } from './reading.ts';
import { verdictOf, type Claim, type Judged } from './verdict.ts';

/** So many at the same time: free nodes allow about fifteen questions a second. */
const atOnce = 4;
const sweepEveryMs = 60_000;

/** Undefined where no setting names a node: then nothing is looked at, and everything says so. */
export function lookJob(app: App, chains: Chains): Job | undefined {
  if (chains.networks.length === 0) return undefined;
  void chains.check();
  let sweptAt = 0;
  return {
    name: 'looks at the chain',
    everySeconds: 1,
    atStart: true,
    isDue: async () => Date.now() - sweptAt > sweepEveryMs || isAnyDue(app.db),
    run: async (stop) => {
      if (Date.now() - sweptAt > sweepEveryMs) {
        await sweepLooks(app.db);
        sweptAt = Date.now();
      }
      for (;;) {
        const due = await dueLooks(app.db, atOnce);
        if (due.length === 0 || stop.aborted) return;
        await Promise.all(due.map((each) => lookAlone(app, chains, each)));
      }
    },
    close: () => chains.close(),
  };
}

/** Right after it was asked for; where that fails, a sweep takes it up within a minute. */
export async function lookSoon(app: App, request: bigint, networkName: string): Promise<void> {
  if (!chainsOf(app).called(networkName)) return;
  await scheduleLook(app.db, request).catch((error: unknown) => app.log.warn('a look was not noted', { error }));
}

/**
 * A line of this transaction becomes somebody's own: what was said of it to others who name it is not true any more.
 * In the same transaction, so that whatever ends a node leaves neither without the other.
 */
export async function lookAtOthers(tx: Database, hash: string): Promise<void> {
  const holders = await holdersOf(tx, hash);
  for (const { request, state, line } of holders) if (state === 'Pending' && line === null) await lookNow(tx, request);
}

/** What one transaction breaks holds up no other: it is looked at again later. */
async function lookAlone(app: App, chains: Chains, due: Due): Promise<void> {
  try {
    await lookAt(app, chains, due);
  } catch (error) {
    app.log.warn('a look at the chain failed', { request: String(due.request), error });
    await lookAgain(app.db, due, brokenSeconds);
  }
}

async function lookAt(app: App, chains: Chains, due: Due): Promise<void> {
  const { db } = app;
  const hash = hashOf(due.transactionId ?? '');
  const network = chains.called(due.networkName);
  if (!due.open) return lookAgain(db, due, null);
  // There may be a node for it some day.
  const recipient = due.paidTo === null ? undefined : accountOf(due.paidTo);
  if (hash === undefined || !network || (due.paidTo !== null && recipient === undefined))
    return lookAgain(db, due, due.decided && isPast(due) ? null : uncheckedSeconds);
  const judged =
    recipient === undefined
      ? await keep(db, due, network, hash, await chains.look(network, hash))
      : await lookAtPaid(db, chains, network, hash, due, recipient);
  // Whoever raced with this look is looked at again at once.
  await lookAgain(db, due, judged ? pause(due, judged) : 0);
  if (judged) hintAbout(app, due.client);
}

/** Judges and keeps; undefined where the line that was found became another's in the meantime. */
async function keep(db: Database, due: Due, network: Network, hash: string, seen: Seen): Promise<Judged | undefined> {
  const [holders, shown] = await Promise.all([holdersOf(db, hash), shownSince(db)]);
  const lines = holders.flatMap(({ request, state, line }) =>
    line?.network === network.name ? [{ request, state, line: line.line }] : [],
  );
  const others = lines.filter(({ request }) => request !== due.request);
  const ours = shown
    .filter((each) => networkCalled(each.networkName)?.name === network.name)
    .flatMap((each) => accountOf(each.networkAddress) ?? []);
  const claim: Claim = {
    usdt: accountOf(network.usdt)!,
    decimals: network.decimals,
    ours: new Set(ours),
    announced: due.announced,
    credited: due.credited ?? undefined,
    claimedAt: due.askedAt,
    clientSince: due.clientSince,
    counted: new Set(others.map(({ line }) => line)),
    reversed: new Set(others.filter(({ state }) => state === 'Reversed').map(({ line }) => line)),
    own: lines.find(({ request }) => request === due.request)?.line,
  };
  const judged = await besideDeclared(db, { client: due.client, hash }, network, claim, seen.reading);
  const kept = await keepEvidence(db, evidenceFrom({ request: due.request, network, hash, seen, judged }));
  return kept ? judged : undefined;
}

/** A line that another client declared to the cent counts for that client, though no top-up was made of it yet. */
async function besideDeclared(
  db: Database,
  named: { client: bigint; hash: string },
  network: Network,
  claim: Claim,
  looked: Looked,
) {
  const [first, found] = [verdictOf(claim, looked), foundIn(looked)];
  if (!found || claim.own !== undefined) return first;
  const lines = first.lines.map(({ line, units, recipient }) => ({
    line,
    recipient,
    cents: centsOfUnits(units, network.decimals),
  }));
  const declared = await declaredByOthers(db, { ...named, network: network.name, at: found.at }, lines);
  return declared.size === 0 ? first : verdictOf({ ...claim, counted: claim.counted.union(declared) }, looked);
}

const uncheckedSeconds = 3_600;
const brokenSeconds = 300;

/** What the chain does not know for a week, it never will. */
const isPast = ({ waited }: Due) => waited > 7 * 24 * 3_600;

/** Seconds until the next look; null when what was seen stays. The longer it takes, the rarer. */
function pause(due: Due, { final, verdict }: Pick<Judged, 'final' | 'verdict'>): number | null {
  if (final && verdict !== 'Credited') return null;
  // A top-up that was credited early is looked at until it is final: of a batch it may have its own line then, so that
  // others get theirs.
  if (due.decided && (final || isPast(due))) return null;
  return Math.max(3, Math.min(due.waited / 5, Math.max(1_800, due.waited / 20), longestPauseSeconds));
}
