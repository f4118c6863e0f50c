/** Looking at the transfer that paid a withdrawal, while its admin waits, before the withdrawal counts as paid. */
import type { Cents } from '#kernel/money.ts';
import { hashOf } from '#network/transferids.ts';
import { accountOf, comparedAddress } from '#network/addresses.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { chainsOf, type Chains } from './chains.server.ts';
import type { Evidence } from './evidence.api.ts';
import { evidenceFrom, evidenceIn } from './evidence.server.ts';
import {
  creditedLines,
  keepEvidence,
  latestOf,
  linesPaid,
  paidWithHash,
  type Due,
  type NewEvidence,
} from './evidence.store.server.ts';
import type { Network } from './networks.ts';
import { payoutVerdictOf, standingOfPayout } from './payout.ts';

export { creditedAs, linesPaid, lockTransfer, lookLater } from './evidence.store.server.ts';

type Sent = {
  readonly request: bigint;
  readonly networkName: string;
  readonly networkAddress: string;
  readonly amount: Cents;
  readonly askedAt: Date;
};

/** What the chain says of it, which is kept; undefined where nobody can be asked. */
export async function lookAtPayout(app: App, sent: Sent, transactionId: string): Promise<Evidence | undefined> {
  const chains = chainsOf(app);
  const network = chains.called(sent.networkName);
  const hash = hashOf(transactionId);
  const recipient = accountOf(sent.networkAddress);
  if (!network || hash === undefined || recipient === undefined) return undefined;
  // Another admin may have named another hash at the same moment, whose look stands there as the newest.
  return evidenceIn(await judge(app.db, chains, network, hash, { ...sent, recipient }));
}

/** Once more, after it was paid: how far it is, and whether a fork took it back. */
export function lookAtPaid(
  db: Database,
  chains: Chains,
  network: Network,
  hash: string,
  { request, announced: amount, createdAt: askedAt, paidTo }: Due,
  recipient: string,
): Promise<NewEvidence> {
  return judge(db, chains, network, hash, { request, amount, askedAt, networkAddress: paidTo!, recipient });
}

type Paid = Pick<Sent, 'request' | 'amount' | 'askedAt' | 'networkAddress'> & { recipient: string };

async function judge(
  db: Database,
  chains: Chains,
  network: Network,
  hash: string,
  { request, networkAddress, ...paid }: Paid,
): Promise<NewEvidence> {
  const seen = await chains.look(network, hash);
  const others = await paidWith(db, hash, { id: request, networkAddress });
  const counted = new Set((await linesPaid(db, hash, others)).values());
  const payout = { usdt: accountOf(network.usdt)!, decimals: network.decimals, counted, ...paid };
  const judged = payoutVerdictOf(payout, seen.reading);
  const evidence = evidenceFrom({ request, network, hash, seen, judged });
  await keepEvidence(db, evidence);
  return evidence;
}

/** Other withdrawals to the same address that count as paid with this transaction, which may pay many. */
export async function paidWith(
  db: Database,
  hash: string,
  { id, networkAddress }: { id: bigint; networkAddress: string },
): Promise<string[]> {
  const same = comparedAddress(networkAddress);
  return (await paidWithHash(db, hash, id))
    .filter((each) => comparedAddress(each.networkAddress) === same)
    .map(({ applyId }) => applyId);
}

/**
 * The top-up that was credited with what is said to have paid this payout: with its line, or with one that nobody knows
 * for good, which might be the same. Asked under the lock of the transaction.
 */
export async function creditedWith(tx: Database, hash: string, applyId: string): Promise<string | undefined> {
  const credited = await creditedLines(tx, hash);
  if (credited.length === 0) return undefined;
  const own = await lineToClient(tx, hash, applyId);
  return credited.find(({ line }) => own === undefined || line === null || line === own)?.applyId;
}

/** As `network:line`; undefined where no node could say so. */
async function lineToClient(db: Database, hash: string, applyId: string): Promise<string | undefined> {
  const seen = (await latestOf(db, [applyId])).get(applyId);
  // A look that was refused may name a line, too: somebody else's.
  if (seen?.hash !== hash || seen.line === null || standingOfPayout(seen.verdict) === 'refused') return undefined;
  return `${seen.network}:${seen.line}`;
}
