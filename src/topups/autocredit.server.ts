/**
 * Automatic crediting: a declared amount that arrived is credited without an admin, where the settings say so. It has
 * to be final, to the cent, and within three limits; above an amount two nodes have to agree; and any signal leaves it
 * to an admin. A hash that somebody named is never enough.
 */
import { unitsOf } from '#chain/amounts.ts';
import type { Chains } from '#chain/chains.server.ts';
import { foundIn } from '#chain/reading.ts';
import { Refused } from '#kernel/refusal.ts';
import { topup } from '#kinds/topup.ts';
import { accountOf } from '#network/addresses.ts';
import { alsoAlone, hintAbout } from '#requests/calls.server.ts';
import { decide } from '#requests/deciding.server.ts';
import { approvedInADay, NeedsSecondAdmin, secondAdminOver } from '#requests/thresholds.server.ts';
import type { App } from '#server/app.server.ts';
import type { Database } from '#server/database.server.ts';
import type { Caller } from '#server/handle.server.ts';
import type { Job } from '#server/jobs.server.ts';
import { locks } from '#server/locks.server.ts';
import type { AdminSession } from '#server/session.server.ts';
import { currentSettings } from '#settings/settings.server.ts';
import { portalPerson } from '#users/admins.server.ts';
import { arrivedDeclarations, creditedInADay, type Arrived } from './autocredit.store.server.ts';
import { isSoonEnough } from './declarations.ts';
import { limitPassed, nodesNeeded } from './dryrun.ts';
import { signalsAbout } from '#signals/signals.server.ts';

/** What was left to an admin is looked at again after so many turns: nodes come back, limits end. */
const againAfter = 15;

export function autoCreditJob(app: App, chains: Chains): Job {
  const later = new Map<string, number>();
  let turn = 0;
  return {
    name: 'automatic crediting',
    everySeconds: 2,
    isDue: async () => (await currentSettings(app.db)).autoCredit.on,
    run: async (stop) => {
      turn += 1;
      for (const [applyId, next] of later) if (next <= turn) later.delete(applyId);
      for (const arrived of await arrivedDeclarations(app.db, [...later.keys()])) {
        if (stop.aborted) return;
        if (!(await credit(app, chains, arrived))) later.set(arrived.applyId, turn + againAfter);
      }
    },
  };
}

/** Found in the transaction of the approval: it is rolled back, and left to an admin. */
class LeftToAdmins extends Error {}

/** Whether it was credited. */
async function credit(app: App, chains: Chains, arrived: Arrived): Promise<boolean> {
  const { db } = app;
  if (!(await isAllowed(db, arrived))) return false;
  if (!(await isProved(chains, arrived))) return false;
  const person = await portalPerson(db);
  const settings = await currentSettings(db);
  const day = await approvedInADay(db, settings, { clients: [arrived.client], admin: person });
  const judged = { kind: topup.name, amountCents: arrived.cents, receivedCents: null, askedBy: arrived.person };
  if (secondAdminOver(settings, judged, day(arrived.client))) return false;
  const call = callOf(app, person);
  try {
    await decide(db, {
      kinds: [topup],
      applyId: arrived.applyId,
      verdict: 'approve',
      admin: person,
      also: async (tx, after, how) => {
        // One after the other, so that several at the same moment do not pass a limit together.
        await tx.query('autocredit.lock', 'select pg_advisory_xact_lock($1)', [locks.autoCredit]);
        // It is among those of the day by now.
        if (!(await isAllowed(tx, { ...arrived, counted: true }))) throw new LeftToAdmins();
        // What an admin approved meanwhile counts, too.
        await alsoAlone(call, settings)(tx, after, how);
      },
    });
  } catch (error) {
    if ([LeftToAdmins, NeedsSecondAdmin, Refused].some((known) => error instanceof known)) return false;
    throw error;
  }
  hintAbout(app, arrived.client);
  return true;
}

/** Whether it is within the limits and nothing is odd about it, as far as the database knows. */
async function isAllowed(db: Database, { applyId, client, cents, counted = false }: Arrived): Promise<boolean> {
  const { autoCredit } = await currentSettings(db);
  const credited = await creditedInADay(db, client);
  const signals = await signalsAbout(db, [applyId]);
  const own = counted ? 0n : cents;
  const sums = { cents, clientDay: credited.client + own, agencyDay: credited.agency + own };
  return autoCredit.on && limitPassed(sums, autoCredit) === undefined && !signals.has(applyId);
}

/** Asks the nodes once more: what stands in the database may be old, or somebody else's hand. */
async function isProved(
  chains: Chains,
  { hash, line, networkName, networkAddress, cents, createdAt, isKnown }: Arrived,
): Promise<boolean> {
  const network = chains.called(networkName);
  if (!network) return false;
  const { reading, agreed, complete } = await chains.look(network, hash);
  const found = foundIn(reading);
  if (!found?.final || found.at <= createdAt) return false;
  if (!isKnown && !isSoonEnough(createdAt, found.at)) return false;
  const moved = found.transfers.find((transfer) => transfer.line === line);
  return (
    moved !== undefined &&
    moved.token === accountOf(network.usdt) &&
    moved.recipient === accountOf(networkAddress) &&
    moved.units === unitsOf(cents, network.decimals) &&
    agreed >= nodesNeeded(cents) &&
    // Where the settings name several, one that does not answer must not leave the word to another alone.
    (complete || agreed > 1)
  );
}

/** The portal decides as a person of its own, who can't sign in. */
function callOf(app: App, person: bigint): Pick<Caller, 'app' | 'session' | 'from'> {
  const session = { person, typeOfUser: 'Admin', role: 'Admin' } as unknown as AdminSession;
  return { app, session, from: { address: '', agent: '' } };
}
