/**
 * What a client's accounts spent in the last days, as an admin's file says it. Told after the story, whose times are
 * moved into the past only at its end: before that no account is old enough to have spent anything.
 */
import { admins, roles } from './cast.ts';
import type { Answer, Stage } from './stage.ts';

/** How many dollars a day, by the nickname of the account; the others last longer. */
const paces: Readonly<Record<string, number>> = { 'Sofas, Berlin': 10 };

export async function spendLately(stage: Stage, now: number): Promise<void> {
  const { name, email } = admins.find(({ role }) => role === 'Operations')!;
  const as = await stage.signIn(stage.somebody(name, email));
  const [ana] = roles;
  const { accounts } = await stage.call('GET', `/kimi/get-ad-accounts?q=${encodeURIComponent(ana!.email)}`, { as });
  const day = (days: number) => new Date(now - days * 86_400_000).toISOString().slice(0, 10);
  const rows = accounts
    .filter(({ state }: Answer) => state === 'Active')
    .flatMap(({ adsId, nickname }: Answer) =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((days) => `${day(days)},${adsId},USD,${(paces[nickname] ?? 28).toFixed(2)}`),
    );
  const text = ['Day,Customer ID,Currency code,Cost', ...rows, ''].join('\n');
  await stage.call('POST', '/kimi/import-spend', { as, body: { platform: ana!.platform, text } });
}
