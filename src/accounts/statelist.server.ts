/**
 * A list of ad accounts and how each fares, as an admin pastes it or a platform exports it: an Ads ID and a state, or
 * the platform's own word for one; a reason, where there is one. What is not understood is a fault of its row, never a
 * guess.
 */
import { parseCsv } from 'hucre/csv';
import { normalisedAdsId, numberOfAdsId } from '#kernel/ids.ts';
import { invalid, refuse } from '#kernel/refusal.ts';
import { accountStates, type AccountState } from '#ledger/accountlife.ts';
import { stateNamed, type Spec } from '#platforms/platforms.ts';
import { hasTooManyCells, tooManyCells } from '#server/csv.server.ts';

export type WantedState = { line: number; adsId: string; state: AccountState; word: string; reason: string };
type ListFault = { line: number; adsId: string; message: string };

export const mostStates = 500;

/**
 * What columns are called, in whatever case; the first is meant where a file has several. Google calls a name that its
 * owner chooses "Account", beside the number.
 */
const headsOf = ({ spend }: Pick<Spec, 'spend'>) => ({
  adsId: ['Ads ID', 'AdsID', ...spend.adsId, 'Account'],
  state: ['State', 'Status', 'Account status', 'account_status'],
  reason: ['Reason', 'Note to client'],
});
type Heads = ReturnType<typeof headsOf>;

/** Cells of each line that is not empty, with its number as an editor shows it. */
function linesOf(text: string): { line: number; cells: string[] }[] {
  const delimiter = delimiterOf(text);
  if (hasTooManyCells(text, delimiter)) refuse(invalid('text', tooManyCells));
  const rows = parseCsv(text, { delimiter, skipEmptyRows: false });
  return rows
    .map((row, place) => ({ line: place + 1, cells: row.map((cell) => String(cell ?? '').trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** A sheet's cells come with tabs; commas also stand inside of reasons. */
function delimiterOf(text: string): string {
  return text.includes('\t') ? '\t' : text.includes(';') ? ';' : ',';
}

export function readStates(
  text: string,
  spec: Pick<Spec, 'stateWords' | 'spend'>,
): { wanted: WantedState[]; faults: ListFault[] } {
  const lines = linesOf(text);
  const heads = headsOf(spec);
  const head = lines.findIndex(({ cells }) => isHead(cells, heads));
  const columns = head === -1 ? { adsId: 0, state: 1, reason: 2 } : columnsIn(lines[head]!.cells, heads);
  const wanted: WantedState[] = [];
  const faults: ListFault[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of lines.slice(head + 1)) {
    const cell = (name: keyof Heads) => cells[columns[name]] ?? '';
    const [adsId, said] = [numberOfAdsId(cell('adsId')), cell('state')];
    const key = normalisedAdsId(adsId);
    // Ours, or the platform's own word where that says the same.
    const own = accountStates.find((name) => name.toLowerCase() === said.toLowerCase());
    const state = own ?? stateNamed(said, spec);
    const fault = faultOf({ key, said, state, twice: seen.has(key) });
    seen.add(key);
    if (fault) faults.push({ line, adsId: adsId.slice(0, 64), message: fault });
    else wanted.push({ line, adsId, state: state!, word: said === state ? '' : said, reason: cell('reason') });
  }
  return { wanted, faults };
}

function isHead(cells: readonly string[], heads: Heads): boolean {
  const { adsId, state } = columnsIn(cells, heads);
  return adsId !== -1 && state !== -1;
}

/** Each column's place, -1 where there is none. */
function columnsIn(cells: readonly string[], heads: Heads): Record<keyof Heads, number> {
  const named = cells.map((cell) => cell.toLowerCase());
  const place = (names: readonly string[]) =>
    names.map((name) => named.indexOf(name.toLowerCase())).find((found) => found >= 0) ?? -1;
  return { adsId: place(heads.adsId), state: place(heads.state), reason: place(heads.reason) };
}

type Row = { key: string; said: string; state: AccountState | undefined; twice: boolean };

function faultOf({ key, said, state, twice }: Row): string | undefined {
  if (key === '') return 'There is no Ads ID in this row.';
  if (key.length > 64) return 'An Ads ID has at most 64 characters.';
  if (twice) return 'This Ads ID stands in the list twice.';
  if (said === '') return 'There is no state in this row.';
  return state ? undefined : `“${said.slice(0, 40)}” is not a state. Please write ${accountStates.join(', ')}.`;
}
