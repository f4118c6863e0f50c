/**
 * One run of a connection: which accounts there are, how they fare, what they spent, what is left. Each part that came
 * whole is kept; a part that did not is said and tried again the next time, and no account changes by silence.
 */
import { hash } from 'node:crypto';
import { dayAfter, dayAt } from '#kernel/days.ts';
import { normalisedAdsId } from '#kernel/ids.ts';
import { oneLine } from '#kernel/oneline.ts';
import { Refused } from '#kernel/refusal.ts';
import { stepByConnection } from '#accounts/connected.server.ts';
import {
  AccountFault,
  PlatformBroken,
  type Connection,
  type Heard,
  type HeardAccount,
  type HeardSpend,
  type Tools,
} from '#platforms/connection.server.ts';
import type { ConnectionSpec } from '#platforms/connections.server.ts';
import { specOf, stateNamed } from '#platforms/platforms.ts';
import type { App } from '#server/app.server.ts';
import { placesOfAdvertising } from '#server/advertising.server.ts';
import { openOutward } from '#server/outward.server.ts';
import { databaseNow } from '#server/now.server.ts';
import { keepRead } from '#spend/connected.server.ts';
import { faultOfLeft, forgetLeft, keepLeft } from '#spend/left.server.ts';
import { reportIn } from '#spend/reading.server.ts';
import { portalPerson } from '#users/admins.server.ts';
import { daysAgain, meaningOf, pauseSeconds, reasonOf } from './connections.ts';
import {
  beginRun,
  endRun,
  keepAsked,
  keepShown,
  keepToken,
  ownAccounts,
  tokenFor,
  type Ended,
  type OwnAccount,
  type Shown,
} from './connections.store.server.ts';

/** A platform may take its time, and a report may be long. */
const limits = { timeoutMs: 60_000, mostBytes: 50_000_000 };
/** Reports are made within minutes; asked for often at first and then less. */
const waitMs = (asked: number) => Math.min(2_000 + asked * 1_000, 30_000);
const ourFault = 'The portal could not keep what the platform said. The log says why.';
const ofNoCurrency = 'The platform does not say the currency of this account. Nothing of its spend is taken.';
const ofFew = 'The platform did not say of most accounts what they spent. What it says of each stands below.';
/** So many accounts are asked about before what came is kept, so that a run that breaks off loses no more. */
const atOnce = 200;

type Running = { app: App; spec: ConnectionSpec; connection: Connection; by: bigint; stop: AbortSignal };
/** Accounts of ours that the platform shows, as both call them. */
type Both = { own: OwnAccount; shown: Shown };
type RunResult = Pick<Ended, 'accounts' | 'steps' | 'days' | 'lefts' | 'faults'> & {
  broken: PlatformBroken | undefined;
  /** About how many accounts that run the platform was asked, and of how many of them it said what they spent. */
  asked: number;
  heard: number;
};

/** Asks this platform once. Never throws what the platform did wrong: that is what it tells. */
export async function runConnection(app: App, spec: ConnectionSpec, stop: AbortSignal): Promise<void> {
  const { db } = app;
  const connection = spec.open(app.config.advertising, toolsOf(app, spec, stop));
  if (!connection) return;
  await beginRun(db, spec.platform);
  const result: RunResult = {
    accounts: 0,
    steps: 0,
    days: 0,
    lefts: 0,
    asked: 0,
    heard: 0,
    faults: [],
    broken: undefined,
  };
  try {
    await listen({ app, spec, connection, by: await portalPerson(db), stop }, result);
  } catch (error) {
    result.broken = error instanceof PlatformBroken ? error : new PlatformBroken(ourFault);
    if (result.broken !== error) app.log.warn('a connection failed', { platform: spec.platform, error });
  }
  // Another node goes on where this one was stopped, or has begun in its place.
  if (stop.aborted) return;
  const { asked, heard, ...counts } = result;
  const broken = result.broken ?? (heard * 2 < asked ? new PlatformBroken(ofFew) : undefined);
  // Both moments are of this node's clock, which may be wrong; how far they are apart is right.
  const retrySeconds = broken?.retryAt && (broken.retryAt.getTime() - Date.now()) / 1_000;
  await endRun(db, spec.platform, {
    ...counts,
    faults: result.faults.map(({ adsId, message }) => ({ adsId: oneLine(adsId, 64), message: oneLine(message, 500) })),
    outcome: broken ? 'failed' : result.faults.length > 0 ? 'partly' : 'done',
    message: oneLine(broken?.message ?? '', 500),
    pauseSeconds: pauseSeconds(retrySeconds),
    retrySeconds,
  });
  app.events.hint('admins', 'request');
}

