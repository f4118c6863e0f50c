/**
 * What arrived for good and was declared becomes a top-up of whoever declared it, with the transfer as its transaction.
 * It waits for a decision like any other. Nobody but the declarer gets it so, whoever names its hash first: amount,
 * address and time are what proves it.
 */
import { mostPlaces, unitsOf, unitsOfText } from '#chain/amounts.ts';
import type { SeenByClient } from '#chain/evidence.api.ts';
import { lookAtOthers, lookSoon } from '#chain/looks.server.ts';
import { networkCalled } from '#chain/networks.ts';
import { incomingOf, type Incoming } from '#chain/transfers.server.ts';
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { centsOf, plainAmount, usd, type Cents } from '#kernel/money.ts';
import { Refused } from '#kernel/refusal.ts';
import { claimOfHash } from '#network/transferids.ts';
import { flatPrice } from '#kinds/postings.ts';
import { topup } from '#kinds/topup.ts';
import { accountOf } from '#network/addresses.ts';
import { notify } from '#notices/notices.server.ts';
import { hintAbout } from '#requests/calls.server.ts';
import { ask } from '#requests/requests.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Job } from '#server/jobs.server.ts';
import {
  isNamedToo,
  linkDeclaration,
  unsettledDeclarations,
  type DeclarationRow,
} from './declarations.store.server.ts';
import { isDeclaredFor } from './declarations.ts';
import { dropDraft, findDraft } from './drafts.store.server.ts';
import type { TopupDetails } from './shown.ts';

export function arrivalsJob(app: App): Job {
  return {
    name: 'declared amounts that arrived',
    everySeconds: 2,
    run: async (stop) => {
      const declared = await unsettledDeclarations(app.db);
      for (const { declaration, transfer } of await pairsOf(app.db, declared)) {
        if (stop.aborted) return;
        if (transfer?.state === 'Final') await arrive(app, declaration, transfer);
      }
    },
  };
}

/** Each of these declarations with the oldest transfer that fits it, if there is one. */
export async function pairsOf<D extends DeclarationRow>(
  db: Database,
  declared: readonly D[],
): Promise<{ declaration: D; transfer: Incoming | undefined }[]> {
  const waiting = declared.filter(({ applyId }) => applyId === null);
  const incoming = await incomingOf(
    db,
    waiting.map(({ cents }) => cents),
  );
  return declared.map((declaration) => ({
    declaration,
    transfer: declaration.applyId === null ? incoming.find((transfer) => fits(declaration, transfer)) : undefined,
  }));
}

export function seenAs({ network, state, confirmations }: Incoming): SeenByClient {
  return { state, confirmations, needed: networkCalled(network)!.needed };
}

/** To the cent, at the address that was shown, and in a block that was made while the declaration was open. */
function fits(declaration: DeclarationRow, { network, recipient, amount, at }: Incoming): boolean {
  const { cents, networkName, networkAddress, createdAt, expiresAt, endedAt } = declaration;
  const until = endedAt !== null && endedAt < expiresAt ? endedAt : expiresAt;
  return (
    networkCalled(networkName)?.name === network &&
    accountOf(networkAddress) === recipient &&
    unitsOfText(amount, mostPlaces) === unitsOf(cents, mostPlaces) &&
    at > createdAt &&
    at <= until
  );
}

async function arrive(app: App, declaration: DeclarationRow, transfer: Incoming): Promise<void> {
  const [whole, line] = [claimOfHash(transfer.hash), claimOfHash(transfer.hash, transfer)];
  // Who told of it in the classic way, too, is decided there.
  const isToldOf = () => isNamedToo(app.db, declaration.publicId, transfer.hash);
  try {
    if (await isToldOf()) return;
    await askFor(app, declaration, transfer, transfer.lines > 1 ? line : whole).catch(async (error: unknown) => {
      // Another's claim is none of a line that was declared.
      if (!isTaken(error)) throw error;
      if (await isToldOf()) return;
      await askFor(app, declaration, transfer, line, (tx) => lookAtOthers(tx, transfer.hash));
    });
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof Settled)) throw error;
    app.log.debug('a declared amount is not taken up', { declaration: declaration.publicId, error });
  }
}

/** Another node was faster. */
class Settled extends Error {}

async function askFor(
  app: App,
  declaration: DeclarationRow,
  { hash }: Incoming,
  claim: string,
  also?: (tx: Database) => Promise<void>,
): Promise<void> {
  const { client, person, paylink, cents, networkName, networkAddress, publicId } = declaration;
  const through = paylink === null ? {} : { paylink };
  const details: TopupDetails = { payway: 'USDT', networkName, networkAddress, ...through, declaration: publicId };
  const { requests } = await ask(app.db, {
    kind: topup,
    client,
    askedBy: person ?? undefined,
    content: { declaration: publicId, hash },
    rows: [{ price: flatPrice(cents), transactionId: hash, claim, details }],
    also: async (tx, [made]) => {
      if (!(await linkDeclaration(tx, publicId, made!.id))) throw new Settled();
      if (person !== null) await endDraft(tx, { person, client }, declaration);
      if (paylink !== null) await tellOwner(tx, { publicId: paylink, client, amountCents: cents }, made!.applyId);
      await also?.(tx);
    },
  });
  await lookSoon(app, requests[0]!.id, networkName);
  hintAbout(app, client);
}

/** What was typed to get this exact amount ends with it: it would ask its person to send the money once more. */
async function endDraft(
  tx: Database,
  whose: { person: PersonId; client: ClientId },
  { cents, networkAddress }: DeclarationRow,
): Promise<void> {
  const draft = await findDraft(tx, whose);
  if (draft?.networkAddress !== networkAddress || draft.transactionId !== '') return;
  const wanted = centsOf(plainAmount(draft.chargeMoney));
  if (wanted !== undefined && isDeclaredFor(cents, wanted)) await dropDraft(tx, whose);
}

/** In the transaction in which a payment through a link becomes a top-up. */
export async function tellOwner(
  tx: Database,
  { publicId, client, amountCents }: { publicId: string; client: ClientId; amountCents: Cents },
  applyId: string,
): Promise<void> {
  const text = `A payment of ${usd(amountCents)} was submitted through your paylink ${publicId}.`;
  await notify(tx, { client, topic: 'wallet', text, link: '/kimi/wallet/addmoney-table', applyId });
}

function isTaken(error: unknown): boolean {
  return error instanceof Refused && error.refusal.code === `${topup.name}.taken`;
}
