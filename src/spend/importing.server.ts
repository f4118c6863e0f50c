/**
 * A file of spend, from its bytes to its days. What is tried only (`dry`) is kept and taken back, so that the
 * difference that is shown is the one that would be made. Some thousand days at a time share a transaction; if it
 * breaks off between two of them, the same file again does the rest. Where it is undone between two, the rest is
 * refused.
 */
import { hash } from 'node:crypto';
import { dayAfter, dayAt } from '#kernel/days.ts';
import { invalid, refuse } from '#kernel/refusal.ts';
import { record } from '#audit/audit.server.ts';
import { specOf } from '#platforms/platforms.ts';
import type { Database } from '#server/database.server.ts';
import type { Call, Caller } from '#server/handle.server.ts';
import { newId } from '#server/ids.server.ts';
import { databaseNow } from '#server/now.server.ts';
import { reportIn } from './reading.server.ts';
import type { Report, ReportedDay } from './report.ts';
import type { importSpend } from './spend.api.ts';
import { keepDays, undoneBefore, type GivenDay, type KeptDay, type NewImport } from './spend.store.server.ts';

type Importing = Call<typeof importSpend>;
export type Told = ReportedDay & KeptDay;
export type Imported = { of: NewImport; report: Report; told: readonly Told[] };
/** Whose work an import is; what is tried only is taken back. */
type Importer = { db: Database; from: Caller['from']; dry: boolean };

/** So many days share a transaction, and the locks on the money of their clients. */
const atOnce = 4_000;

export async function importAs(call: Importing): Promise<Imported> {
  const now = await databaseNow(call.app.db);
  const { platform, text } = call.body;
  // What is pasted has lost its last line break, and no more than that.
  const bytes = call.file?.bytes ?? Buffer.from(text === '' ? '' : `${text}\n`);
  if (bytes.length === 0) refuse(invalid('file', 'Please choose a file.'));
  const report = await reportIn(bytes, specOf(platform).spend, { today: dayAt(now), owner: `${call.session.person}` });
  const of: NewImport = {
    by: call.session.person,
    publicId: newId('SI'),
    platform,
    source: 'file',
    fileName: call.file?.name ?? '',
    fileDigest: hash('sha256', bytes),
  };
  const given = report.days.map((each) => ({
    ...each,
    final: isFinal(each.day, report, now),
    partial: !isWhole(each.day, report),
  }));
  const importer = { db: call.app.db, from: call.from, dry: call.body.dry };
  return { of, report, told: await keepAll(importer, of, given) };
}

/** A platform still counts for some days; what it says three days later, of a day that it calls whole, stays. */
export function isFinal(day: string, report: Pick<Report, 'incompleteFrom'>, now: Date): boolean {
  return day <= dayAfter(dayAt(now), -4) && isWhole(day, report);
}

/** Whether nothing of this day can be missing in the report. */
export function isWhole(day: string, { incompleteFrom }: Pick<Report, 'incompleteFrom'>): boolean {
  return incompleteFrom === undefined || day < incompleteFrom;
}

/** Keeps days as one import, whoever says so; each answers in some place with what became of it. */
export async function keepAll<Day extends GivenDay>(importer: Importer, of: NewImport, days: readonly Day[]) {
  const told: (Day & KeptDay)[] = [];
  for (const [place, some] of portions(days).entries()) told.push(...(await keep(importer, of, some, place === 0)));
  return told;
}

/** Days of one account follow each other, so that few clients' money is locked at once, and hardly any twice. */
export function portions<Day extends GivenDay>(days: readonly Day[]): Day[][] {
  const byAccount = [...Map.groupBy(days, ({ key }) => key).values()].flat();
  return Array.from({ length: Math.ceil(days.length / atOnce) }, (_, place) =>
    byAccount.slice(place * atOnce, (place + 1) * atOnce),
  );
}

/** Thrown to take back what was tried only. */
class Tried extends Error {
  readonly kept: KeptDay[];
  constructor(kept: KeptDay[]) {
    super('This was tried only.');
    this.kept = kept;
  }
}

async function keep<Day extends GivenDay>(
  { db, from, dry }: Importer,
  of: NewImport,
  days: readonly Day[],
  isFirst: boolean,
): Promise<(Day & KeptDay)[]> {
  const given = days.map(({ key, day, micros, final, partial, silent = false }) => {
    return { key, day, micros, final, partial, silent };
  });
  const keeping = db.transaction(async (tx) => {
    const kept = await keepDays(tx, of, given);
    if (kept.length < given.length) refuse(undoneBefore);
    if (dry) throw new Tried(kept);
    // What a connection reads every hour is kept as an import, and is nobody's decision.
    if (isFirst && of.source === 'file')
      await record(tx, {
        action: 'spend.imported',
        actor: of.by,
        from,
        after: { import: of.publicId, platform: of.platform, file: of.fileName, digest: of.fileDigest },
      });
    return kept;
  });
  const kept = await keeping.catch((error: unknown) => {
    if (error instanceof Tried) return error.kept;
    throw error;
  });
  return days.map((day, place) => ({ ...day, ...kept[place]! }));
}
