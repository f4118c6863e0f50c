/** Declaring an amount, and what became of it. */
import { insist, keyReused, notFound, notSignedIn, refuse, type Refusal } from '#kernel/refusal.ts';
import type { Incoming } from '#chain/transfers.server.ts';
import { networksNow } from '#network/network.server.ts';
import { chosenOf, isAmong, type Network } from '#network/network.ts';
import { handle } from '#server/handle.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { insistUnderLimit, per } from '#users/throttle.server.ts';
import { pairsOf, seenAs } from './arrivals.server.ts';
import { cancelDeclaration, declareTopup, getDeclarations, type Declaration } from './declarations.api.ts';
import {
  currentDeclarations,
  endDeclaration,
  findDeclaration,
  insertDeclaration,
  type DeclarationRow,
} from './declarations.store.server.ts';
import { mostOpen, noCentsLeft, notOpen, notWatched, stateOf, tooManyOpen } from './declarations.ts';
import { isWatched } from './declaredlinks.server.ts';

export const declarationsHandlers = [
  handle(declareTopup, async ({ body, session, app, key }) => {
    await insistUnderLimit(app.db, [{ key: `declarations:${session.person}`, most: mostAnHour }], per.hour);
    const shown = await networksNow(app.db);
    const network = chosenOf(shown, { networkName: body.networkName });
    if (!network) return refuse({ ...notFound, message: 'This network was not found.', field: 'networkName' });
    insist(isWatched(app, network) ? undefined : notWatched);
    const { client, person } = session;
    const wanted = body.amount;
    const { outcome, publicId } = await insertDeclaration(app.db, {
      client,
      by: { person },
      wanted,
      ...network,
      key,
      most: mostOpen,
    });
    if (outcome !== 'done') return refuse(refusalOf(outcome, wanted));
    const declared = (await findDeclaration(app.db, client, publicId))!;
    app.events.hint(client, 'request');
    return { message: 'Send exactly this amount.', declaration: onWire(declared, shown) };
  }),

  handle(getDeclarations, async ({ session, app }) => {
    const [rows, shown, { autoCredit }] = await Promise.all([
      currentDeclarations(app.db, session.client),
      networksNow(app.db),
      currentSettings(app.db),
    ]);
    const pairs = await pairsOf(app.db, rows);
    return {
      message: 'Declared amounts fetched successfully',
      declarations: pairs.map(({ declaration, transfer }) => onWire(declaration, shown, transfer)),
      networks: shown.filter((each) => isWatched(app, each)).map(({ networkName }) => networkName),
      automatic: autoCredit.on,
    };
  }),

  handle(cancelDeclaration, async ({ query, session, app }) => {
    const ended = await endDeclaration(app.db, session.client, query.id);
    const row = await findDeclaration(app.db, session.client, query.id);
    if (!row) return refuse(notFound);
    insist(ended ? undefined : notOpen);
    app.events.hint(session.client, 'request');
    return { message: 'The amount was taken back.', declaration: onWire(row, await networksNow(app.db)) };
  }),
];

/** Each takes cents away from others for a day. */
const mostAnHour = 30;

function refusalOf(outcome: 'key_reused' | 'closed' | 'crowded' | 'full', wanted: bigint): Refusal {
  if (outcome === 'closed') return notSignedIn;
  if (outcome === 'crowded') return tooManyOpen;
  if (outcome === 'full') return noCentsLeft(wanted);
  return keyReused;
}

function onWire(row: DeclarationRow, shown: readonly Network[], transfer?: Incoming): Declaration {
  const { publicId, cents, networkName, networkAddress, createdAt, expiresAt, applyId } = row;
  return {
    _id: publicId,
    amount: cents,
    networkName,
    networkAddress: isAmong(shown, row) ? networkAddress : null,
    createdAt,
    expiresAt,
    state: stateOf(row),
    applyId,
    ...(transfer ? { seen: seenAs(transfer) } : {}),
  };
}
