/** Where withdrawals go, as admins have to know it before they pay. */
import { comparedAddress } from '#network/addresses.ts';
import { ownAddresses } from '#network/network.server.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { Cents } from '#kernel/money.ts';
import type { State } from '#kinds/life.ts';
import { secondAdminsOf } from '#requests/thresholds.server.ts';
import { insist, refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import type { Destination } from './withdrawals.api.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { historiesOf } from './withdrawals.store.server.ts';
import { lookAlike, ownAddress, refusalOfDestination } from './withdrawals.ts';

type Sent = {
  readonly kind: KindName;
  readonly client: bigint;
  readonly state: State;
  readonly receivedCents: Cents | null;
  readonly askedBy: bigint | null;
  readonly applyId: string;
  readonly amountCents: Cents;
  readonly details: Record<string, unknown>;
};

/** Refuses an address that nobody can be paid at: not one of this network, a token's, or one of our own. */
export async function insistOnDestination(db: Database, networkName: string, networkAddress: string): Promise<void> {
  insist(refusalOfDestination(networkName, networkAddress));
  if ((await ownAddresses(db)).has(comparedAddress(networkAddress))) refuse(ownAddress);
}

/**
 * What is known of the address that each of these requests is sent to, by apply id, for the admin who looks; as many
 * round trips for all as for one.
 */
export async function destinationsOf(
  db: Database,
  requests: readonly Sent[],
  admin: bigint,
): Promise<Map<string, Destination>> {
  const sent = requests.filter(({ kind }) => kindNamed(kind).hasDestination);
  if (sent.length === 0) return new Map();
  const [own, settings, secondAdmin, histories] = await Promise.all([
    ownAddresses(db),
    currentSettings(db),
    secondAdminsOf(db, sent, admin),
    historiesOf(
      db,
      sent.map(({ applyId }) => applyId),
    ),
  ]);
  return new Map(
    sent.map((request) => {
      const { applyId, details } = request;
      const address = comparedAddress(String(details['networkAddress'] ?? ''));
      const { known, ...history } = histories.get(applyId)!;
      return [
        applyId,
        {
          ...history,
          own: own.has(address),
          // What should wait is let pass by two.
          takesTwo: secondAdmin(request) !== undefined || (settings.secondPair.on && history.payableFrom !== null),
          looksLike: lookAlike(address, [...known.map(comparedAddress), ...own]),
        },
      ];
    }),
  );
}
