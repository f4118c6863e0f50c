/** What an admin looks for first among all ad accounts: whose clients wait for the platform, and which run dry. */
import type { ReactNode } from 'react';
import { dayOf } from '#kernel/days.ts';
import { usd } from '#kernel/money.ts';
import { useCall } from '#ui/call.tsx';
import { getLowAccounts } from '#runway/runway.api.ts';
import { whenText } from '#runway/when.ts';
import { AccountLink } from '#ui/NamedLink.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { nameOf } from './accountParts.tsx';
import { getAdAccounts } from './accounts.api.ts';
import { words } from './accounts.words.ts';
import css from './accounts.module.css';

const { watch } = words;

/** Nothing where there is none. */
export function AccountsToWatch() {
  return (
    <>
      <Appealed />
      <Dying />
    </>
  );
}

function Dying() {
  const { data } = useCall(getLowAccounts, {}, { on: ['request'] });
  if (!data || data.total === 0) return null;
  const today = dayOf(new Date(), 'UTC');
  const rows = data.accounts.map((account) => ({
    account,
    beside: `${account.userId.username} · ${watch.empty(usd(account.remaining), whenText(account.emptyOn, today))}`,
  }));
  return <Watched title={watch.dying} text={watch.dyingText(data.total)} rows={rows} />;
}

function Appealed() {
  const { data } = useCall(getAdAccounts, { query: { state: 'Appealed', limit: 5 } }, { on: ['request'] });
  if (!data || data.accounts.length === 0) return null;
  const rows = data.accounts.map((account) => ({
    account,
    beside: `${account.platform} · ${account.userId?.username ?? ''}`,
  }));
  return (
    <Watched title={watch.appealed} text={watch.appealedText} rows={rows}>
      {data.total > rows.length ? <Link to="/accounts?state=Appealed">{watch.all(data.total)}</Link> : null}
    </Watched>
  );
}

type Account = Parameters<typeof nameOf>[0] & { readonly _id: string };
type WatchedProps = {
  title: string;
  text: string;
  rows: readonly { account: Account; beside: string }[];
  children?: ReactNode;
};

function Watched({ title, text, rows, children }: WatchedProps) {
  return (
    <Section title={title} text={text}>
      <ul className={css['list']}>
        {rows.map(({ account, beside }) => (
          <li key={account._id}>
            <AccountLink {...account} className={`${css['name']} reach`}>
              {nameOf(account)}
            </AccountLink>
            <span className={`${css['beside']} figures`}>{beside}</span>
          </li>
        ))}
      </ul>
      {children}
    </Section>
  );
}
