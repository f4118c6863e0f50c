/**
 * Evidence is what the chain said about the transfer of a top-up or a payout, each time the portal looked. It stands
 * beside what a person says; what follows from it is decided elsewhere (autocredit, payouts).
 */
import { claimOfHash, claimOfTransfer, hashOf } from '#network/transferids.ts';
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#server/database.server.ts';
import { centsOfUnits, centsWithin, exactOf, mostPlaces, unitsOf, unitsOfText } from './amounts.ts';
import type { Seen } from './chains.server.ts';
import { declaredByOthers } from './declared.server.ts';
import type { Evidence, SeenByClient } from './evidence.api.ts';
import {
  holdersOf,
  latestOf,
  linesOf,
  lockTransfer,
  looksAt,
  type EvidenceRow,
  type NewEvidence,
} from './evidence.store.server.ts';
import { addressOn, type Network } from './networks.ts';
import { foundIn } from './reading.ts';
import type { Judged } from './verdict.ts';

/** What an admin sees of the last look at each of these top-ups. */
export async function evidenceOf(db: Database, applyIds: readonly string[]): Promise<Map<string, Evidence>> {
  if (applyIds.length === 0) return new Map();
  const rows = await latestOf(db, applyIds);
  return new Map([...rows].map(([applyId, row]) => [applyId, asEvidence(row)]));
}

/** How far the transfer of each of these top-ups is, for its own client: nothing of what others sent or received. */
export async function seenOf(db: Database, applyIds: readonly string[]): Promise<Map<string, SeenByClient>> {
  if (applyIds.length === 0) return new Map();
  const rows = await latestOf(db, applyIds);
  return new Map([...rows].map(([applyId, row]) => [applyId, asSeen(row)]));
}

/** The newest looks at one top-up. */
export async function looksOf(db: Database, applyId: string): Promise<Evidence[]> {
  return (await looksAt(db, applyId, 50)).map(asEvidence);
}

type Look = {
  readonly request: bigint;
  readonly network: Network;
  readonly hash: string;
  readonly seen: Pick<Seen, 'reading' | 'nodes'>;
  readonly judged: Judged;
};

/** One look, as it is kept. */
export function evidenceFrom({ request, network, hash, seen: { reading, nodes }, judged }: Look): NewEvidence {
  const found = foundIn(reading);
  const { verdict, final, transfer, lines } = judged;
  return {
    request,
    verdict,
    network: network.name,
    hash,
    line: transfer?.line ?? null,
    amount: transfer ? exactOf(transfer.units, network.decimals) : null,
    sender: transfer ? addressOn(network, transfer.sender) : null,
    recipient: transfer ? addressOn(network, transfer.recipient) : null,
    block: found?.block ?? null,
    confirmations: found?.confirmations ?? null,
    needed: network.needed,
    final,
    at: found?.at ?? null,
    lines: lines.map(({ line, units }) => ({ line, amount: exactOf(units, network.decimals) })),
    nodes: [...nodes],
    several: lines.length > 1 && transfer !== undefined && lines.includes(transfer),
  };
}

/** What a look has just said, as it is shown. */
export function evidenceIn(look: NewEvidence): Evidence {
  return asEvidence({ ...look, lines: look.lines.length, checkedAt: new Date() });
}

function asEvidence({ amount, ...row }: EvidenceRow): Evidence {
  const cents = amount === null ? 0n : centsWithin(unitsOfText(amount, mostPlaces), mostPlaces);
  return {
    ...row,
    amount,
    receivedMoney: mayDiffer.includes(row.verdict) && row.final && cents > 0n ? cents : null,
  };
}

/** Who is too old may have another amount than was announced as well. */
const mayDiffer: readonly EvidenceRow['verdict'][] = ['Different', 'TooOld'];

const ours: readonly EvidenceRow['verdict'][] = ['Verified', 'Confirming', 'Different', 'TooOld', 'Credited'];

function asSeen({ verdict, final, confirmations, needed }: EvidenceRow): SeenByClient {
  const seen = ours.includes(verdict);
  return {
    state: !seen ? 'NotSeen' : final ? 'Final' : 'Seen',
    confirmations: seen ? (confirmations ?? 0) : 0,
    needed,
  };
}

/**
 * What a new top-up of this transaction claims: all of it, as long as nothing else is known. Where it is known for good
 * that it pays us several times, and whoever claimed it has a line or was reversed without one, the nearest line that
 * nobody has.
 */
export async function claimOfTopup(
  db: Database,
  client: bigint,
  transactionId: string,
  announced: Cents,
): Promise<string | undefined> {
  const hash = hashOf(transactionId);
  if (hash === undefined) return undefined;
  const holders = await holdersOf(db, hash);
  const whole = holders.find(({ line }) => line === null);
  if (!whole) return undefined;
  const known = await linesOf(db, hash);
  // What was reversed before its line of several was known counts none.
  const isNone = whole.state === 'Reversed' && known !== undefined && known.lines.length > 1;
  if (!known || !(isNone || holders.some(({ request, line }) => request === whole.request && line !== null)))
    return undefined;
  const { network, at } = known;
  const cents = known.lines.map(({ line, amount }) => ({
    line,
    cents: centsOfUnits(unitsOfText(amount, mostPlaces), mostPlaces),
  }));
  const declared = await declaredByOthers(db, { network, hash, at, client }, cents);
  const taken = new Set(holders.map(({ line }) => line && `${line.network}:${line.line}`));
  const wanted = unitsOf(announced, mostPlaces);
  const away = (amount: string) => {
    const more = unitsOfText(amount, mostPlaces) - wanted;
    return more < 0n ? -more : more;
  };
  const [free] = known.lines
    .filter(({ line }) => !taken.has(`${network}:${line}`) && !declared.has(line))
    .toSorted((one, other) => (away(one.amount) < away(other.amount) ? -1 : 1));
  return free && claimOfHash(hash, { network, line: free.line });
}

/** Whether a top-up with this transaction id would be refused as used. */
export async function isClaimed(db: Database, client: bigint, transactionId: string): Promise<boolean> {
  const claim = (await claimOfTopup(db, client, transactionId, 0n)) ?? claimOfTransfer(transactionId);
  return (await db.query('chain.claimed', 'select from claims where key = $1', [claim])).length > 0;
}

/**
 * Where several top-ups share a transaction, each has to have a line of its own before it is credited: else one of them
 * could count a line a second time. A declared amount has its line from the beginning: it waits for nobody who only
 * named the hash, unless that was credited and not reversed.
 */
export async function sharesUnknownLine(
  tx: Database,
  { id: request, transactionId, details }: { id: bigint; transactionId: string | null; details: object },
): Promise<boolean> {
  const hash = hashOf(transactionId ?? '');
  if (hash === undefined) return false;
  await lockTransfer(tx, hash);
  // What was reversed counts no line any more.
  const holders = (await holdersOf(tx, hash)).filter(({ state }) => state !== 'Reversed');
  if ('declaration' in details && holders.some((holder) => holder.request === request && holder.line)) {
    const hasLine = new Set(holders.flatMap((holder) => (holder.line ? [holder.request] : [])));
    return holders.some((holder) => !hasLine.has(holder.request) && holder.state !== 'Pending');
  }
  const all = new Set(holders.map((holder) => holder.request));
  const withLine = new Set(holders.flatMap((holder) => (holder.line ? [holder.request] : [])));
  return all.has(request) && all.size > 1 && withLine.size < all.size;
}
