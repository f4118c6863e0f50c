/** A client who orders, deposits, takes money back and changes their mind, as fast as answers come. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { toldRequests, type Ask, type Verdict } from './journal.ts';
import { password, type Person } from './people.ts';
import type { Random } from './random.ts';
import { persist, type Stage } from './stage.ts';
import type { Asked } from './talk.ts';

/** `refusals` are codes that may come as well: more waits than admins have decided. */
type Wish = { path: string; asked: Asked; allowed: readonly number[]; refusals?: readonly string[] };
const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** Plays one client until the stage stops; several may play the same person at once. */
export async function playClient(stage: Stage, person: Person, random: Random, label: string): Promise<void> {
  const own: string[] = [];
  for (let n = 0; stage.going; n++) {
    const what = random.weighed({ order: 40, deposit: 20, refund: 8, topup: 6, withdrawal: 3, cancel: 10, look: 25 });
    if (what === 'look') await look(stage, person, random);
    else if (what === 'cancel') await cancel(stage, person, random, own);
    else await ask(stage, person, random, { what, client: person.id, key: `${label}-${n}`, tries: 0 }, own);
    await sleep(random.whole(0, 30));
  }
}

async function ask(stage: Stage, person: Person, random: Random, entry: Ask, own: string[]): Promise<void> {
  const wish = await wishFor(stage, person, random, entry);
  if (!wish) return;
  await askFor(stage, person, random, entry, wish);
  own.push(...toldRequests(entry).map(({ applyId }) => applyId));
}

export async function askFor(stage: Stage, person: Person, random: Random, entry: Ask, wish: Wish): Promise<void> {
  stage.journal.asks.push(entry);
  const asked = { ...wish.asked, token: person.token, key: entry.key };
  const outcome = await persist(
    stage,
    random,
    (talk, port) => talk.call(port, 'POST', wish.path, asked),
    () => (entry.tries += 1),
  );
  if (!outcome) return;
  entry.told = outcome.answer;
  if (!wish.allowed.includes(outcome.answer.status) && !wish.refusals?.includes(outcome.answer.body?.code))
    stage.talk.wrong.push(
      `${entry.what} ${entry.key}, try ${entry.tries}: ${outcome.answer.status} ${JSON.stringify(outcome.answer.body)}`,
    );
}

async function wishFor(stage: Stage, person: Person, random: Random, { what, key }: Ask): Promise<Wish | undefined> {
  if (what === 'order') return order(random);
  if (what === 'topup') return topup(random, key);
  if (what === 'withdrawal') {
    const body = { amount: random.whole(1, 40), networkName: 'TRC20', networkAddress: tron, password };
    return { path: '/kimi/apply-withdrawal', asked: { body }, allowed: [200, 402, 429] };
  }
  const adType = random.pick(['Google', 'Bing']);
  const adsId = await anAccount(stage, person, random, adType);
  if (adsId === undefined) return undefined;
  if (what === 'refund') {
    const body = { adsId, adType, amount: random.whole(1, 30) };
    return { path: '/kimi/apply-refund', asked: { body }, allowed: [200, 404, 409] };
  }
  const deposits = Array.from({ length: random.whole(1, 3) }, () => ({ adsId, money: random.whole(100, 4_000) / 100 }));
  const path = `/kimi/create-${adType.toLowerCase()}-adDeposit`;
  // An account that was suspended or replaced meanwhile takes nothing.
  return { path, asked: { body: { deposits } }, allowed: [200, 402, 404], refusals: ['deposit.inactive'] };
}

function order(random: Random): Wish {
  const adNum = random.whole(1, 3);
  const deposit = random.pick([0, 15, 15, 30, 50]);
  if (random.chance(0.5)) {
    const adsDetails = Array.from({ length: adNum }, (_, n) => ({ gmail: `ad${n}@gmail.com`, deposit }));
    return { path: '/create-google-ads', asked: { body: { adNum, adsDetails } }, allowed: [200, 402] };
  }
  const adsDetails = Array.from({ length: adNum }, () => ({
    domain: 'example.com',
    outlookMail: 'ads@outlook.com',
    deposit,
  }));
  return { path: '/create-bing-ads', asked: { body: { adNum, adsDetails } }, allowed: [200, 402] };
}

async function topup(random: Random, key: string): Promise<Wish> {
  const transactionId = createHash('sha256').update(`${key} ${random.next()}`).digest('hex');
  const background = { r: random.whole(0, 255), g: random.whole(0, 255), b: random.whole(0, 255) };
  const photo = random.chance(0.3)
    ? {
        photo: await sharp({ create: { width: 32, height: 32, channels: 3, background } })
          .png()
          .toBuffer(),
      }
    : undefined;
  return {
    path: '/add-money',
    asked: { form: { chargeMoney: String(random.whole(1_000, 9_000)), transactionId, payway: 'USDT', ...photo } },
    allowed: [200],
    refusals: ['topup.crowded'],
  };
}

async function anAccount(
  { world, talk }: Stage,
  { token }: Person,
  random: Random,
  adType: string,
): Promise<string | undefined> {
  const answer = await talk
    .call(random.pick(world.nodes).port, 'GET', `/kimi/get-ads-id?adType=${adType}`, { token })
    .catch(() => undefined);
  const ids: string[] = answer?.status === 200 ? answer.body.adsIds : [];
  return ids.length > 0 ? random.pick(ids) : undefined;
}

async function cancel(stage: Stage, { token, name }: Person, random: Random, own: string[]): Promise<void> {
  if (own.length === 0) return;
  const applyId = random.chance(0.7) ? own.at(-1)! : random.pick(own);
  const verdict: Verdict = { applyId, by: name, wanted: 'Cancelled', tries: 0 };
  stage.journal.verdicts.push(verdict);
  const path = `/kimi/cancel-request?applyId=${applyId}`;
  const outcome = await persist(
    stage,
    random,
    (talk, port) => talk.call(port, 'PUT', path, { token }),
    () => (verdict.tries += 1),
  );
  if (!outcome) return;
  const { status, body } = outcome.answer;
  if (status !== 200 && status !== 409)
    return void stage.talk.wrong.push(`cancel ${applyId}: ${status} ${JSON.stringify(body)}`);
  verdict.told = body.state === 'Completed' ? 'Approved' : body.state;
  verdict.acknowledged = status === 200 || (outcome.uncertain && body.state === 'Cancelled');
}

const pages = [
  '/kimi/get-wallet-of-user',
  '/kimi/get-statement',
  '/get-google-ads',
  '/kimi/get-Google-adDeposit',
  '/kimi/get-notices',
];

async function look({ world, talk }: Stage, { token }: Person, random: Random): Promise<void> {
  const path = random.pick(pages);
  const answer = await talk.call(random.pick(world.nodes).port, 'GET', path, { token }).catch(() => undefined);
  if (answer && ![200, 503].includes(answer.status))
    talk.wrong.push(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}
