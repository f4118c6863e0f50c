/** What an admin looks for first among all ad accounts: whose clients wait for the platform, and which run dry. */
import { Link } from 'react-router';
import { dayOf } from '#kernel/days.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { usd } from '#kernel/money.ts';
import { useCall } from '#ui/call.tsx';
import { getLowAccounts } from '#runway/runway.api.ts';
import { whenText } from '#runway/when.ts';
import { Section } from '#ui/Section.tsx';
import { nameOf, pageOf } from './accountParts.tsx';
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
  return (
    <Section title={watch.dying} text={watch.dyingText(data.total)}>
      <ul className={css['list']}>
        {data.accounts.map((account) => (
          <li key={account._id}>
            <Link to={pageOf(account)} className={css['name']} translate="no">
              {nameOf(account)}
            </Link>
            <span className={`${css['beside']} figures`}>
              {account.userId.username} · {watch.empty(usd(account.remaining), whenText(account.emptyOn, today))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Appealed() {
  const appealed = useCall(getAdAccounts, { query: { state: 'Appealed', limit: 5 } }, { on: ['request'] });
  if (!appealed.data || appealed.data.accounts.length === 0) return null;
  return <Listed title={watch.appealed} text={watch.appealedText} to="/accounts?state=Appealed" of={appealed.data} />;
}

type ListedProps = { title: string; text: string; to: string; of: OutputOf<typeof getAdAccounts> };

function Listed({ title, text, to, of: { accounts, total } }: ListedProps) {
  return (
    <Section title={title} text={text}>
      <ul className={css['list']}>
        {accounts.map((account) => (
          <li key={account._id}>
            <Link to={pageOf(account)} className={css['name']} translate="no">
              {nameOf(account)}
            </Link>
            <span className={css['beside']}>
              {account.platform} · {account.userId?.username}
            </span>
          </li>
        ))}
      </ul>
      {total > accounts.length ? <Link to={to}>{watch.all(total)}</Link> : null}
    </Section>
  );
}
