/**
 * The one shape of a connection to a platform: what it says of ad accounts, in the platform's own words. Each platform
 * speaks its own protocol in its own file; who listens knows none of them.
 */
import type * as z from 'zod/mini';
import { hostOf, NoAnswer, readJson, type Outward, type Question, type Reply } from '#server/outward.server.ts';

/** What the platform says of one ad account. Empty where it does not say it. */
export type HeardAccount = {
  /** As our lists call it, and as the platform's own calls do. */
  adsId: string;
  id: string;
  name: string;
  /** The platform's own word for its state, and for the reason. */
  word: string;
  reason: string;
  currency: string;
  timeZone: string;
};
/**
 * Micros by day, of one account; days on which it spent nothing are not among them, and null is a day that is a fault
 * of its own. `currency` is empty if unsaid.
 */
export type HeardSpend = {
  adsId: string;
  currency: string;
  days: ReadonlyMap<string, bigint | null>;
  /** The first day of which something may be missing; undefined where all is there. */
  incompleteFrom: string | undefined;
};
/** What is left in the account's own currency, in millionths. */
type HeardLeft = { adsId: string; currency: string; micros: bigint };

type ConnectionFault = { adsId: string; message: string };
/**
 * What came whole; what of single accounts did not; and why the rest was not asked for, where the platform broke, and
 * on the question about which accounts.
 */
export type Heard<T> = {
  of: T[];
  faults: ConnectionFault[];
  broken?: PlatformBroken;
  brokeOn?: readonly HeardAccount[];
};

/** One run's look at a platform. Days are YYYY-MM-DD; each span is of the account's own time zone. */
export type Connection = {
  /** Every account that the credentials reach, or a failure. One whose row can't be read is a fault of its own. */
  states(): Promise<{ of: HeardAccount[]; faults: ConnectionFault[] }>;
  /** Of these accounts, day by day, both ends included; each account whole or not at all. */
  spend(accounts: readonly HeardAccount[], from: string, to: string): Promise<Heard<HeardSpend>>;
  remaining(accounts: readonly HeardAccount[]): Promise<Heard<HeardLeft>>;
};

export type Tools = {
  outward: Outward;
  stop: AbortSignal;
  /** A refresh token that the platform gave in place of the one in the settings, and keeping one. */
  token: { kept(given: string): Promise<string | undefined>; keep(given: string, token: string): Promise<void> };
  /** Reads a report that the platform made as if an admin had exported it. */
  readReport: (file: Buffer) => Promise<ReportRead>;
  /** By the database's clock: of days that are not asked about, it would be kept that nothing was spent. */
  now: () => Promise<Date>;
  /** How long to wait before asking again for something that is being made. */
  waitMs: (asked: number) => number;
};
type ReportRead = {
  days: readonly { adsId: string; day: string; micros: bigint }[];
  faults: readonly (ConnectionFault & { day?: string })[];
  incompleteFrom: string | undefined;
};

/** The platform as a whole does not answer as it should: nothing more is asked of it in this run. */
export class PlatformBroken extends Error {
  /** When it wants to be asked again, if it said so. */
  readonly retryAt: Date | undefined;
  constructor(message: string, retryAt?: Date) {
    super(message);
    this.retryAt = retryAt;
  }
}

/** Only what was asked about one account can't be had. */
export class AccountFault extends Error {}

/** A hundred thousand accounts in one answer; and what explains a failure. */
const longest = { mostBytes: 20_000_000, mostValues: 1_000_000 };
const mostOfFailure = 10_000;

/** Asks a platform; an answer that is no success is judged by `judge`, which throws. */
export async function askPlatform(
  { outward, stop }: Pick<Tools, 'outward' | 'stop'>,
  question: Question,
  judge: (reply: Reply, said: unknown) => never,
): Promise<unknown> {
  const reply = await sent(outward, { ...question, mostBytes: longest.mostBytes, signal: stop });
  if (reply.status < 200 || reply.status >= 300) return judge(reply, failureIn(reply));
  try {
    return readJson(reply.bytes, longest.mostValues);
  } catch (error) {
    if (error instanceof NoAnswer) throw new PlatformBroken(`${hostOf(question.url)} ${error.message}.`);
    throw error;
  }
}

function failureIn({ bytes }: Reply): unknown {
  try {
    return readJson(bytes, mostOfFailure);
  } catch {
    return undefined;
  }
}

