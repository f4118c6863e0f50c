/** Looking at the transfer that paid a withdrawal, while its admin waits, before the withdrawal counts as paid. */
import type { Cents } from '#kernel/money.ts';
import { hashOf } from '#kernel/transfers.ts';
import { accountOf } from '#network/addresses.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { chainsOf } from './chains.server.ts';
import type { Evidence } from './evidence.api.ts';
import { evidenceFrom, looksOf } from './evidence.server.ts';
import { keepEvidence, latestOf } from './evidence.store.server.ts';
import { payoutVerdictOf } from './payout.ts';

export { lockTransfer } from './evidence.store.server.ts';

type Sent = {
  readonly request: bigint;
  readonly applyId: string;
  readonly networkName: string;
  readonly networkAddress: string;
  readonly amount: Cents;
  /** Lines of its transaction that paid other withdrawals. */
  readonly counted: ReadonlySet<number>;
};

/** What the chain says of it, which is kept; undefined where nobody can be asked. */
export async function lookAtPayout(app: App, sent: Sent, transactionId: string): Promise<Evidence | undefined> {
  const chains = chainsOf(app);
  const network = chains.called(sent.networkName);
  const hash = hashOf(transactionId);
  const recipient = accountOf(sent.networkAddress);
  if (!network || hash === undefined || recipient === undefined) return undefined;
  const seen = await chains.look(network, hash);
  const { amount, counted } = sent;
  const payout = { usdt: accountOf(network.usdt)!, decimals: network.decimals, recipient, amount, counted };
  const judged = payoutVerdictOf(payout, seen.reading);
  await keepEvidence(app.db, evidenceFrom({ request: sent.request, network, hash, seen, judged }));
  return (await looksOf(app.db, sent.applyId))[0];
}

/** Which line of this transaction paid each of these withdrawals; without those of which no node could say it. */
export async function linesPaid(db: Database, hash: string, applyIds: readonly string[]): Promise<Map<string, number>> {
  const lines = new Map<string, number>();
  for (const [applyId, seen] of await latestOf(db, applyIds))
    if (seen.hash === hash && seen.line !== null) lines.set(applyId, seen.line);
  return lines;
}
