/** What the weekly summary says: the week, the money, what was decided, and which ad accounts will be empty. */
import { dateText } from '#kernel/clock.ts';
import { dayAfter } from '#kernel/days.ts';
import { usd, type Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusal.ts';
import { kindNamed, type KindName } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';

export const wrongLink: Refusal = {
  code: 'weekly.link_wrong',
  message: 'This link is not complete. Please open it again from the e-mail.',
  status: 400,
  field: 'token',
};

/** The Monday of the week in which a day lies. Both are YYYY-MM-DD. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

type Week = {
  name: string;
  /** Its first day and its last. */
  first: string;
  last: string;
  wallet: Cents;
  held: Cents;
  flows: { in: Cents; out: Cents; loaded: Cents };
  decided: readonly { kind: KindName; state: State; count: number }[];
  /** Accounts that run and will be empty, the soonest first. */
  empty: readonly { account: string; left: Cents; when: string }[];
  /** What switches this mail off without a sign-in. */
  stop: string;
};

const said: Partial<Record<State, string>> = {
  'To pay': 'being paid',
  Approved: 'approved',
  Rejected: 'rejected',
  Reversed: 'reversed',
};

export function weeklyMail({ name, first, last, wallet, held, flows, decided, empty, stop }: Week) {
  const some = (label: string, cents: Cents) => (cents === 0n ? [] : [[label, usd(cents)] as const]);
  const verdicts = [...Map.groupBy(decided, ({ kind }) => kind)].map(
    ([kind, each]) =>
      [
        kindNamed(kind).words.many.client,
        each.map(({ state, count }) => `${count} ${said[state] ?? 'changed'}`).join(', '),
      ] as const,
  );
  const soon = empty.map(({ account, left, when }) => [account, `empty ${when}, ${usd(left)} left`] as const);
  return {
    subject: `Your week: ${usd(wallet)} in the wallet`,
    lines: [`Hello ${name},`, `This is your week from ${dateText(first)} to ${dateText(last)}.`],
    facts: [
      ['Wallet balance now', usd(wallet)] as const,
      ...some('Held now', held),
      ['Money in', usd(flows.in)] as const,
      ['Money out', usd(flows.out)] as const,
      ...some('Into ad accounts', flows.loaded),
      ...verdicts,
      ...soon,
    ],
    next:
      empty.length > 0
        ? 'An account that is empty stops. A deposit before that day keeps it running.'
        : decided.length > 0
          ? 'As far as we know, no ad account will be empty soon.'
          : 'Nothing was decided this week.',
    button: { label: 'See the statement of this week', url: `/kimi/wallet/statement?from=${first}&to=${last}` },
    links: [
      { label: 'See your ad accounts', url: '/accounts' },
      { label: 'Choose what we tell you', url: '/dashboard/settings' },
    ],
    unsubscribe: { label: 'Stop the weekly summary', url: stop },
  };
}
