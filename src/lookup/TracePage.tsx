/** One box for whatever somebody names on the telephone; what it finds is a link further. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { hashOf } from '#network/transferids.ts';
import { useCall } from '#ui/call.tsx';
import { DataState, Empty } from '#ui/DataState.tsx';
import { Money } from '#ui/Money.tsx';
import { ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Time } from '#ui/Time.tsx';
import { ErrorsTable } from './ErrorsTable.tsx';
import css from './story.module.css';
import { getTrace } from './trace.api.ts';
import { words } from './trace.words.ts';

type Found = OutputOf<typeof getTrace>;

export default function TracePage() {
  const [search] = useSearchParams();
  const q = search.get('q')?.trim() ?? '';
  const found = useCall(getTrace, { query: { q } });
  return (
    <Page title={words.title} text={words.text}>
      <Box key={q} q={q} />
      <OnChain hash={hashOf(q)} />
      <DataState call={found} lines={6}>
        {(data) => <Results q={q} found={data} />}
      </DataState>
    </Page>
  );
}

/** A transfer that no request names is known all the same. */
function OnChain({ hash }: { hash: string | undefined }) {
  if (hash === undefined) return null;
  return (
    <p>
      <Link to={`/admin/transfers?q=${hash}`}>{words.onChain}</Link>
    </p>
  );
}

function Box({ q }: { q: string }) {
  const [, setSearch] = useSearchParams();
  const [text, setText] = useState(q);
  return (
    <form
      role="search"
      className={css['find']}
      onSubmit={(event) => {
        event.preventDefault();
        setSearch(text.trim() === '' ? {} : { q: text.trim() });
      }}
    >
      <TextInput
        type="search"
        label={words.search}
        placeholder={words.hint}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit">{words.find}</Button>
    </form>
  );
}

function Results({ q, found: { errors, requests, accounts, users } }: { q: string; found: Found }) {
  if (q === '') {
    return (
      <Section title={words.latest} text={words.latestText}>
        <ErrorsTable errors={errors} label={words.latest} />
      </Section>
    );
  }
  if (errors.length + requests.length + accounts.length + users.length === 0) {
    return <Empty text={words.nothing(q)} action={<p className={css['quiet']}>{words.nothingNext}</p>} />;
  }
  return (
    <div className={css['stack']}>
      {errors.length > 0 ? (
        <Section title={words.errors} text={words.errorsText}>
          <ErrorsTable errors={errors} />
        </Section>
      ) : null}
      {accounts.length > 0 ? <Accounts accounts={accounts} /> : null}
      {requests.length > 0 ? <Requests requests={requests} /> : null}
      {users.length > 0 ? <Users users={users} /> : null}
    </div>
  );
}

function Requests({ requests }: Pick<Found, 'requests'>) {
  return (
    <Section title={words.requests}>
      <PlainTable
        label={words.requests}
        heads={[words.applyId, words.kind, words.state, words.client, words.total, words.asked]}
        right={[4]}
        empty=""
        rows={requests.map((each) => [
          <RequestLink key="id" applyId={each.applyId} />,
          words.thing(each.kind, each.adType),
          <StateBadge key="state" state={each.state} />,
          <ClientLink key="client" {...each.userId} />,
          <Money key="total" cents={each.totalCost} />,
          <Time key="at" at={each.createdAt} />,
        ])}
      />
    </Section>
  );
}

function Accounts({ accounts }: Pick<Found, 'accounts'>) {
  return (
    <Section title={words.accounts}>
      <PlainTable
        label={words.accounts}
        heads={[words.account, words.platform, words.adsId, words.state, words.balance, words.client]}
        right={[4]}
        empty=""
        rows={accounts.map((each) => [
          <Link key="account" to={`/accounts/${each._id}`}>
            {each.nickname || each._id}
          </Link>,
          each.platform,
          each.adsId,
          <StateBadge key="state" state={each.state} />,
          <Money key="balance" cents={each.balance} />,
          <ClientLink key="client" {...each.userId} />,
        ])}
      />
    </Section>
  );
}

function Users({ users }: Pick<Found, 'users'>) {
  return (
    <Section title={words.users}>
      <PlainTable
        label={words.users}
        heads={[words.name, words.email, words.wallet]}
        right={[2]}
        empty=""
        rows={users.map((each) => [
          <ClientLink key="name" {...each} />,
          each.emailId,
          <Money key="wallet" cents={each.wallet} />,
        ])}
      />
    </Section>
  );
}
