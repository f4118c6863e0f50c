/** What can be settled of a month, and why the rest can't be; then one press settles all that can be. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useChange } from '#ui/call.tsx';
import { Money } from '#ui/Money.tsx';
import { AccountLink, ClientLink, RequestLink } from '#ui/NamedLink.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Link, useSearchParams } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { useMay } from '#ui/session.tsx';
import { toast } from '#ui/toast.tsx';
import { lastMonths, monthChoices, monthIn, reconciliationPageOf } from './settling.ts';
import { settleMonth } from './settling.api.ts';
import { words } from './settling.words.ts';
import { importSpend } from './spend.api.ts';
import css from './spend.module.css';

type Told = OutputOf<typeof settleMonth>;

export default function SettlePage() {
  const mayImport = useMay(importSpend);
  const months = lastMonths(new Date());
  const [search, setSearch] = useSearchParams();
  const month = monthIn(search.get('month'), months);
  const [last, setLast] = useState<Told>();
  const change = useChange(settleMonth, {
    failed: words.failed,
    toast: false,
    done: (answer) => {
      setLast(answer);
      if (!answer.dry) toast.done(answer.message);
    },
    // What is final by now has to be looked at anew.
    refused: ({ code }) => {
      if (code === 'prices.changed') setLast(undefined);
    },
  });
  const show = () => change.send({ body: { month, dry: true } });
  const settle = ({ amount }: Told) => change.send({ body: { month, dry: false }, expectedCents: amount });
  // What was said of another month may come when one has chosen this one.
  const told = last?.month === month ? last : undefined;
  const refusal = change.variables?.body?.month === month ? change.refusal : undefined;
  return (
    <Page
      title={words.title}
      text={words.text}
      back={mayImport ? { to: '/admin/accounts/spend', label: words.back } : undefined}
      actions={
        <Button component={Link} to={reconciliationPageOf(month)} variant="default">
          {words.reconciliation}
        </Button>
      }
    >
      <div className={css['stack']}>
        <Section>
          <form
            className={css['fields']}
            noValidate
            aria-label={words.title}
            onSubmit={(event) => {
              event.preventDefault();
              show();
            }}
          >
            <NativeSelect
              label={words.month}
              data={monthChoices(months, month)}
              value={month}
              onChange={(event) => {
                setSearch({ month: event.currentTarget.value }, { replace: true });
                setLast(undefined);
              }}
            />
            {refusal ? (
              <p role="alert" className={css['fault']}>
                {refusal.message}
              </p>
            ) : null}
            <Button type="submit" loading={change.busy}>
              {words.show}
            </Button>
          </form>
        </Section>
        {told ? <Accounts of={told} busy={change.busy} onSettle={() => settle(told)} /> : null}
      </div>
    </Page>
  );
}

function Accounts({ of: told, busy, onSettle }: { of: Told; busy: boolean; onSettle: () => void }) {
  const { dry, count, accounts, message, blocked, settled } = told;
  const { field } = words;
  return (
    <Section
      title={message}
      text={words.feeText}
      actions={
        dry && count > 0 ? (
          <Button loading={busy} onClick={onSettle}>
            {words.settle(count)}
          </Button>
        ) : null
      }
    >
      <PlainTable
        label={words.accounts}
        heads={[field.account, field.client, field.state, field.spent, field.amount, field.feeShare, field.why]}
        right={[3, 4, 5]}
        empty={words.nothing}
        rows={accounts.map((each) => [
          <AccountLink key="account" {...each} />,
          <ClientLink key="client" {...each.userId} />,
          words.state[each.state],
          <Money key="spent" cents={each.spent} />,
          <Money key="amount" cents={each.amount} />,
          <Money key="fee" cents={each.feeShare} />,
          each.applyId ? <RequestLink key="why" applyId={each.applyId} /> : each.message,
        ])}
      />
      {accounts.length < count + blocked + settled ? <p className={css['quiet']}>{words.most}</p> : null}
    </Section>
  );
}
