import { describe, expect, it } from 'vitest';
import { slipGuard } from './slips.ts';
import { keptInPlace, steadyOf } from './steady.ts';

type Row = { id: string; state?: string };
const idOf = ({ id }: Row) => id;
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }));

describe('a list that somebody points at', () => {
  it('keeps a decided row in its place, and shows what is new only behind the last one', () => {
    expect(keptInPlace(rows('a', 'b', 'c'), rows('a', 'c', 'd'), idOf).map(idOf)).toEqual(['a', 'b', 'c', 'd']);
    expect(steadyOf(rows('a', 'b', 'c'), rows('a', 'c', 'd'), idOf)).toMatchObject({ gone: new Set(['b']), fresh: 1 });
  });

  it('lets nothing in above or between its rows, and says how many wait', () => {
    const latest = rows('new', 'a', 'newer', 'b');
    expect(keptInPlace(rows('a', 'b'), latest, idOf).map(idOf)).toEqual(['a', 'b']);
    expect(steadyOf(rows('a', 'b'), latest, idOf).fresh).toBe(2);
  });

  it('shows what changed in a row that stays, and everything that comes once all of them are gone', () => {
    const changed = [{ id: 'a', state: 'Approved' }];
    expect(keptInPlace(rows('a'), changed, idOf)).toEqual(changed);
    expect(keptInPlace(rows('a', 'b'), rows('c'), idOf).map(idOf)).toEqual(['a', 'b', 'c']);
  });
});

/** Buttons on a line: from where to where each of them stands. */
type Button = { from: number; to: number };
const guarded = () => slipGuard<Button>((button, { x }) => x >= button.from && x <= button.to);
const at = (x: number) => ({ x, y: 0 });

describe('a press that somebody means', () => {
  const [first, second]: [Button, Button] = [
    { from: 0, to: 10 },
    { from: 5, to: 15 },
  ];

  it.each([50, 300, 800, 1_500])('is not the second one at the same place after %i ms', (wait) => {
    const guard = guarded();
    guard.moved(at(8), first, 0);
    expect(guard.counts(at(8), first, 100)).toBe(true);
    expect(guard.counts(at(8), second, 100 + wait)).toBe(false);
  });

  it('is not one by a trembling hand either, nor one just after something slid under a resting pointer', () => {
    const guard = guarded();
    guard.moved(at(8), first, 0);
    guard.moved(at(9), second, 4_000);
    expect(guard.counts(at(9), second, 4_400)).toBe(false);
    // It has been there long enough to be read.
    expect(guard.counts(at(9), second, 5_800)).toBe(true);
  });

  it('goes to the button, or comes twice on the same one', () => {
    const guard = guarded();
    expect(guard.counts(at(2), first, 0)).toBe(true);
    expect(guard.counts(at(2), first, 50)).toBe(true);
    guard.moved(at(12), second, 300);
    expect(guard.counts(at(12), second, 310)).toBe(true);
  });

  it('goes to a button that lay under the pointer for a moment, and was gone to afterwards', () => {
    const guard = guarded();
    expect(guard.counts(at(8), first, 0)).toBe(true);
    guard.moved(at(8), second, 50);
    guard.moved(at(40), undefined, 100);
    expect(guard.counts(at(12), second, 200)).toBe(true);
  });

  it('is one again on the same button, after it was busy for a moment', () => {
    const guard = guarded();
    expect(guard.counts(at(2), first, 0)).toBe(true);
    guard.moved(at(2), undefined, 50);
    guard.moved(at(2), first, 300);
    expect(guard.counts(at(2), first, 400)).toBe(true);
  });

  it('may come from a finger that tapped here long ago, but not twice at once', () => {
    const guard = guarded();
    expect(guard.counts(at(8), first, 0, true)).toBe(true);
    expect(guard.counts(at(8), second, 400, true)).toBe(false);
    const later = guarded();
    expect(later.counts(at(8), first, 0, true)).toBe(true);
    expect(later.counts(at(8), second, 3_000, true)).toBe(true);
  });
});
