/**
 * What the book says of one account's money, said a second time in plain TypeScript: for tests that ask whether what
 * happened at one moment is what would have happened one after the other.
 */
import { owedCents } from '#ledger/spending.ts';
import { feeShare } from '#kinds/refund.ts';

/** Of an ad account: its money, what of the fee lies with it, and what was spent and is not settled. */
type Purse = { balance: bigint; feeLeft: bigint; open: bigint };
/** A refund, or the replacement. */
type Wish = { state: 'Pending' | 'Approved' | 'Rejected' | 'Reversed'; amount: bigint; share: bigint };
export type World = {
  wallet: bigint;
  held: bigint;
  /** What gives way, and what came in its place. */
  old: Purse;
  fresh: Purse | undefined;
  wishes: Record<string, Wish>;
  /** Of the one day on which something was spent: what each import said, the latest last. */
  said: { name: string; micros: bigint; undone: boolean }[];
  settled: boolean;
};

export type Step =
  | { do: 'approve' | 'reject' | 'reverse'; wish: string }
  | { do: 'ask'; wish: string; amount: bigint }
  | { do: 'import'; name: string; micros: bigint }
  | { do: 'undo'; name: string }
  | { do: 'settle' };

export const replacement = 'replacement';

/** Takes one step; answers whether it was possible. What was not changes nothing. */
export function play(world: World, step: Step): boolean {
  if (step.do === 'import') return spend(world, () => world.said.push({ ...step, undone: false }));
  if (step.do === 'undo') return undo(world, step.name);
  if (step.do === 'settle') return settle(world);
  if (step.do === 'ask') return ask(world, step.wish, step.amount);
  const wish = world.wishes[step.wish]!;
  if (step.do === 'reverse') return reverse(world, step.wish, wish);
  if (wish.state !== 'Pending') return false;
  if (step.do === 'reject') {
    give(world.old, wish, 1n);
    world.held -= wish.amount;
  } else if (!(step.wish === replacement ? replace(world, wish) : refund(world, wish))) return false;
  wish.state = step.do === 'approve' ? 'Approved' : 'Rejected';
  return true;
}

const latest = ({ said }: World) => said.findLast(({ undone }) => !undone)?.micros;
const isOpen = ({ old, fresh }: World) => fresh ?? old;
const waiting = ({ wishes }: World) => Object.values(wishes).filter(({ state }) => state === 'Pending');

/** What is known of the day is another amount afterwards; a settled one stays. */
function spend(world: World, change: () => void): boolean {
  if (world.settled) return false;
  const before = latest(world) ?? 0n;
  change();
  isOpen(world).open += (latest(world) ?? 0n) - before;
  return true;
}

function undo(world: World, name: string): boolean {
  const place = world.said.findIndex((each) => each.name === name);
  if (place < 0 || world.said[place]!.undone) return false;
  const take = () => void (world.said[place]!.undone = true);
  // What a later one says again changes nothing, settled or not.
  if (!world.said.slice(place + 1).some(({ undone }) => !undone)) return spend(world, take);
  take();
  return true;
}

function settle(world: World): boolean {
  const micros = latest(world);
  const purse = isOpen(world);
  if (world.settled || micros === undefined || micros === 0n || micros / 10_000n > purse.balance) return false;
  const amount = micros / 10_000n;
  give(purse, { amount, share: feeShare(amount, purse.feeLeft, purse.balance) }, -1n);
  purse.open -= amount * 10_000n;
  world.settled = true;
  return true;
}

function ask(world: World, name: string, amount: bigint): boolean {
  const { old } = world;
  if (world.fresh || old.balance - amount < owedCents(old.open)) return false;
  const wish: Wish = { state: 'Pending', amount, share: feeShare(amount, old.feeLeft, old.balance) };
  give(old, wish, -1n);
  world.held += amount;
  world.wishes[name] = wish;
  return true;
}

function refund(world: World, wish: Wish): boolean {
  const held = waiting(world).reduce((sum, { amount }) => sum + amount, 0n);
  if (wish.amount > world.old.balance + held - owedCents(world.old.open)) return false;
  world.held -= wish.amount;
  world.wallet += wish.amount + wish.share;
  return true;
}

function replace(world: World, wish: Wish): boolean {
  if (world.old.balance !== 0n || waiting(world).length > 1) return false;
  world.held -= wish.amount;
  world.fresh = { balance: wish.amount, feeLeft: wish.share, open: world.old.open };
  world.old.open = 0n;
  return true;
}

function reverse(world: World, name: string, wish: Wish | undefined): boolean {
  if (wish?.state !== 'Approved' || waiting(world).length > 0) return false;
  const { old, fresh } = world;
  if (name === replacement) {
    if (fresh!.balance !== wish.amount || fresh!.feeLeft !== wish.share) return false;
    old.open += fresh!.open;
    world.fresh = undefined;
  } else {
    if (fresh || world.wallet < wish.amount + wish.share) return false;
    world.wallet -= wish.amount + wish.share;
  }
  give(old, wish, 1n);
  wish.state = 'Reversed';
  return true;
}

function give(purse: Purse, { amount, share }: Pick<Wish, 'amount' | 'share'>, sign: 1n | -1n): void {
  purse.balance += sign * amount;
  purse.feeLeft += sign * share;
}
