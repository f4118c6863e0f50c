/** A pay link as anybody who has its address sees it. */
import { networksNow } from '#network/network.server.ts';
import { isAmong, type Network } from '#network/network.ts';
import type { App } from '#server/app.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { declaredForLink, isWatched } from '#topups/declaredlinks.server.ts';
import type { DeclaredPayment, PublicPaylink } from './paylinks.api.ts';
import type { PaylinkRow } from './paylinks.store.server.ts';

export async function asPublic(app: App, row: PaylinkRow): Promise<PublicPaylink> {
  const underWay = row.state === 'Processing' || row.state === 'Paid';
  const [networks, { autoCredit }, declared] = await Promise.all([
    row.state === 'Open' ? networksNow(app.db) : [],
    currentSettings(app.db),
    declaredForLink(app.db, row.id),
  ]);
  return {
    code: row.code,
    requestedBy: row.ownerName,
    paylinkType: row.kind,
    firstName: row.firstName,
    lastName: row.lastName,
    companyName: row.companyName,
    money: row.amountCents,
    state: row.state,
    expiresAt: row.expiresAt,
    networkDetails: networks[0] ?? null,
    networks: [...networks],
    declarable: networks.filter((each) => autoCredit.on && isWatched(app, each)).map(({ networkName }) => networkName),
    declared: declared.filter((each) => isOfPage(row, networks, each)).map(asDeclaredPayment),
    rejected: row.state === 'Open' && row.paymentState === 'Rejected' ? (row.paymentRemarks ?? '') : null,
    submittedAt: underWay ? row.paymentAt : null,
  };
}

type DeclaredRow = Awaited<ReturnType<typeof declaredForLink>>[number];

/**
 * What can be sent now, to an address that is shown, or is on its way though the link ended meanwhile; of what arrived,
 * the page tells of the last alone.
 */
function isOfPage({ state, applyId }: PaylinkRow, networks: readonly Network[], declared: DeclaredRow): boolean {
  if (declared.applyId !== null) return state !== 'Open' && declared.applyId === applyId;
  if (state === 'Open') return isAmong(networks, declared);
  return declared.seen !== undefined && (state === 'Expired' || state === 'Revoked');
}

function asDeclaredPayment({
  cents,
  networkName,
  networkAddress,
  createdAt,
  expiresAt,
  applyId,
  seen,
}: DeclaredRow): DeclaredPayment {
  const arrived = applyId !== null;
  return { amount: cents, networkName, networkAddress, createdAt, expiresAt, arrived, ...(seen ? { seen } : {}) };
}
