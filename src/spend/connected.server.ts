/**
 * What a connection reads goes the way of a file: the same import, the same rows, the same undo. Here it is compared
 * with what is known first, so that an hour in which nothing changed locks nobody's money and makes no import.
 */
import { hash } from 'node:crypto';
import { dateText } from '#kernel/clock.ts';
import { dayAt, daysBetween } from '#kernel/days.ts';
import { usd } from '#kernel/money.ts';
import { lastCompleteDay } from '#ledger/runway.ts';
import { shownCents, type Micros } from '#ledger/spending.ts';
import type { Platform } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';
import { newId } from '#server/ids.server.ts';
import { databaseNow } from '#server/now.server.ts';
import { faultOfDay, notBegun } from './cells.ts';
import { isFinal, isWhole, keepAll } from './importing.server.ts';
import { settleAgain } from './settling.ts';
import { knownDays, settledMonths, type GivenDay } from './spend.store.server.ts';

/**
 * Of one account: what the platform names; a day that it does not name had no spend, and null is a fault that was said
 * already. `since`: its first day. It may have been `opened` before, when an account before it still had its Ads ID.
 * `until`: its last, where it was taken back. From `incompleteFrom` on the platform may still lack something.
 */
type ReadSpend = {
  adsId: string;
  key: string;
  opened: string;
  since: string;
  until: string | null;
  days: ReadonlyMap<string, Micros | null>;
  incompleteFrom: string | undefined;
};
type Kept = { days: number; faults: { adsId: string; message: string }[] };

/** `from` and `to` are the days that were asked for, `to` not before it began somewhere. */
export async function keepRead(
  db: Database,
  of: { by: bigint; platform: Platform; service: string; from: string; to: string },
  read: readonly ReadSpend[],
): Promise<Kept> {
  const now = await databaseNow(db);
  const { platform, from, to } = of;
  const keys = read.map(({ key }) => key);
  const before = Map.groupBy(await knownDays(db, platform, keys, from, to), ({ key }) => key);
  const months = await settledMonths(db, platform, keys, from, to);
  const settledBy = new Map(months.map(({ key, month, settlement }) => [`${key} ${month}`, settlement]));
  const faults: Kept['faults'] = [];
  const days: GivenDay[] = [];
  for (const { adsId, key, opened, since, until, days: named, incompleteFrom } of read) {
    const had = new Map(before.get(key)?.map((each) => [each.day, each]));
    for (const [day, micros] of named)
      if (micros !== null && (day < from || day > to))
        faults.push({ adsId, message: day > to ? notBegun(day) : notAsked(day) });
      else if (micros !== null && micros > 0n && day >= opened && day < since)
        faults.push({ adsId, message: ofBoth(day, micros) });
      else if (micros !== null && micros > 0n && until !== null && day > until)
        faults.push({ adsId, message: ofNobody(day, micros) });
    for (const day of daysBetween(since > from ? since : from, until !== null && until < to ? until : to)) {
      const said = named.get(day);
      if (said === null) continue;
      const micros = said ?? 0n;
      const was = had.get(day);
      const partial = !isWhole(day, { incompleteFrom });
      const untrue = faultOfDay(micros);
      if (untrue !== undefined) {
        faults.push({ adsId, message: `${dateText(day)}: ${untrue}` });
        continue;
      }
      // What is not counted whole says nothing of a day that it does not name, and lowers nothing.
      if (partial && (!named.has(day) || (was !== undefined && micros < was.micros))) continue;
      // Silence is no correction: money would come free that was spent.
      if (!named.has(day) && was !== undefined && was.micros > 0n) {
        faults.push({ adsId, message: gone(day, was.micros) });
        continue;
      }
      // Of a day that has not begun everywhere nothing is known until the platform names it.
      if (!named.has(day) && day >= dayAt(now)) continue;
      const settlement = settledBy.get(`${key} ${day.slice(0, 7)}`);
      if (settlement !== undefined) {
        // A day of it may be unknown.
        if (micros !== (was?.micros ?? 0n)) faults.push({ adsId, message: settled(day, micros, settlement) });
        continue;
      }
      const final = isFinal(day, { incompleteFrom }, now);
      const isSurer =
        was !== undefined && !was.final && (final || (was.early && !partial && day <= lastCompleteDay(now)));
      if (was === undefined || was.micros !== micros || isSurer)
        days.push({ key, day, micros, final, partial, silent: !named.has(day) });
    }
  }
  if (days.length === 0) return { days: 0, faults };
  const told = await keepAll({ db, from: { address: '', agent: '' }, dry: false }, importOf(of, days), days);
  return { days: told.filter(({ outcome }) => outcome === 'new' || outcome === 'changes').length, faults };
}

function importOf(of: Parameters<typeof keepRead>[1], days: readonly GivenDay[]) {
  const { by, platform, service, from, to } = of;
  const text = days.map(({ key, day, micros }) => `${key} ${day} ${micros}`).join('\n');
  return {
    by,
    platform,
    source: 'connection' as const,
    publicId: newId('SI'),
    fileName: `${service}, ${from} to ${to}`,
    fileDigest: hash('sha256', text),
  };
}

function notAsked(day: string): string {
  return `The platform named ${dateText(day)}, which it was not asked about. Nothing of it is kept.`;
}

function ofBoth(day: string, micros: Micros): string {
  return `The platform says ${usd(shownCents(micros))} of ${dateText(day)}, when another ad account still had this Ads ID. Nothing of it is charged to this one.`;
}

function ofNobody(day: string, micros: Micros): string {
  return `The platform says ${usd(shownCents(micros))} of ${dateText(day)}, after this ad account was taken back. Nobody is charged for it.`;
}

function gone(day: string, micros: Micros): string {
  return `The platform said ${usd(shownCents(micros))} of ${dateText(day)} before and no longer names the day. What it said before stays; import a report if it is wrong.`;
}

function settled(day: string, micros: Micros, settlement: string): string {
  return `The platform says ${usd(shownCents(micros))} of ${dateText(day)} now, and that month is settled by ${settlement}. ${settleAgain}`;
}
