/** Looking at the transfer that paid a withdrawal, while its admin waits, before the withdrawal counts as paid. */
import type { Cents } from '#kernel/money.ts';
import { hashOf } from '#kernel/transfers.ts';
import { accountOf } from '#network/addresses.ts';
import type { App } from '#server/app.server.ts';
import { exactOf } from './amounts.ts';
import { chainsOf, type Chains } from './chains.server.ts';
import type { Evidence } from './evidence.api.ts';
import { looksOf } from './evidence.server.ts';
import { keepEvidence } from './evidence.store.server.ts';
import { addressOn, networkCalled } from './networks.ts';
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
  const chains: Chains = chainsOf(app);
  const named = networkCalled(sent.networkName);
  const network = chains.networks.find(({ name }) => name === named?.name);
  const hash = hashOf(transactionId);
  const recipient = accountOf(sent.networkAddress);
  if (!network || hash === undefined || recipient === undefined) return undefined;
  const { reading, nodes } = await chains.look(network, hash);
  const { usdt, decimals, needed, name } = network;
  const judged = payoutVerdictOf({ usdt: accountOf(usdt)!, decimals, recipient, amount: sent.amount }, reading);
  const found = reading !== 'down' && reading.found ? reading : undefined;
  const { transfer } = judged;
  await keepEvidence(app.db, {
    request: sent.request,
    verdict: judged.verdict,
    network: name,
    hash,
    line: transfer?.line ?? null,
    amount: transfer ? exactOf(transfer.units, decimals) : null,
    sender: transfer ? addressOn(network, transfer.sender) : null,
    recipient: transfer ? addressOn(network, transfer.recipient) : null,
    block: found?.block ?? null,
    confirmations: found?.confirmations ?? null,
    needed,
    final: judged.final,
    at: found?.at ?? null,
    lines: [],
    nodes: [...nodes],
    several: false,
  });
  return (await looksOf(app.db, sent.applyId))[0];
}
