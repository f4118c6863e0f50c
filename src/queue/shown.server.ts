/** Requests of any kind as the queue and their own page show them: each row, and what is known beside it. */
import { orderOf } from '#adaccounts/adaccounts.wire.ts';
import { evidenceOf } from '#chain/evidence.server.ts';
import { toDollars } from '#kernel/money.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { waitingStates } from '#kinds/life.ts';
import type { ListedRequest } from '#requests/list.server.ts';
import { takenOf } from '#requests/taken.server.ts';
import { secondAdminsOf } from '#requests/thresholds.server.ts';
import { asPersonOnWire, asRequestOnWire } from '#requests/wire.ts';
import type { Database } from '#server/database.server.ts';
import type { AdminSession } from '#server/session.server.ts';
import { signalsAbout } from '#signals/signals.server.ts';
import { spentOfReplaced } from '#spend/spend.server.ts';
import { duplicatesOf } from '#topups/proofs.server.ts';
import { peopleNamed } from '#users/people.server.ts';
import { addressesOf, destinationsOf, sentIn } from '#withdrawals/destinations.server.ts';
import { lookedAt } from './queue.store.server.ts';
import { takenFor } from './taking.server.ts';

/** What the wire says of each of these requests to this admin; as many round trips for all as for one. */
export async function shownTo(db: Database, session: AdminSession, rows: readonly ListedRequest[]) {
  const known = await knownOf(db, session, rows);
  const now = new Date();
  return (row: ListedRequest) => asShown(row, now, session, known);
}

type Known = Awaited<ReturnType<typeof knownOf>>;

async function knownOf(db: Database, { person }: AdminSession, rows: readonly ListedRequest[]) {
  const waiting = rows.filter(({ state }) => waitingStates.includes(state));
  const proven = rows.filter(({ kind }) => kindNamed(kind).hasProof).map(({ applyId }) => applyId);
  const addresses = addressesOf(db, sentIn(rows));
  const [taken, twins, evidence, looks, destinations, secondAdmin, signals, spent, askers] = await Promise.all([
    takenOf(
      db,
      waiting.map(({ id }) => id),
    ),
    duplicatesOf(db, proven),
    evidenceOf(db, [...proven, ...sentIn(rows)]),
    lookedAt(
      db,
      person,
      rows.map(({ applyId }) => applyId),
    ),
    destinationsOf(db, rows, person, addresses),
    secondAdminsOf(db, rows, person),
    signalsAbout(
      db,
      waiting.map(({ applyId }) => applyId),
      addresses,
    ),
    spentOfReplaced(db, rows),
    peopleNamed(
      db,
      rows.filter(mayBeAdmins).flatMap(({ askedBy }) => askedBy ?? []),
    ),
  ]);
  return { taken, twins, evidence, looks, destinations, secondAdmin, signals, spent, askers };
}

const isAdmins = ({ kind }: Pick<ListedRequest, 'kind'>) => kindNamed(kind).askedBy === 'admin';
const mayBeAdmins = ({ kind }: Pick<ListedRequest, 'kind'>) => kindNamed(kind).askedBy !== 'client';

function asShown(row: ListedRequest, now: Date, session: AdminSession, known: Known) {
  const { id, applyId, askedBy } = row;
  const asker = known.askers.get(askedBy ?? 0n);
  const [destination, evidence] = [known.destinations.get(applyId), known.evidence.get(applyId)];
  const [signals, spent] = [known.signals.get(applyId), known.spent.get(id)];
  const { proof, ...details } = row.details;
  return {
    ...asRequestOnWire(row, now, 'admin'),
    kind: row.kind,
    adType: row.platform,
    adsId: row.adsId ?? '',
    amount: row.amountCents,
    fee: row.feeCents,
    openingFee: row.openingFeeCents,
    totalCost: row.totalCents,
    receivedMoney: row.receivedCents,
    ...(spent === undefined ? {} : { spent }),
    image: proof === undefined ? null : `/kimi/proof?applyId=${applyId}`,
    duplicates: (known.twins.get(applyId) ?? []).map((twin) => ({
      applyId: twin.applyId,
      username: twin.username,
      state: twin.state,
      createdAt: twin.createdAt,
      same: twin.same,
      sameClient: twin.sameClient,
    })),
    details: { ...details, ...(kindNamed(row.kind).opens ? asOrdered(row) : {}) },
    userId: asPersonOnWire(row),
    askedBy: isAdmins(row) || asker?.isAdmin ? (asker?.name ?? '') : null,
    own: isAdmins(row) && askedBy === session.person,
    ...(destination ? { destination } : {}),
    ...(evidence ? { evidence } : {}),
    ...(signals ? { signals } : {}),
    secondAdmin: known.secondAdmin(row) ?? null,
    lookedAtBy: known.looks.get(applyId) ?? null,
    takenBy: takenFor(session, known.taken.get(id)),
  };
}

/** The rows of an order as they were typed, and their deposits in dollars. */
function asOrdered(row: ListedRequest) {
  const { deposits, rows } = orderOf(row);
  return { deposits: deposits.map((cents) => toDollars(BigInt(cents))), rows };
}
