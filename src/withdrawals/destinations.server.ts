/** Where withdrawals go, as admins have to know it before they pay. */
import { fitsPayout } from '#chain/payout.ts';
import { leftUnnamed } from '#chain/transfers.server.ts';
import { comparedAddress } from '#network/addresses.ts';
import { ownAddresses } from '#network/network.server.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { Cents } from '#kernel/money.ts';
import type { State } from '#kinds/life.ts';
import type { Hook } from '#requests/hooks.server.ts';
import { secondAdminsOf } from '#requests/thresholds.server.ts';
import { insist, refuse } from '#kernel/refusal.ts';
import type { Database } from '#server/database.server.ts';
import type { PaidAt } from '#signals/signals.ts';
import type { Destination } from './destination.api.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { historiesOf, type History } from './withdrawals.store.server.ts';
import { lookAlike, ownAddress, paidToUsInstead, refusalOfDestination } from './withdrawals.ts';

type Sent = {
  readonly kind: KindName;
  readonly client: bigint;
  readonly state: State;
  readonly receivedCents: Cents | null;
  readonly askedBy: bigint | null;
  readonly applyId: string;
  readonly amountCents: Cents;
};

/** Refuses an address that nobody can be paid at: not one of this network, a token's, or one of our own. */
export async function insistOnDestination(db: Database, networkName: string, networkAddress: string): Promise<void> {
  insist(refusalOfDestination(networkName, networkAddress));
  if ((await ownAddresses(db)).has(comparedAddress(networkAddress))) refuse(ownAddress);
}

/** Agreeing to pay an address that became ours since it was asked for; what has been sent there is marked as paid. */
export const refuseOwnAddress: Hook = async (db, { kind, details }) => {
  if (!kindNamed(kind).hasDestination) return;
  if ((await ownAddresses(db)).has(comparedAddress(String(details['networkAddress'])))) refuse(paidToUsInstead);
};

type Address = PaidAt & Omit<History, 'address' | 'known' | 'cents' | 'createdAt'>;

/** The apply ids of those that send money to an address. */
export function sentIn(requests: readonly Pick<Sent, 'kind' | 'applyId'>[]): string[] {
  return requests.filter(({ kind }) => kindNamed(kind).hasDestination).map(({ applyId }) => applyId);
}

/** What is known of the address that each of these withdrawals goes to; as many round trips for all as for one. */
export async function addressesOf(db: Database, applyIds: readonly string[]): Promise<Map<string, Address>> {
  if (applyIds.length === 0) return new Map();
  const [own, histories, left] = await Promise.all([ownAddresses(db), historiesOf(db, applyIds), leftUnnamed(db)]);
  return new Map(
    [...histories].map(([applyId, { address: written, known, cents, createdAt, ...history }]) => {
      const address = comparedAddress(written);
      const looksLike = lookAlike(address, [...known.map(comparedAddress), ...own]);
      const sent = left.find((one) => one.at > createdAt && fitsPayout(one, { address: written, cents }));
      return [applyId, { ...history, own: own.has(address), looksLike, sentWith: sent?.hash ?? null }];
    }),
  );
}

/** The same, and what it means for the admin who looks. */
export async function destinationsOf(
  db: Database,
  requests: readonly Sent[],
  admin: bigint,
  known: Promise<Map<string, Address>>,
): Promise<Map<string, Destination>> {
  const sent = requests.filter(({ kind }) => kindNamed(kind).hasDestination);
  if (sent.length === 0) return new Map();
  const [addresses, settings, secondAdmin] = await Promise.all([
    known,
    currentSettings(db),
    secondAdminsOf(db, sent, admin),
  ]);
  return new Map(
    sent.map((request) => {
      const address = addresses.get(request.applyId)!;
      // What should wait is let pass by two.
      const letPassByTwo = settings.secondPair.on && address.payableFrom !== null;
      return [request.applyId, { ...address, takesTwo: secondAdmin(request) !== undefined || letPassByTwo }];
    }),
  );
}
