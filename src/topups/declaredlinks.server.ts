/**
 * Exact amounts for those who pay a pay link. They have no account, so that it is the link that declares: everybody who
 * opens its page is told the same amount, and whatever arrives is its owner's.
 */
import { chainsOf } from '#chain/chains.server.ts';
import type { ClientId } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { insist, refuse } from '#kernel/refusal.ts';
import type { Network } from '#network/network.ts';
import { accountClosed } from '#requests/requests.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { pairsOf, seenAs } from './arrivals.server.ts';
import { declarationsOfLink, insertDeclaration } from './declarations.store.server.ts';
import { mostOpenLinks, noAmountForLink, notWatched, stateOf } from './declarations.ts';

type Link = { id: bigint; publicId: string; client: ClientId; amountCents: Cents };

/**
 * Answers the same to all who ask while it is open; refuses where no cents are left, and where nothing is credited by
 * itself, as the page offers no amount then.
 */
export async function declareForLink(app: App, link: Link, network: Network): Promise<void> {
  insist(isWatched(app, network) ? undefined : notWatched);
  insist((await currentSettings(app.db)).autoCredit.on ? undefined : noAmountForLink);
  const { networkName, networkAddress } = network;
  const { outcome } = await insertDeclaration(app.db, {
    client: link.client,
    by: { paylink: link.id },
    wanted: link.amountCents,
    networkName,
    networkAddress,
    most: mostOpenLinks,
  });
  if (outcome !== 'done') refuse(outcome === 'closed' ? accountClosed : noAmountForLink);
}

/** Where nobody looks at what arrives, no amount tells whose it is. */
export function isWatched(app: App, { networkName }: Network): boolean {
  return chainsOf(app).called(networkName) !== undefined;
}

/**
 * What is declared for a link and open, and what of it arrived or was seen in time, so that nobody is asked to pay once
 * more what is on its way; newest first.
 */
export async function declaredForLink(db: Database, link: bigint) {
  const pairs = await pairsOf(db, await declarationsOfLink(db, link));
  return pairs
    .filter(({ declaration, transfer }) => transfer !== undefined || stateOf(declaration) !== 'Expired')
    .map(({ declaration, transfer }) => ({ ...declaration, ...(transfer ? { seen: seenAs(transfer) } : {}) }));
}
