/**
 * Declared amounts that an admin has to look at. Told after the story, with nodes: without them none can be declared.
 * They were declared an hour ago, as the stage says when it closes, and sent ten minutes later.
 */
import { roles } from './cast.ts';
import { hashOfDeclared } from './payer.ts';
import { networkNow, walletOf, type Person, type Stage } from './stage.ts';

export async function declareLately(stage: Stage, now: number): Promise<void> {
  const [sofia, noah, isla] = await Promise.all(['Sofia', 'Noah', 'Isla'].map((name) => clientOf(stage, name)));
  await undecided(stage, noah!, now);
  await named(stage, { declarer: sofia!, other: isla! }, now);
}

/** Three amounts declared and taken back, and one of nearly as much sent: who does so may wait for others' money. */
async function undecided(stage: Stage, client: Person, now: number): Promise<void> {
  for (const dollars of [200, 204, 209]) {
    const { id } = await declare(stage, client, dollars);
    await stage.call('PUT', `/kimi/cancel-declaration?id=${id}`, { as: client, body: {} });
  }
  send(stage, client, await declare(stage, client, 206), now);
}

/** Another client names the transfer of a declared amount. Whoever declared it gets it. */
async function named(stage: Stage, { declarer, other }: { declarer: Person; other: Person }, now: number) {
  const declared = await declare(stage, declarer, 300);
  const form = new FormData();
  const told = { chargeMoney: String(declared.dollars), transactionId: hashOfDeclared(declared.id), payway: 'USDT' };
  for (const [name, value] of Object.entries(told)) form.set(name, value);
  await stage.call('POST', '/add-money', { as: other, form });
  send(stage, declarer, declared, now);
}

type Declared = { id: string; dollars: number };

async function declare(stage: Stage, as: Person, amount: number): Promise<Declared> {
  const body = { amount, networkName: networkNow.networkName };
  const { declaration } = await stage.call('POST', '/kimi/declare-topup', { as, body });
  return { id: declaration._id, dollars: declaration.amount };
}

function send(stage: Stage, client: Person, { id, dollars }: Declared, now: number): void {
  const { networkName: network, networkAddress: to } = networkNow;
  const at = now - 50 * 60_000;
  stage.arrivals.push({ network, hash: hashOfDeclared(id), at, from: walletOf(client), to, dollars });
}

function clientOf(stage: Stage, name: string): Promise<Person> {
  const role = roles.find((each) => each.name.startsWith(name))!;
  return stage.signIn(stage.somebody(role.name, role.email));
}
