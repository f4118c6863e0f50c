/** Looking at the transfer that paid a withdrawal, while its admin waits, before the withdrawal counts as paid. */
import type { Cents } from '#kernel/money.ts';
import { hashOf } from '#kernel/transfers.ts';
import { accountOf } from '#network/addresses.ts';
import type { App } from '#server/app.server.ts';
import { chainsOf } from './chains.server.ts';
import type { Evidence } from './evidence.api.ts';
import { evidenceFrom, looksOf } from './evidence.server.ts';
import { keepEvidence } from './evidence.store.server.ts';
import { payoutVerdictOf } from './payout.ts';

type Sent = {
  readonly request: bigint;
  readonly applyId: string;
  readonly networkName: string;
  readonly networkAddress: string;
  readonly amount: Cents;
};

/** What the chain says of it, which is kept; undefined where nobody can be asked. */
export async function lookAtPayout(app: App, sent: Sent, transactionId: string): Promise<Evidence | undefined> {
  const chains = chainsOf(app);
  const network = chains.called(sent.networkName);
  const hash = hashOf(transactionId);
  const recipient = accountOf(sent.networkAddress);
  if (!network || hash === undefined || recipient === undefined) return undefined;
  const seen = await chains.look(network, hash);
  const payout = { usdt: accountOf(network.usdt)!, decimals: network.decimals, recipient, amount: sent.amount };
  const judged = payoutVerdictOf(payout, seen.reading);
  await keepEvidence(app.db, evidenceFrom({ request: sent.request, network, hash, seen, judged }));
  return (await looksOf(app.db, sent.applyId))[0];
}