async function listen(running: Running, result: RunResult): Promise<void> {
  const { app, spec, connection, stop } = running;
  const own = new Map((await ownAccounts(app.db, spec.platform)).map((each) => [each.key, each]));
  const heard = await statesOf(connection);
  // Here and below: another node may have asked since, and what it was told is newer than this answer.
  if (stop.aborted) return;
  const listed = new Map(heard.of.map(inLines).map((each) => [normalisedAdsId(each.adsId), each]));
  result.accounts = listed.size;
  result.faults.push(...heard.faults);
  const both = [...listed].flatMap(([key, each]): Both[] => {
    const ours = own.get(key);
    return ours ? [{ own: ours, shown: { ...each, key } }] : [];
  });
  await takeStates(running, both, result);
  await keepShown(
    app.db,
    spec.platform,
    [...listed].map(([key, each]) => ({ ...each, key })),
    heard.faults.map(({ adsId }) => normalisedAdsId(adsId)),
  );
  // Who was asked longest ago comes first: where a quota ends a run, the next one begins with the others.
  const inTurn = both.toSorted((a, b) => (a.own.askedAt?.getTime() ?? 0) - (b.own.askedAt?.getTime() ?? 0));
  for (let first = 0; first < inTurn.length && !result.broken && !stop.aborted; first += atOnce)
    await takeFigures(running, inTurn.slice(first, first + atOnce), result);
}

/** Here no account was asked about, so that what a platform says of one is meant of the credentials. */
async function statesOf(connection: Connection): ReturnType<Connection['states']> {
  try {
    return await connection.states();
  } catch (error) {
    if (!(error instanceof AccountFault)) throw error;
    throw new PlatformBroken('The platform does not let us list the accounts. Look at the rights of the credentials.');
  }
}

function inLines({ id, ...said }: HeardAccount): HeardAccount {
  const { adsId, name, word, reason, currency, timeZone } = said;
  return {
    id,
    adsId: oneLine(adsId, 64),
    name: oneLine(name, 200),
    word: oneLine(word, 80),
    reason: oneLine(reason, 80),
    currency: oneLine(currency, 10),
    timeZone: oneLine(timeZone, 60),
  };
}

async function takeStates({ app, spec, by }: Running, both: readonly Both[], result: RunResult): Promise<void> {
  for (const { own, shown } of both) {
    if (!own.isOpen) continue;
    const meaning = meaningOf(own.state, { word: shown.word, before: own.before ?? undefined }, specOf(spec.platform));
    if (meaning === 'agrees' || 'differs' in meaning) continue;
    const steps = meaning.take.map((state) => ({
      account: own.publicId,
      state,
      reason: reasonOf(spec.service, state, shown),
      word: shown.word,
      note: '',
    }));
    result.steps += await stepByConnection(app, by, steps);
  }
}

