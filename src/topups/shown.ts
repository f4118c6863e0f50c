/** How a top-up looks on the wire: the shared fields of a request, and what only a top-up has. */
import { asPersonOnWire, asRequestOnWire, type Listed } from '#requests/wire.ts';
import type { Evidence, SeenByClient } from '#chain/evidence.api.ts';
import type { Cents } from '#kernel/money.ts';
import type { Signal } from '#signals/signals.ts';
import type { Transaction } from './topups.api.ts';

/** What a top-up keeps that is only shown. */
export type TopupDetails = {
  payway: string;
  networkName: string;
  networkAddress: string;
  /** The proof's internal number, as text. */
  proof?: string;
  /** The pay link's apply id. */
  paylink?: string;
  /** The declared amount that it became of. */
  declaration?: string;
};

type ListedTopup = Listed & {
  readonly amountCents: Cents;
  readonly receivedCents: Cents | null;
  readonly details: Record<string, unknown>;
};

export function detailsOf(request: Pick<ListedTopup, 'details'>): Partial<TopupDetails> {
  return request.details as Partial<TopupDetails>;
}

export function asTransaction(
  request: ListedTopup,
  now: Date,
  reader: 'client' | 'admin',
  seen?: SeenByClient,
): Transaction {
  const { payway = 'USDT', networkName = '', networkAddress = '', proof, paylink, declaration } = detailsOf(request);
  return {
    ...asRequestOnWire(request, now, reader),
    chargeMoney: request.amountCents,
    receivedMoney: request.receivedCents === request.amountCents ? null : request.receivedCents,
    payway,
    image: proof === undefined ? null : `/kimi/proof?applyId=${request.applyId}`,
    networkName,
    networkAddress,
    paylink: paylink ?? null,
    declared: declaration !== undefined,
    adminRemarks: request.remarks ?? '',
    ...(seen ? { seen } : {}),
  };
}

type Beside<D> = {
  duplicates?: D[] | undefined;
  evidence?: Evidence | undefined;
  signals?: Signal[] | undefined;
};

export function asReviewed<D>(request: ListedTopup, now: Date, { duplicates, evidence, signals }: Beside<D>) {
  return {
    ...asTransaction(request, now, 'admin'),
    userId: asPersonOnWire(request),
    duplicates: duplicates ?? [],
    ...(evidence ? { evidence } : {}),
    ...(signals ? { signals } : {}),
  };
}
