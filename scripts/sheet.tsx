/** The sheet of `npm run atlas -- parts`: every part of `ui/` in every state, with invented data and no portal. */
import { Button } from '@mantine/core';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Proposal } from '#proposals/Proposal.tsx';
import { AppProviders } from '#ui/AppProviders.tsx';
import { AskSupport } from '#ui/AskSupport.tsx';
import { setConnection } from '#ui/connection.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { ConnectionBanner } from '#ui/ConnectionBanner.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Money } from '#ui/Money.tsx';
import { Page } from '#ui/Page.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { Plot } from '#ui/Plot.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { Section } from '#ui/Section.tsx';
import { Stat, Stats } from '#ui/Stat.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { whileSaying } from '#ui/stepup.ts';
import { Steps } from '#ui/Steps.tsx';
import { StickySummary } from '#ui/StickySummary.tsx';
import { Time } from '#ui/Time.tsx';
import { Timeline } from '#ui/Timeline.tsx';
import { toast } from '#ui/toast.tsx';
import '#ui/tokens.css';
import '#ui/base.css';
import { Buttons, Fields } from './sheet-fields.tsx';
import { Lists } from './sheet-lists.tsx';

const part = location.hash.slice(1);
const nothing = () => {};
const address = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const states = ['Pending', 'To pay', 'Approved', 'Rejected', 'Cancelled', 'Reversed', 'Active', 'Suspended', 'Lost'];

function Figures() {
  return (
    <Section
      title="States, money, ids and times"
      text="What stands in lists and receipts"
      actions={<a href="#x">Way</a>}
    >
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 'var(--space-2)' }}>
        {states.map((state) => (
          <StateBadge key={state} state={state} />
        ))}
      </div>
      <br />
      <Facts
        items={[
          ['Money', <Money key="1" cents={123_450n} />],
          ['Signed', <Money key="2" cents={-5n} signed />],
          ['Unknown', <Money key="3" cents={null} />],
          ['Apply ID', <CopyId key="4" value="TU-7K3Q-X2MF" label="Apply ID" />],
          ['Address', <CopyId key="5" value={address} label="Address" short />],
          ['Created Time', <Time key="6" at="2026-11-22T15:52:00Z" />],
          ['Right to left', <bdi key="7">קימי בע״מ</bdi>],
        ]}
      />
      <Stats>
        <Stat label="Wallet" value={<Money cents={123_450n} />} detail="$260.00 held" />
        <Stat label="Pending" value="3" to="/elsewhere" />
      </Stats>
      <QrCode text={address} label="The address" size={160} />
    </Section>
  );
}

function Ways() {
  return (
    <Section title="Steps, timelines and what waits">
      <Steps now={2} labels={['Amount', 'Send', 'Proof']} />
      <Timeline
        steps={[
          { label: 'Submitted', at: new Date('2026-11-22T15:52:00Z'), is: 'done' },
          { label: 'In review', is: 'now', text: <AskSupport applyId="TU-7K3Q-X2MF" /> },
          { label: 'Approved', is: 'later' },
          { label: 'Rejected', is: 'bad', text: 'The hash is not found.' },
        ]}
      />
      <Proposal
        title="Refund of $75.00"
        text="Ana asked for it. Another admin has to agree."
        id="PR-7K3Q-X2MF"
        at={new Date('2026-11-22T15:52:00Z')}
        by="Ana"
        own={false}
        may
        ask={{ text: '' }}
      >
        <p>$75.00 goes back to the wallet.</p>
      </Proposal>
    </Section>
  );
}

const call = { data: undefined, error: undefined, isPending: false, refetch: nothing };
const point = (label: string, one: bigint, other: bigint) => ({ label, values: [one, other] });

function Data() {
  return (
    <Section title="Data: loading, failed, empty, there">
      <DataState call={{ ...call, isPending: true }} failed="">
        {() => null}
      </DataState>
      <DataState call={{ ...call, error: new Error('away') }} failed="Your wallet could not be loaded.">
        {() => null}
      </DataState>
      <DataState<number>
        call={{ ...call, data: 0 } as never}
        failed=""
        empty={{ when: () => true, text: 'No ads found.', action: <Button>Order accounts</Button> }}
      >
        {() => null}
      </DataState>
      <PlainTable
        label="Plain table"
        caption
        heads={['Day', 'Amount']}
        right={[1]}
        rows={[
          ['21 Nov 2026', '$1,234.50'],
          ['22 Nov 2026', '$5.00'],
        ]}
        empty="Nothing yet."
      />
      <PlainTable label="Plain table, empty" caption heads={['Day']} rows={[]} empty="Nothing yet." />
      <Plot
        label="Revenue by day"
        head="Day"
        series={['Revenue', 'Before']}
        points={[point('Mon', 4_500n, 3_000n), point('Tue', 12_000n, 9_000n), point('Wed', 700n, 2_000n)]}
        empty="Nothing yet."
      />
    </Section>
  );
}

function Summary() {
  return (
    <StickySummary
      title="Cost summary"
      note="You need $47.25 more."
      lines={[
        { label: 'Opening fee', cents: 3_000n },
        { label: 'Deposits', cents: 20_000n },
        { label: 'Total', cents: 26_000n, strong: true },
        { label: 'Wallet after', cents: -4_725n, bad: true },
      ]}
    >
      <Button>Create ads</Button>
    </StickySummary>
  );
}

function Over({ children }: { children: ReactNode }) {
  return (
    <ConfirmDialog
      opened={part === 'window'}
      onClose={nothing}
      title="Reject $75.00 of Ana Lima?"
      confirm="Reject"
      danger
      onConfirm={nothing}
      reason={{ label: 'Reason', required: true, templates: ['The hash is not found.'] }}
      refused="Somebody else decided first."
    >
      {children}
    </ConfirmDialog>
  );
}

function Sheet() {
  return (
    <AppProviders>
      <main style={{ display: 'grid', gap: 'var(--space-5)', padding: 'var(--space-5)' }}>
        <ConnectionBanner />
        <Page
          title="Every part of ui/"
          text="As they stand in the portal"
          back={{ to: '/elsewhere', label: 'Back to the list' }}
          actions={<Button>Add Money</Button>}
        />
        <Buttons />
        <Fields />
        <Figures />
        <Ways />
        <Data />
        <Summary />
        <Lists />
        <Fold title="A fold" text="What it says while it is closed" open>
          What stands in it.
        </Fold>
        <Over>Nothing moves. The client reads the reason.</Over>
      </main>
    </AppProviders>
  );
}

const router = createMemoryRouter([{ path: '*', element: <Sheet /> }]);
createRoot(document.getElementById('parts')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
if (part === 'messages') {
  toast.done('The top-up was sent.', 600_000);
  toast.info('Your order was approved.', '/elsewhere');
  toast.failed('No answer came. Please try again.');
  // Lists that are answered would take it back.
  setInterval(() => setConnection('offline'), 200);
  void whileSaying('Pay $75.00 to Ana Lima', () => new Promise(nothing));
}
