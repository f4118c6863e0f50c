/**
 * What a client's accounts spent, as an admin's file says it, and the last month of it settled. Told after the story,
 * whose times are moved into the past only at its end: before that no account is old enough to have spent anything.
 */
import { dayAfter, dayAt, dayMs, monthAfter } from '#kernel/days.ts';
import { admins, roles } from './cast.ts';
import type { Answer, Stage } from './stage.ts';

/** How many dollars a day in the last week, by the nickname of the account; the others last longer. */
const paces: Readonly<Record<string, number>> = { 'Sofas, Berlin': 10 };
const before = 3.2;
export async function spendLately(stage: Stage, now: number): Promise<void> {
  const as = await adminOf(stage, 'Operations');
  const [ana] = roles;
  const { accounts } = await stage.call('GET', `/kimi/get-ad-accounts?q=${encodeURIComponent(ana!.email)}`, { as });
  const day = (days: number) => dayAfter(dayAt(new Date(now)), -days);
  const rows = accounts
    .filter(({ state }: Answer) => state === 'Active')
    .flatMap(({ adsId, nickname, openedAt }: Answer) => {
      const opened = Math.floor((Date.parse(day(0)) - Date.parse(openedAt.slice(0, 10))) / dayMs);
      const spent = (ago: number) => (ago <= 8 ? (paces[nickname] ?? 28) : before).toFixed(2);
      return Array.from({ length: opened - 1 }, (_, n) => `${day(n + 1)},${adsId},USD,${spent(n + 1)}`);
    });
  const text = ['Day,Customer ID,Currency code,Cost', ...rows, ''].join('\n');
  await stage.call('POST', '/kimi/import-spend', { as, body: { platform: ana!.platform, text, dry: false } });
  // In the first days of a month the one before is not final yet, and nothing is settled.
  const month = monthAfter(day(0).slice(0, 7), -1);
  await stage.call('POST', '/kimi/settle-month', { as: await adminOf(stage, 'Finance'), body: { month, dry: false } });
}

function adminOf(stage: Stage, wanted: (typeof admins)[number]['role']) {
  const { name, email } = admins.find(({ role }) => role === wanted)!;
  return stage.signIn(stage.somebody(name, email));
}
