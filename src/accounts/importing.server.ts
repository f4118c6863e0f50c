/**
 * The states of many ad accounts at once, from a list. Each row is a step as if it were typed: legal or refused, in the
 * audit log, told to its client once. What is tried only (`dry`) is done and taken back, so that the difference shown
 * is the one that would be made.
 */
import { normalisedAdsId } from '#kernel/ids.ts';
import { invalid, refuse } from '#kernel/refusal.ts';
import { textOf } from '#kernel/textfile.ts';
import type { AccountState } from '#ledger/accountlife.ts';
import { specOf, type Platform } from '#platforms/platforms.ts';
import { hintAbout } from '#requests/calls.server.ts';
import { hasMoreLines } from '#server/csv.server.ts';
import type { Database } from '#server/database.server.ts';
import { onStandby } from '#server/standby.server.ts';
import type { Call } from '#server/handle.server.ts';
import type { importStates } from './accounts.api.ts';
import { accountsNamed, findAccount, takeSteps, type NamedAccount, type Step } from './accounts.store.server.ts';
import { mostStates, readStates, type WantedState } from './statelist.server.ts';
import { recordStep, refusalOf, tellStep } from './stepping.server.ts';

type Importing = Call<typeof importStates>;
type Row = {
  line: number;
  adsId: string;
  _id: string | null;
  before: AccountState | null;
  after: AccountState | null;
  outcome: 'changes' | 'same' | 'fault';
  message: string;
};

/** So many wait for one transaction at most: the money of their clients is locked meanwhile. */
const atOnce = 50;

export async function importStatesAs(call: Importing) {
  const { platform, reason, dry, text } = call.body;
  const list = call.file ? textOf(call.file.bytes) : text;
  const tooMany = invalid('text', `Please give at most ${mostStates} accounts at once.`);
  if (hasMoreLines(list, mostStates + 200)) refuse(tooMany);
  const { wanted, faults } = readStates(list, specOf(platform));
  if (wanted.length + faults.length === 0) refuse(invalid('text', 'Please paste a list, or choose a file.'));
  if (wanted.length + faults.length > mostStates) refuse(tooMany);
  const rows = faults.map((fault): Row => ({ ...fault, _id: null, before: null, after: null, outcome: 'fault' }));
  const read = (db: Database) => accountsOf(db, platform, wanted);
  const found = await (dry ? read(call.app.db) : onStandby(call.app.db, read));
  const steps: Stepping[] = [];
  for (const each of wanted) {
    const account = found.get(normalisedAdsId(each.adsId));
    if (!account) rows.push(asRow(each, undefined, 'fault', 'No ad account of this platform has this Ads ID.'));
    else if (account.state === each.state) rows.push(asRow(each, account, 'same', ''));
    else steps.push({ each, account, step: asStep(each, account, reason) });
  }
  for (let from = 0; from < steps.length; from += atOnce)
    rows.push(...(await take(call, steps.slice(from, from + atOnce), dry)));
  return { dry, rows: rows.toSorted((a, b) => a.line - b.line) };
}

type Stepping = { each: WantedState; account: NamedAccount; step: Step };

/** Thrown to take back what was tried only. */
class Tried extends Error {
  readonly rows: Row[];
  constructor(rows: Row[]) {
    super('This was tried only.');
    this.rows = rows;
  }
}

async function take(call: Importing, steps: readonly Stepping[], dry: boolean): Promise<Row[]> {
  const { app, session } = call;
  const clients = new Set<bigint>();
  const taking = app.db.transaction(async (tx) => {
    const wishes = steps.map(({ step }) => step);
    const taken = await takeSteps(tx, { by: session.person, source: 'list', steps: wishes });
    const rows: Row[] = [];
    for (const [place, { each, account, step }] of steps.entries()) {
      const stepped = taken[place]!;
      const refusal = refusalOf(stepped, step.state);
      rows.push(asRow(each, account, refusal ? 'fault' : 'changes', refusal?.message ?? ''));
      if (refusal || dry) continue;
      const changed = (await findAccount(tx, step.account, undefined))!;
      await recordStep(tx, call, { account: changed, step, before: stepped.before! });
      await tellStep(tx, changed, step, app.config.publicUrl);
      clients.add(changed.client);
    }
    if (dry) throw new Tried(rows);
    return rows;
  });
  const rows = await taking.catch((error: unknown) => {
    if (error instanceof Tried) return error.rows;
    throw error;
  });
  for (const client of clients) hintAbout(app, client);
  return rows;
}

async function accountsOf(db: Database, platform: Platform, wanted: readonly WantedState[]) {
  const keys = wanted.map(({ adsId }) => normalisedAdsId(adsId));
  const accounts = await accountsNamed(db, platform, keys);
  return new Map(accounts.map((account) => [account.key, account]));
}

function asStep({ state, word, reason }: WantedState, { publicId }: NamedAccount, shared: string): Step {
  const upTo = (text: string, most: number) => text.slice(0, most).toWellFormed();
  return { account: publicId, state, word: upTo(word, 80), reason: upTo(reason || shared, 1000), note: '' };
}

function asRow(
  { line, adsId, state }: WantedState,
  account: NamedAccount | undefined,
  outcome: Row['outcome'],
  message: string,
): Row {
  const known = account ? { _id: account.publicId, before: account.state } : { _id: null, before: null };
  return { line, adsId, ...known, after: state, outcome, message };
}
