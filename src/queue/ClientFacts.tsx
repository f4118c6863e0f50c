/**
 * Whose request it is, what they hold, and what was decided for them before; and what the ad account holds that it is
 * about.
 */
import { getAdAccounts } from '#accounts/accounts.api.ts';
import { getUser } from '#clients/clients.api.ts';
import { usd, type Cents } from '#kernel/money.ts';
import { setsAside } from '#kinds/facts.ts';
import { kindNamed } from '#kinds/kinds.ts';
import { getThread } from '#support/support.api.ts';
import { threadPageOf } from '#support/support.ts';
import { useCall } from '#ui/call.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Money } from '#ui/Money.tsx';
import { ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { Link } from '#ui/router.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { getQueue } from './queue.api.ts';
import css from './queue.module.css';
import { words } from './queue.words.ts';
import { amountOf, type QueuedRequest } from './verdicts.ts';

export function ClientFacts({ row: { applyId, userId } }: { row: QueuedRequest }) {
  const decided = useCall(
    getQueue,
    { query: { userId: userId._id, state: 'decided', sort: '-createdAt', limit: 6 } },
    { on: ['request'], keep: true },
  );
  const client = useCall(getUser, { query: { userId: userId._id } }, { on: ['request'] }).data?.user;
  // What is kept until the answer comes may be about the client of the row before.
  const before = (decided.data?.requests ?? [])
    .filter((each) => each.userId._id === userId._id && each.applyId !== applyId)
    .slice(0, 5);
  return (
    <section>
      <h3 className={css['subhead']}>{words.client}</h3>
      <Facts
        items={[
          [words.name, <ClientLink key="client" {...userId} />],
          [words.email, userId.contact.emailId],
          [words.wallet, <Money key="wallet" cents={userId.wallet} />],
          [words.held, client ? <Money key="held" cents={client.held} /> : null],
          [words.since, client ? <Time key="since" at={client.createdAt} onlyDay /> : null],
        ]}
      />
      <h3 className={css['subhead']}>{words.lastDecisions}</h3>
      {before.length === 0 ? <NothingBefore {...decided} /> : null}
      <ul className={css['before']}>
        {before.map((each) => (
          <li key={each.applyId}>
            <span>
              {words.thing(each.kind, each.adType)} <RequestLink applyId={each.applyId} />
            </span>
            <Money cents={amountOf(each)} />
            <StateBadge state={each.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Answered = { isError: boolean; isSuccess: boolean; isPlaceholderData: boolean };

/** What is not known is not said: an old client would look like one without any history. */
function NothingBefore({ isError, isSuccess, isPlaceholderData }: Answered) {
  if (isError) return <p className={css['quiet']}>{words.decisionsFailed}</p>;
  return isSuccess && !isPlaceholderData ? <p className={css['quiet']}>{words.noDecisions}</p> : null;
}

export function InAccount({ row }: { row: QueuedRequest }) {
  const { adsId, adType, userId } = row;
  const query = { userId: userId._id, platform: adType ?? ('' as const), q: adsId, limit: 10 };
  const found = useCall(getAdAccounts, { query }, { on: ['request'] });
  const account = found.data?.accounts.find((each) => each.adsId === adsId);
  if (!account) return found.isSuccess ? '–' : null;
  return (
    <span className={css['tx']}>
      <Money cents={account.balance} />
      {row.state === 'Pending' && setsAside(kindNamed(row.kind)) ? (
        <span className={css['quiet']}>{words.setAside(usd(row.amount))}</span>
      ) : null}
      <Spent row={row} remaining={account.remaining} />
      {account.state === 'Active' ? null : <StateBadge state={account.state} />}
    </span>
  );
}

/** Of an account to be replaced all money is set aside: what was spent is a part of that. */
function Spent({ row: { spent }, remaining }: { row: QueuedRequest; remaining: Cents | null }) {
  if (spent) return <span className={css['quiet']}>{words.spentOfThat(usd(spent))}</span>;
  if (spent !== undefined || remaining === null) return null;
  return <span className={css['quiet']}>{words.left(usd(remaining))}</span>;
}

/** What the client wrote about it and nobody has answered: read before it is decided, not after. */
export function Unanswered({ applyId }: { applyId: string }) {
  const { data } = useCall(getThread, { query: { applyId } }, { on: ['notice'] });
  const newest = data?.thread.unansweredSince ? data.messages[0] : undefined;
  if (newest?.side !== 'client') return null;
  return (
    <p className={css['note']}>
      {words.wrote(newest.text)} <Link to={threadPageOf(applyId)}>{words.answer}</Link>
    </p>
  );
}
