/** A client's owner, who declares amounts, asks for replacements, and lets ad accounts be refilled by rule. */
import { setTimeout as sleep } from 'node:timers/promises';
import { askFor } from './clients.ts';
import type { Word } from './journal.ts';
import { password, type Person } from './people.ts';
import type { Random } from './random.ts';
import { isForgotten, persist, type Stage } from './stage.ts';

type Owner = { stage: Stage; person: Person; random: Random };

export async function playOwner(stage: Stage, person: Person, random: Random, label: string): Promise<void> {
  const owner: Owner = { stage, person, random };
  for (let n = 0; stage.going; n++) {
    const key = `${label}-${n}`;
    const what = random.weighed({ declare: 5, takeBack: 4, replace: 5, rule: 4, stop: 1 });
    if (what === 'declare') await declare(owner, key);
    else if (what === 'takeBack') await takeBack(owner);
    else if (what === 'replace') await replace(owner, key);
    else if (what === 'rule') await rule(owner);
    else await stop(owner);
    await sleep(random.whole(50, 300));
  }
}

function declare({ stage, person, random }: Owner, key: string): Promise<void> {
  const asked = { body: { amount: random.whole(20, 4_000) } };
  // Of one client three are open; a trial cluster may watch no chain.
  const refusals = ['declaration.crowded', 'declaration.unwatched'];
  const wish = { path: '/kimi/declare-topup', asked, allowed: [200, 429], refusals };
  return askFor(stage, person, random, { what: 'declaration', client: person.id, key, tries: 0 }, wish);
}

async function takeBack(owner: Owner): Promise<void> {
  const { stage, person, random } = owner;
  const own = stage.journal.asks.filter(
    ({ what, client, told }) => what === 'declaration' && client === person.id && told?.status === 200,
  );
  const over = new Set(stage.journal.words.flatMap(({ about, told }) => (told === 'holds' ? [about] : [])));
  const open = own.map(({ told }) => told!.body.declaration._id as string).filter((id) => !over.has(aboutDeclared(id)));
  if (open.length === 0) return;
  const id = random.pick(open);
  const word = { about: aboutDeclared(id), by: person.name, says: 'Cancelled', tries: 0 };
  const path = `/kimi/cancel-declaration?id=${id}`;
  await say(owner, word, { method: 'PUT', path, refusals: ['declaration.not_open'] });
}

export const aboutDeclared = (id: string) => `declaration ${id}`;
export const aboutRule = (id: string) => `refill rule of ${id}`;

async function replace({ stage, person, random }: Owner, key: string): Promise<void> {
  const account = await anAccount({ stage, person, random }, 'state=Suspended');
  if (!account) return;
  const asked = { body: { id: account._id, reason: 'The platform took it away.' } };
  // It may be replaced meanwhile, as was asked for before.
  const wish = { path: '/kimi/apply-replacement', asked, allowed: [200, 404, 409] };
  await askFor(stage, person, random, { what: 'replacement', client: person.id, key, tries: 0 }, wish);
}

async function rule(owner: Owner): Promise<void> {
  const { person, random } = owner;
  // One that lasts nobody knows how long is refilled by no rule.
  const account = await anAccount(owner, 'state=Active&platform=Google', ({ daysLeft }) => daysLeft !== null);
  if (!account) return;
  const [put, leave] = [random.whole(5, 60), random.whole(0, 200)];
  const word = { about: aboutRule(account._id), by: person.name, says: `puts ${put}, leaves ${leave}`, tries: 0 };
  const body = { belowDays: 30, put, mostPerDay: 10_000, leave, password };
  const path = `/kimi/set-refill-rule?id=${account._id}`;
  await say(owner, word, { method: 'PUT', path, body, refusals: ['limit.reached'] });
}

async function stop(owner: Owner): Promise<void> {
  const { stage, person, random } = owner;
  const set = stage.journal.words.filter(
    ({ about, by, told }) => by === person.name && told === 'holds' && about.startsWith(aboutRule('')),
  );
  if (set.length === 0) return;
  const { about } = random.pick(set);
  const path = `/kimi/stop-refill-rule?id=${about.slice(aboutRule('').length)}`;
  await say(owner, { about, by: person.name, says: 'stopped', tries: 0 }, { method: 'PUT', path });
}

type Listed = { _id: string; adsId: string; daysLeft: number | null };

/** One that this person sees, of those that the query narrows it to. */
export async function anAccount(
  { stage, person, random }: Owner,
  query: string,
  fits: (account: Listed) => boolean = () => true,
): Promise<Listed | undefined> {
  const { world, talk } = stage;
  const answer = await talk
    .call(random.pick(world.nodes).port, 'GET', `/kimi/get-ad-accounts?${query}`, { token: person.token })
    .catch(() => undefined);
  const listed: Listed[] = answer?.status === 200 ? answer.body.accounts.filter(fits) : [];
  return listed.length > 0 ? random.pick(listed) : undefined;
}

type Saying = {
  method: 'PUT' | 'POST';
  path: string;
  body?: object;
  /** Codes that may come instead. */
  refusals?: readonly string[];
  /** Whether the answer says that all of it was taken. */
  isWhole?: (answered: Record<string, unknown>) => boolean;
};

/** Says it until an answer says whether it holds. */
export async function say(
  { stage, person, random }: Owner,
  word: Word,
  { method, path, body = {}, refusals = [], isWhole = () => true }: Saying,
): Promise<void> {
  stage.journal.words.push(word);
  const outcome = await persist(
    stage,
    random,
    (talk, port) => talk.call(port, method, path, { token: person.token, body }),
    () => (word.tries += 1),
  );
  if (!outcome) return;
  const { status, body: said } = outcome.answer;
  if (status === 200) word.told = isWhole(said) ? 'holds' : 'refused';
  else if (!isForgotten(stage, outcome.answer) && !refusals.includes(said?.code))
    stage.talk.wrong.push(`${path}: ${status} ${JSON.stringify(said)}`);
  // After a try without an answer a refusal may mean that it was done.
  else if (!outcome.uncertain) word.told = 'refused';
}
