/** The parts of a client's page that are opened one by one: who they are, their accounts, and what they asked for. */
import { chatLink } from '#clients/chatlink.ts';
import { getUser } from '#clients/clients.api.ts';
import type { getUserFigures } from '#clients/figures.api.ts';
import { ResetTwoFactor } from '#auth/ResetTwoFactor.tsx';
import { deviceOf } from '#kernel/agents.ts';
import type { OutputOf } from '#kernel/endpoint.ts';
import { percent, usd } from '#kernel/money.ts';
import { useCall, useRefresh } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Money } from '#ui/Money.tsx';
import { RequestLink } from '#ui/NamedLink.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { Timeline, type TimelineStep } from '#ui/Timeline.tsx';
import { getQueue } from '#queue/queue.api.ts';
import { words as queue } from '#queue/queue.words.ts';
import { amountOf } from '#queue/verdicts.ts';
import css from './story.module.css';
import { words } from './story.words.ts';

const { client: say } = words;
export type Client = OutputOf<typeof getUser>['user'];
export type Figures = OutputOf<typeof getUserFigures>;

export function Contact({ client }: { client: Client }) {
  const { contact, address } = client;
  const chat = chatLink(contact.contactMethod, contact.contact1);
  const app = say.chats[contact.contactMethod] ?? contact.contactMethod;
  const method = chat ? (
    <a key="chat" href={chat} target="_blank" rel="noreferrer noopener">
      {say.chatOn(app, contact.contact1)}
    </a>
  ) : (
    app
  );
  return (
    <Facts
      items={[
        ['ID', <CopyId key="id" value={client._id} />],
        [say.email, `${contact.emailId} (${client.emailVerified ? say.verified : say.unverified})`],
        [say.phone, contact.contact1],
        ...(contact.mobile ? [[say.mobile, contact.mobile] as const] : []),
        ...(contact.contactMethod ? [[say.method, method] as const] : []),
        [say.country, address.country],
        [say.pincode, address.pincode],
        [say.since, <Time key="since" at={client.createdAt} />],
        [say.lastSignIn, client.lastSignIn ? <Time key="last" at={client.lastSignIn} /> : say.never],
        [say.twoFactor, client.twoFactor ? <TwoFactorOn key="factor" client={client} /> : say.off],
      ]}
    />
  );
}

/** On, and the way out for a client who lost the phone. */
function TwoFactorOn({ client }: { client: Client }) {
  const refresh = useRefresh();
  return (
    <>
      {say.on} <ResetTwoFactor userId={client._id} username={client.username} onDone={() => void refresh(getUser)} />
    </>
  );
}

export function People({ people }: Pick<Figures, 'people'>) {
  return (
    <PlainTable
      label={say.people}
      heads={[say.person, say.email, say.role, say.factors, say.lastSignIn]}
      empty={say.nobody}
      rows={people.map((each) => [
        each.username,
        `${each.emailId} (${each.emailVerified ? say.verified : say.unverified})`,
        each.role,
        say.factorsOf(each.code, each.passkeys),
        each.lastSignIn ? <Time key="last" at={each.lastSignIn} /> : say.never,
      ])}
    />
  );
}

export function Accounts({ client }: { client: Client }) {
  const { adAccounts, adAccountsTotal } = client;
  return (
    <>
      {adAccountsTotal > adAccounts.length ? <p>{say.someAccounts(adAccounts.length, adAccountsTotal)}</p> : null}
      <PlainTable
        label={say.accounts}
        heads={[say.platform, say.adsId, words.request.state, say.available, say.feeLeft]}
        right={[3, 4]}
        empty={say.noAccounts}
        rows={adAccounts.map((each) => [
          each.adType,
          <CopyId key="id" value={each.adsId} to={`/accounts/${each._id}`} />,
          <StateBadge key="state" state={each.state} />,
          <Money key="available" cents={each.available} />,
          <Money key="fee" cents={each.feeLeft} />,
        ])}
      />
    </>
  );
}

const came: Readonly<Record<string, TimelineStep['is']>> = {
  Pending: 'now',
  'To pay': 'now',
  Approved: 'done',
  Completed: 'done',
};

/** The latest requests in their order; all of them stand in the list below. */
export function Latest({ userId }: { userId: string }) {
  const query = { userId, state: 'all', sort: '-createdAt', limit: 8 };
  const latest = useCall(getQueue, { query }, { on: ['request'] });
  return (
    <DataState call={latest} lines={5}>
      {({ requests }) =>
        requests.length === 0 ? (
          <p>{say.noRequests}</p>
        ) : (
          <Timeline
            steps={requests.map((row) => ({
              label: `${queue.thing(row.kind, row.adType)}, ${usd(row.receivedMoney ?? amountOf(row))}`,
              at: row.createdAt,
              is: came[row.state] ?? 'bad',
              text: (
                <>
                  <StateBadge state={row.state} /> <RequestLink applyId={row.applyId} />
                </>
              ),
            }))}
          />
        )
      }
    </DataState>
  );
}

export function Sessions({ sessions }: Pick<Client, 'sessions'>) {
  return (
    <PlainTable
      label={say.sessions}
      heads={[say.signedInAt, say.address, say.browser, say.until]}
      empty={say.noSessions}
      rows={sessions.map((each) => [
        <Time key="since" at={each.signedInAt} />,
        each.address,
        deviceOf(each.agent),
        <Time key="until" at={each.expiresAt} />,
      ])}
    />
  );
}

/** What they paid until now, and since when. */
export function PricesSoFar({ prices }: Pick<Figures, 'prices'>) {
  if (prices.length === 0) return <p>{say.noPrices}</p>;
  return (
    <ul className={css['priced']} aria-label={say.pricesSoFar}>
      {prices.map(({ at, by, confirmedBy, reason, openingFee: fee, topUpBasisPoints: rate }) => (
        <li key={`${at.toISOString()} ${by}`}>
          {say.priced(fee === null ? say.asEverybody : usd(fee), rate === null ? say.asEverybody : percent(rate))}
          <span className={css['quiet']}>
            <Time at={at} />, {say.pricedBy(by, confirmedBy, reason)}
          </span>
        </li>
      ))}
    </ul>
  );
}
