/**
 * What asks for itself in a random history: a declared amount that arrives, and a rule that refills an ad account. The
 * portal makes an ordinary top-up and an ordinary deposit of them, which the history then decides like all others.
 */
import type { ClientId, PersonId } from '#kernel/ids.ts';
import { lookJob } from '#chain/looks.server.ts';
import { chainInMemory, ours } from '#chain/memory.testing.server.ts';
import { watch } from '#chain/watcher.server.ts';
import { refillAll } from '#runway/refill.server.ts';
import { daysAgo, spending } from '#spend/spend.testing.server.ts';
import { arrivalsJob } from '#topups/arrivals.server.ts';
import { autoCreditJob } from '#topups/autocredit.server.ts';
import { insertDeclaration } from '#topups/declarations.store.server.ts';
import { ask, isBusy, judge, type Account } from './model.testing.ts';
import { expectDone, idOf, type Game } from './model.testing.server.ts';

/** A declared amount that arrives, or a rule that refills an ad account. */
export type Alone = { do: 'arrive' | 'refill'; amount: number; which: number };
type Ended = Promise<[expected: string, said: string]>;

const stop = new AbortController().signal;

export async function playAlone(game: Game, step: Alone): Ended {
  if (step.do === 'arrive') return arrives(game, step.amount);
  const { accounts } = game.model;
  const account = accounts[step.which % accounts.length];
  return account && !account.closed ? refills(game, account, step.amount) : ['nothing', 'nothing'];
}

/** A client declares an amount, sends it, and it is credited by the portal itself unless something is odd about it. */
async function arrives(game: Game, wanted: number): Ended {
  const { portal, model, client } = game;
  const { app } = portal;
  const memory = chainInMemory();
  const { chains } = memory;
  const { publicId } = await insertDeclaration(app.db, {
    client: client.id as ClientId,
    by: { person: client.person as PersonId },
    wanted: BigInt(Math.ceil(wanted / 100) * 100),
    networkName: 'TRC20',
    networkAddress: ours,
    most: 3,
  });
  const [declared] = await app.db.query<{ cents: bigint }>(
    'model.declared',
    'select cents from declarations where public_id = $1',
    [publicId],
  );
  memory.send([declared!], new Date(Date.now() + 2));
  await watch(app.db, chains, chains.networks[0]!, stop);
  await arrivalsJob(app).run(stop);
  await lookJob(app, chains)!.run(stop);
  await autoCreditJob(app, chains).run(stop);
  // It is long ago for whoever declares as much in another history.
  const [made] = await portal.db.owner.query<{ applyId: string; state: string }>(
    'model.arrived',
    `with aged as (update declarations set created_at = created_at - interval '50 days',
       expires_at = expires_at - interval '50 days', ended_at = ended_at - interval '50 days'
       where public_id = $1 returning request)
     select r.apply_id as "applyId", r.state from aged join requests r on r.id = aged.request`,
    [publicId],
  );
  const expected = ask(model, 'topup', Number(declared!.cents));
  game.calls.push({ kind: 'topup', as: client });
  game.ids.push(made?.applyId ?? 'nothing was made of what arrived');
  // Whether it is left to an admin is for topups/autocredit.server.test.ts. Here it counts what it comes to.
  if (made?.state === 'Approved') {
    game.credited += 1;
    return [judge(model, game.ids.length - 1, 'approve', ''), 'done'];
  }
  return [expected, made?.state === 'Pending' ? 'done' : `${made?.state}`];
}

/**
 * The account is emptied fast for a moment, and a rule refills it: where nothing waits about it, it runs, and the
 * wallet pays for it. What it spent is taken back, so that what is left in it is known to the model.
 */
async function refills(game: Game, account: Account, amount: number): Ended {
  const { portal, model, client, admin } = game;
  const { owner } = portal.db;
  const id = await idOf(game, account.adsId);
  const expected = isBusy(model, [account]) ? 'something waits' : ask(model, 'deposit', amount, account);
  await owner.query(
    'model.older',
    `update ad_accounts set opened_at = least(opened_at, now() - interval '30 days') where public_id = $1`,
    [id],
  );
  const spent = spending(portal.db, admin.person, portal.app.db);
  const micros = BigInt(Math.max(account.balance, 1)) * 10_000n;
  const days = [2, 3, 4, 5, 6, 7, 8].map((n) => ({ adsId: account.adsId, day: daysAgo(n), micros }));
  const { publicId } = await spent.keep(...days);
  const put = (amount / 100).toFixed(2);
  const body = { belowDays: 30, put, mostPerDay: put, leave: 0, password: client.password };
  expectDone(await portal.call('PUT', '/kimi/set-refill-rule', { as: client, query: { id }, body }));
  await refillAll(portal.app, new Date());
  expectDone(await portal.call('PUT', '/kimi/stop-refill-rule', { as: client, query: { id } }));
  await spent.undo(publicId);
  // The next one of this history is of another day.
  const [done] = await owner.query<{ applyId: string | null }>(
    'model.refilled',
    `with done as (
       delete from refills d using ad_accounts a where a.id = d.ad_account and a.public_id = $1 returning d.*)
     select r.apply_id as "applyId" from done left join requests r on r.id = done.request`,
    [id],
  );
  if (done?.applyId) {
    game.refilled += 1;
    game.calls.push({ kind: 'deposit', as: client });
    game.ids.push(done.applyId);
  }
  return [expected === 'done' ? 'refilled' : 'nothing', done?.applyId ? 'refilled' : 'nothing'];
}
