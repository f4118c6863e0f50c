/** What parts of pages draw, without a browser. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AccountActions } from '#accounts/AccountActions.tsx';
import { Movements, Paused } from '#accounts/AccountPage.tsx';
import { asStep } from '#accounts/accountSteps.tsx';
import { DepositLink } from '#adaccounts/AdListPage.tsx';
import { Rows } from '#deposits/DepositPlaced.tsx';
import { DepositTimeline } from '#deposits/DepositTimeline.tsx';
import { specOf } from '#platforms/platforms.ts';
import { Decide } from '#lookup/RequestPage.tsx';
import { AlertsSection, Said } from '#runway/AlertsSection.tsx';
import { RefillForm, RefillSection } from '#runway/RefillSection.tsx';
import { UserMenu } from '#shell/UserMenu.tsx';
import { SendTo } from '#topups/TopupGuide.tsx';
import { PlainTable } from '#ui/PlainTable.tsx';
import { ReasonField } from '#ui/ReasonField.tsx';
import { SessionContext, type Me } from '#ui/session.tsx';
import { Running } from '#wallet/DashboardPage.tsx';
import { MoneyText } from '#wallet/FirstSteps.tsx';

const ana: Me = {
  _id: 'US-1',
  username: '\u{1F98A} Ana',
  emailId: 'ana@example.com',
  contact1: '',
  typeOfUser: 'User',
  role: 'Owner',
  emailVerified: true,
  features: ['Google', 'Bing'],
};
const admin: Me = { ...ana, typeOfUser: 'Admin', role: 'Admin' };

function drawn(what: ReactNode, me = ana): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <SessionContext value={{ me, wallet: undefined }}>
          <StaticRouter location="/">{what}</StaticRouter>
        </SessionContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('a number key chooses a ready sentence in verdicts alone: an appeal may begin with a digit', () => {
  const field = { label: 'Reason', value: '', onChange: () => undefined, templates: ['It was late.'] };
  expect(drawn(<ReasonField {...field} keys />)).toContain('<kbd');
  expect(drawn(<ReasonField {...field} />)).not.toMatch(/<kbd|keyshortcuts/);
});

test('a name that begins with an emoji has a whole sign in the bar', () => {
  expect(drawn(<UserMenu />)).toContain('data-letter="\u{1F98A}"');
});

test('a deposit names the account where there is one, and leaves it to the client where there are more', () => {
  const platform = specOf('Google');
  expect(drawn(<DepositLink to={['1-2']} platform={platform} />)).toContain('?adsId=1-2"');
  expect(drawn(<DepositLink to={['1-2', '3-4']} platform={platform} />)).not.toContain('adsId');
});

test('a refund is offered where something is left, not where it was spent', () => {
  const account = { platform: 'Google', adsId: '1-2', nickname: '', state: 'Active', closedAt: null, balance: 50_00n };
  const withLeft = (remaining: bigint | null) => {
    const of = { ...account, remaining } as Parameters<typeof AccountActions>[0]['account'];
    return drawn(<AccountActions account={of} reader="User" isReplaced={false} />);
  };
  expect(withLeft(null)).toContain('Refund');
  expect(withLeft(20_00n)).toContain('Refund');
  expect(withLeft(0n)).not.toContain('Refund');
});

test('an appeal is under way until something follows it', () => {
  type Step = Parameters<typeof asStep>[0];
  const appealed = { state: 'Appealed', at: new Date(), source: 'appeal' } as unknown as Step;
  expect(asStep(appealed, true, 'GA-7K3Q-X2MF', 'User').is).toBe('now');
  expect(asStep(appealed, false, 'GA-7K3Q-X2MF', 'User').is).toBe('done');
});

test('what is to be paid leads to where it is paid, for whoever may', () => {
  const row = {
    applyId: 'WD-7K3Q-X2MF',
    kind: 'withdrawal',
    state: 'To pay',
    amount: 2_100n,
    receivedMoney: null,
  } as Parameters<typeof Decide>[0]['row'];
  expect(drawn(<Decide row={row} />, admin)).toContain('/admin/withdrawals/to-pay?q=WD-7K3Q-X2MF');
  expect(drawn(<Decide row={row} />, { ...admin, role: 'Support' })).not.toContain('to-pay');
});

test('a card of the dashboard names its amount: what is left, or the balance where nobody knows that', () => {
  const card = { platform: 'Google' as const, accounts: 1, balance: 1_273_00n };
  const text = (left: bigint | null) => drawn(<Running accounts={[{ ...card, left }]} />).replaceAll(/<[^>]*>/g, ' ');
  expect(text(620_20n)).toMatch(/\$620\.20\s+left/);
  expect(text(null)).toMatch(/\$1,273\.00\s+balance/);
});

test('what stands on a platform that is switched off offers nothing that is not there, and says so', () => {
  const off = { ...ana, features: ['Bing'] };
  const account = { platform: 'Google', adsId: '1-2', nickname: '', state: 'Active', closedAt: null } as const;
  const of = { ...account, balance: 50_00n, remaining: null } as Parameters<typeof AccountActions>[0]['account'];
  const actions = <AccountActions account={of} reader="User" isReplaced={false} />;
  expect(drawn(actions)).toMatch(/Deposit.*Refund.*Share.*Rename/);
  expect(drawn(actions, off)).not.toMatch(/Deposit|Refund|Share/);
  // What the server takes stays: a name, and what an admin does.
  expect(drawn(actions, off)).toContain('Rename');
  const forAdmins = <AccountActions account={of} reader="Admin" isReplaced={false} />;
  expect(drawn(forAdmins, { ...admin, features: ['Bing'] })).toContain('Refund');

  expect(drawn(<Paused account={account} />, off)).toContain('Google is paused');
  expect(drawn(<Paused account={account} />)).not.toContain('paused');
  const cards = <Running accounts={[{ platform: 'Google', accounts: 1, balance: 50_00n, left: null }]} />;
  expect(drawn(cards, off)).toMatch(/href="\/accounts\?platform=Google".*1 account, paused/);
});

test('a deposit shows its way like any other request: one just made, and one in the records', () => {
  type Row = Parameters<typeof Rows>[0]['rows'][number];
  const at = new Date('2026-11-21T00:00:00Z');
  const row = {
    applyId: 'DP-7K3Q-X2MF',
    state: 'Pending',
    remarks: '',
    reversalReason: '',
    transactionId: '',
    createdAt: at,
    updatedAt: at,
    decidedAt: null,
    adsId: '1-2',
    money: 40_00n,
    totalCost: 46_00n,
  } as Row;
  const steps = /Submitted.*In review.*Approved or rejected/;
  expect(drawn(<Rows rows={[row]} />)).toMatch(steps);
  expect(drawn(<Rows rows={[row, { ...row, applyId: 'DP-7K3Q-X2MG' }]} />)).not.toMatch(steps);
  // As Google calls an approved one.
  const done = drawn(<DepositTimeline row={{ ...row, state: 'Completed', decidedAt: at }} />);
  expect(done).toMatch(/In review.*Approved.*\$40\.00 was put into 1.2/);
  const rejected = { ...row, state: 'Rejected', remarks: 'Not now.', decidedAt: at };
  expect(drawn(<DepositTimeline row={rejected} />)).toMatch(/Rejected.*Not now\..*\$46\.00 went back to your wallet/);
});

test('the page of an account speaks to its client as such, and to an admin of the client', () => {
  const levels = { daysLeft: 3, moneyLeft: 0n };
  const at = new Date('2026-11-21T00:00:00Z');
  const settled = { kind: 'settlement', amount: -5_00n, balance: 45_00n, applyId: 'ST-7K3Q-X2MF', at };
  const story = { movements: [settled], account: { platform: 'Google' } } as Parameters<typeof Movements>[0]['story'];
  for (const part of [
    (reader: 'User' | 'Admin') => <AlertsSection id="AA-1" name="1-2" isKnown reader={reader} />,
    (reader: 'User' | 'Admin') => <RefillSection id="AA-1" name="1-2" isKnown reader={reader} />,
    (reader: 'User' | 'Admin') => <Said alerts={{ all: levels, own: null }} reader={reader} />,
    (reader: 'User' | 'Admin') => <Movements story={story} reader={reader} />,
  ]) {
    expect(drawn(part('User'))).toMatch(/\byou(rs?)?\b/i);
    expect(drawn(part('Admin'), admin)).not.toMatch(/\byou(rs?)?\b/i);
    expect(drawn(part('Admin'), admin)).toContain('client');
  }
});

test('the first steps promise a check of what was sent, not that it is credited as it comes', () => {
  expect(drawn(<MoneyText />)).toMatch(/We check that it arrived, then credit it\./);
});

test('nobody is promised to hear that an account runs low whose spend is not known', () => {
  const account = { id: 'AA-1', name: '1-2' };
  for (const part of [
    (isKnown: boolean) => <AlertsSection {...account} isKnown={isKnown} reader="User" />,
    (isKnown: boolean) => <RefillSection {...account} isKnown={isKnown} reader="User" />,
    (isKnown: boolean) => <RefillForm {...account} isKnown={isKnown} rule={null} onDone={() => undefined} />,
  ]) {
    expect(drawn(part(true))).not.toContain('cannot watch');
    const unknown = drawn(part(false));
    expect(unknown).toContain('We cannot watch this account until its spend is known.');
    expect(unknown).not.toContain('When this account runs low,');
    expect(unknown).not.toContain('each time this account runs low');
  }
});

test('the amount of a top-up can be copied where one reads where to send it', () => {
  const network = { networkName: 'TRC20', networkAddress: 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' };
  const step = drawn(<SendTo network={network} amount={1_250_50n} />);
  expect(step).toContain('aria-label="Copy $1,250.50"');
});

test('a table of four columns is cards on a phone, one of three scrolls', () => {
  const table = (heads: readonly string[]) => drawn(<PlainTable label="What" empty="" heads={heads} rows={[heads]} />);
  expect(table(['a', 'b', 'c', 'd'])).toContain('data-cards="true"');
  expect(table(['a', 'b', 'c'])).not.toContain('data-cards');
});