export async function sent(outward: Outward, question: Question): Promise<Reply> {
  try {
    return await outward.send(question);
  } catch (error) {
    if (error instanceof NoAnswer) throw new PlatformBroken(`${hostOf(question.url)} ${error.message}.`);
    throw error;
  }
}

/** What any platform may answer: come later, or a fault of its own. Throws if it is one of these. */
export function judgeStatus(host: string, { status, retryAt }: Reply): void {
  if (status === 429)
    throw new PlatformBroken(`${host} was asked too often and wants to be left alone for a while.`, retryAt);
  if (status >= 500 || (status >= 300 && status < 400))
    throw new PlatformBroken(`${host} answered with status ${status}.`, retryAt);
}

/** Asks about accounts one after the other; a fault of one stops no other, a broken platform ends it. */
export async function eachAccount<T>(
  accounts: readonly HeardAccount[],
  stop: AbortSignal,
  ask: (account: HeardAccount) => Promise<T | undefined>,
): Promise<Heard<T>> {
  const heard: Heard<T> = { of: [], faults: [] };
  for (const account of accounts) {
    if (stop.aborted) return { ...heard, broken: new PlatformBroken('The portal was stopped meanwhile.') };
    try {
      const said = await ask(account);
      if (said !== undefined) heard.of.push(said);
    } catch (error) {
      if (error instanceof PlatformBroken) return { ...heard, broken: error, brokeOn: [account] };
      if (!(error instanceof AccountFault)) throw error;
      heard.faults.push({ adsId: account.adsId, message: error.message });
    }
  }
  return heard;
}

/** A row that names another account than was asked for, or another currency than the first, is nobody's spend. */
export function insistOnOne(asked: Whose, said: Whose): void {
  if (said.id !== asked.id) throw new AccountFault('The platform answered with what another account spent.');
  if (said.currency !== asked.currency)
    throw new AccountFault(
      `The platform says some days in ${asked.currency.slice(0, 10)}, some in ${said.currency.slice(0, 10)}.`,
    );
}
type Whose = { readonly id: string; readonly currency: string };

/** The moment in this time zone, YYYY-MM-DD hh:mm:ss; UTC's where the zone is not known. */
export function clockIn(timeZone: string, now: Date): string {
  const inZone = (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(now);
  try {
    return inZone(timeZone);
  } catch {
    return inZone('UTC');
  }
}

/** Its day, YYYY-MM-DD. */
export function todayIn(timeZone: string, now: Date): string {
  return clockIn(timeZone, now).slice(0, 10);
}

const decimal = /^(-?)(\d{1,24})(?:\.(\d{1,6}))?$/;

/**
 * `12.5` as millionths, exactly; undefined where it is no amount. Whether it can be true is for who keeps it. A number
 * of JSON, as what is left comes, may be a sum of fractions that no computer holds: it is the nearest millionth.
 */
export function microsIn(said: unknown): bigint | undefined {
  const match = decimal.exec(typeof said === 'number' ? said.toFixed(6) : typeof said === 'string' ? said : '');
  if (!match) return undefined;
  const micros = BigInt(match[2]!) * 1_000_000n + BigInt((match[3] ?? '').padEnd(6, '0'));
  return match[1] === '-' ? -micros : micros;
}

/**
 * Rows of accounts, each held to the shape of the documentation. What is not understood of one stops no other, as long
 * as `adsIdIn` finds whose row it is.
 */
export function eachUnderstood<T>(
  shape: z.ZodMiniType<T>,
  rows: readonly unknown[],
  adsIdIn: (row: unknown) => string | undefined,
): { of: T[]; faults: ConnectionFault[] } {
  const heard: { of: T[]; faults: ConnectionFault[] } = { of: [], faults: [] };
  for (const row of rows) {
    const read = shape.safeParse(row);
    const adsId = read.success ? undefined : adsIdIn(row);
    if (adsId === undefined) heard.of.push(understood(shape, row));
    else heard.faults.push({ adsId, message: 'What the platform says of this account is not as it is documented.' });
  }
  return heard;
}

/** What was said, held to the shape that the documentation gives it. */
export function understood<T>(shape: z.ZodMiniType<T>, said: unknown): T {
  const read = shape.safeParse(said);
  if (!read.success) throw new PlatformBroken('The platform answered something that its documentation does not say.');
  return read.data;
}
