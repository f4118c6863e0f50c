/** An admin who imports what ad accounts spent, settles months, and says which of them their platform has suspended. */
import { setTimeout as sleep } from 'node:timers/promises';
import { daysOfMonth } from '#kernel/days.ts';
import { isDatabaseAway } from '#server/away.server.ts';
import { daysAgo, monthAgo } from '#spend/spend.testing.server.ts';
import { askFor } from './clients.ts';
import { anAccount, say } from './owners.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';

/** Its platform no longer changes it. */
export const month = monthAgo(2);
export const aboutSpend = (adsId: string) => `spend of ${adsId}`;
export const aboutState = (id: string) => `suspension of ${id}`;

/** As after an hour: refills are due again, and nobody has declared too much. */
const hourLater = `update jobs set last_started_at = null where name = 'refills by rule'; delete from throttles`;

export async function playBookkeeper(stage: Stage, person: Person, random: Random, label: string): Promise<void> {
  for (let n = 0; stage.going; n++) {
    const what = random.weighed({ spend: 5, settle: 2, suspend: 3, hour: 2 });
    if (what === 'spend') await importSpend(stage, person, random);
    else if (what === 'suspend') await suspend(stage, person, random);
    else if (what === 'hour') await asOwner(stage, hourLater);
    else {
      const entry = { what: 'settlement' as const, client: person.id, key: `${label}-${n}`, tries: 0 };
      const wish = { path: '/kimi/settle-month', asked: { body: { month, dry: false } }, allowed: [200] };
      await askFor(stage, person, random, entry, wish);
    }
    await sleep(random.whole(10, 50));
  }
}

/** A month that is final, and the last days, so that it is known how long the account lasts. */
async function importSpend(stage: Stage, person: Person, random: Random): Promise<void> {
  const owner = { stage, person, random };
  const account = await anAccount(owner, 'state=Active&platform=Google');
  if (!account) return;
  const about = aboutSpend(account.adsId);
  if (stage.journal.words.some((word) => word.about === about && word.told === 'holds')) return;
  // Nobody spends before the account is there.
  const old = `update ad_accounts set opened_at = now() - interval '160 days' where public_id = '${account._id}'`;
  if (!(await asOwner(stage, old))) return;
  const cents = random.whole(1, 900);
  const days = [
    ...daysOfMonth(month).map((day, n) => [day, n === 0 ? cents : 0] as const),
    ...[2, 3, 4, 5, 6, 7, 8].map((n) => [daysAgo(n), 250] as const),
  ];
  const rows = days.map(([day, spent]) => `${day},${account.adsId},USD,${(spent / 100).toFixed(2)}`);
  const text = ['Day,Customer ID,Currency code,Cost', ...rows].join('\n');
  const word = { about, by: person.name, says: `${cents}`, tries: 0 };
  const body = { platform: 'Google', text, dry: false };
  // The machine may be gone meanwhile on which the account was older, or was at all.
  const isWhole = ({ faults, unknown }: Record<string, unknown>) => faults === 0 && (unknown as []).length === 0;
  await say(owner, word, { method: 'POST', path: '/kimi/import-spend', body, isWhole });
}

async function suspend(stage: Stage, person: Person, random: Random): Promise<void> {
  const owner = { stage, person, random };
  const account = await anAccount(owner, 'state=Active');
  if (!account) return;
  const body = { state: 'Suspended', reason: 'The platform asks for a proof of address.' };
  const word = { about: aboutState(account._id), by: person.name, says: 'once', tries: 0 };
  const path = `/kimi/account-state?id=${account._id}`;
  await say(owner, word, { method: 'PUT', path, body, refusals: ['account.no_such_step'] });
}

/** Whether it was done; a fault may be between. It waits for no standby, as a node does only for so long. */
async function asOwner({ world }: Stage, sql: string): Promise<boolean> {
  return world
    .asOwner((client) => client.query(`set synchronous_commit = local; ${sql}`))
    .then(
      () => true,
      (error: unknown) => {
        if (isDatabaseAway(error)) return false;
        throw error;
      },
    );
}