/** Spend first, as money depends on it. A platform that breaks during one is not asked for the other. */
async function takeFigures(running: Running, both: readonly Both[], result: RunResult): Promise<void> {
  const { app, spec, connection, by, stop } = running;
  const own = new Map(both.map((each) => [each.shown.adsId, each.own]));
  const accounts = both.map(({ shown }) => shown);
  const currencies = new Map(both.map((each) => [each.shown.adsId, each.shown.currency || each.own.currency]));
  const runs = (word: string) => stateNamed(word, specOf(spec.platform)) === 'Active';
  const today = dayAt(await databaseNow(app.db));
  const [from, to] = [dayAfter(today, -daysAgain), dayAfter(today, 1)];
  const heard = await connection.spend(accounts, from, to);
  if (stop.aborted) return;
  const spend = { ...heard, of: heard.of.map((each) => ({ ...each, currency: oneLine(each.currency, 10) })) };
  const dollars = inDollars(spend, currencies, result);
  const kept = await keepRead(
    app.db,
    { by, platform: spec.platform, service: spec.service, from, to },
    dollars.map((each) => {
      const { key, opened, since, until } = own.get(each.adsId)!;
      return { ...each, key, opened, since, until };
    }),
  );
  result.days += kept.days;
  result.faults.push(...kept.faults);
  // One of which nothing came was asked, too: others have to get their turn. So have they where the platform breaks on
  // the first ones; where it breaks later, or wants to be left alone, those are the first next time.
  const isFirst = spend.of.length + spend.faults.length === 0 && spend.broken?.retryAt === undefined;
  const silent = [...spend.faults, ...(isFirst ? (spend.brokeOn ?? []) : [])];
  const asked = [...spend.of, ...silent.map(({ adsId }) => ({ adsId, currency: '' }))];
  // One that is suspended or closed may have nothing to say.
  const active = both.filter(({ own: { isOpen }, shown }) => isOpen && runs(shown.word));
  const heardOf = new Set(spend.of.map(({ adsId }) => adsId));
  result.asked += active.length;
  result.heard += active.filter(({ shown }) => heardOf.has(shown.adsId)).length;
  await keepAsked(
    app.db,
    spec.platform,
    asked.flatMap(({ adsId, currency }) => (own.has(adsId) ? [{ key: own.get(adsId)!.key, currency }] : [])),
  );
  if (spend.broken) return;
  const left = await connection.remaining(accounts.filter(({ adsId }) => own.get(adsId)!.isOpen));
  if (stop.aborted) return;
  for (const { adsId, currency } of spend.of) if (currency !== '') currencies.set(adsId, currency);
  result.broken ??= left.broken;
  // Later than the others of this run, so that those behind it come before it next time.
  const brokeOn = (left.brokeOn ?? []).map(({ adsId }) => ({ key: own.get(adsId)!.key, currency: '' }));
  if (brokeOn.length > 0) await keepAsked(app.db, spec.platform, brokeOn);
  // Of an account whose currency nobody has said yet nothing is known in dollars.
  const said = left.of.filter(({ adsId, micros }) => {
    const untrue = faultOfLeft(micros);
    if (untrue !== undefined) left.faults.push({ adsId, message: untrue });
    return untrue === undefined && currencies.get(adsId) === 'USD';
  });
  result.faults.push(...left.faults);
  result.lefts += await keepLeft(
    app.db,
    spec.platform,
    said.map(({ adsId, micros }) => ({ key: own.get(adsId)!.key, micros })),
  );
  if (left.broken) return;
  const failed = new Set(left.faults.map(({ adsId }) => adsId));
  const limited = new Set(said.map(({ adsId }) => adsId));
  const unlimited = accounts.filter(({ adsId }) => !limited.has(adsId) && !failed.has(adsId));
  await forgetLeft(
    app.db,
    spec.platform,
    unlimited.map(({ key }) => key),
  );
}

/** Another currency is a fault of its account, and so is spend in one that was never said: nothing of it is kept. */
function inDollars(
  { of, faults, broken }: Heard<HeardSpend>,
  currencies: ReadonlyMap<string, string>,
  result: RunResult,
): HeardSpend[] {
  result.faults.push(...faults);
  result.broken ??= broken;
  return of.filter(({ adsId, currency: said, days }) => {
    const currency = said || currencies.get(adsId);
    const isNothing = !currency && [...days.values()].every((micros) => !micros);
    if (currency === 'USD' || isNothing) return true;
    const message = currency ? `This account is in ${currency}. Only USD is taken.` : ofNoCurrency;
    result.faults.push({ adsId, message });
    return false;
  });
}

function toolsOf({ config, db, secrets }: App, spec: ConnectionSpec, stop: AbortSignal): Tools {
  const { platform } = spec;
  const about = `connection:${platform}`;
  const digest = (given: string) => hash('sha256', given, 'buffer');
  return {
    outward: openOutward(placesOfAdvertising(config.advertising), limits),
    stop,
    token: {
      async kept(given) {
        const sealed = await tokenFor(db, platform, digest(given));
        try {
          return sealed === undefined ? undefined : secrets.open(sealed, about);
        } catch {
          // Sealed with a key that is no longer here: the one in the settings is tried again.
          return undefined;
        }
      },
      keep: (given, token) => keepToken(db, platform, digest(given), secrets.seal(token, about)),
    },
    async readReport(file) {
      try {
        return await reportIn(file, specOf(platform).spend, { today: dayAt(await databaseNow(db)), owner: about });
      } catch (error) {
        if (error instanceof Refused) throw new PlatformBroken(`The report can't be read: ${error.refusal.message}`);
        throw error;
      }
    },
    now: () => databaseNow(db),
    waitMs,
  };
}
