/** Every kind's mail about a decision says what it is about without signing in, and leads to the thing itself. */
import { describe, expect, test } from 'vitest';
import { chargesAtOnce, replacesAccount, sendsMoney, setsAside, undoesInWallet } from '#kinds/facts.ts';
import { kinds } from '#kinds/kinds.ts';
import type { State } from '#kinds/life.ts';
import { platforms } from '#platforms/platforms.ts';
import { readConfig } from '#server/config.server.ts';
import { renderMail } from '#server/mailpage.server.ts';
import { clientPageOf, mailOf } from './messages.ts';

const config = readConfig({ PUBLIC_URL: 'https://portal.example' });
const decided: State[] = ['Approved', 'Rejected', 'Reversed'];

const cases = kinds.flatMap((kind) =>
  [...decided, ...(sendsMoney(kind) ? (['To pay'] as const) : [])].map((state) => [kind.name, state, kind] as const),
);

describe.each(cases)('the mail about a %s that is %s', (name, state, kind) => {
  const request = {
    kind: name,
    state,
    platform: kind.hasPlatform ? ('Google' as const) : null,
    applyId: 'XX-7K3Q-X2MF',
    amountCents: 100_00n,
    totalCents: 115_00n,
    receivedCents: null,
    adsId: kind.hasPlatform ? '482-119-7731' : null,
    transactionId: 'a'.repeat(64),
    remarks: state === 'Rejected' ? 'It did not arrive.' : null,
    reason: state === 'Reversed' ? 'It was counted twice.' : null,
    details: {},
  };
  const content = mailOf(request, { username: 'Ana <Lima>', walletCents: 1_234_50n, on: new Set(platforms) });
  const { text, html } = renderMail(content.subject, content, config);

  test('has the amount, the balance after it, the reason, what comes next and a link to the thing, as text too', () => {
    const next = state === 'Approved' ? kind.words.next : content.next;
    expect(next).toMatch(/^[A-Z$].+\.$/);
    const reason = state === 'Rejected' ? 'It did not arrive.' : state === 'Reversed' ? 'It was counted twice.' : '';
    const said = ['Amount', '$100.00', 'Wallet balance now', '$1,234.50', 'XX-7K3Q-X2MF', next, reason];
    for (const part of said) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    const page = `https://portal.example${kind.page(request.platform)}`;
    const link = kind.askedBy === 'admin' ? page : `${page}?q=XX-7K3Q-X2MF&open=true`;
    expect(text).toContain(`Open it in the portal: ${link}\n`);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    expect(html).toContain('Ana &lt;Lima&gt;');
  });

  test('says only what is true of it', () => {
    const isClients = state === 'Rejected' && kind.askedBy !== 'admin';
    const asksAgain = isClients && !replacesAccount(kind);
    expect(/send it again/.test(text)).toBe(asksAgain);
    expect(/went back to your wallet/.test(text)).toBe(asksAgain && chargesAtOnce(kind));
    // A replacement has no form: another one is asked for where the account stands.
    expect(/ask for another one on its page/.test(text)).toBe(isClients && replacesAccount(kind));
    expect(/went back to the ad account/.test(text)).toBe(state === 'Rejected' && setsAside(kind));
    // The statement is of the wallet, and has no line where that did not move.
    expect(/statement shows/.test(text)).toBe(state === 'Reversed' && undoesInWallet(kind));
    expect(/wallet did not change/.test(text)).toBe(state === 'Reversed' && !undoesInWallet(kind));
    expect(text.includes('a'.repeat(64))).toBe(state === 'Approved' && sendsMoney(kind));
  });
});

test('a payment through a paylink is not for its owner to send again', () => {
  const rejected = {
    kind: 'topup' as const,
    state: 'Rejected' as const,
    platform: null,
    applyId: 'TU-7K3Q-X2MF',
    amountCents: 100_00n,
    totalCents: 100_00n,
    receivedCents: null,
    adsId: null,
    transactionId: 'a'.repeat(64),
    remarks: 'It did not arrive.',
    reason: null,
  };
  const around = { username: 'Ana', walletCents: 0n, on: new Set(platforms) };
  const paid = mailOf({ ...rejected, details: { paylink: 'PL-7K3Q-X2MF' } }, around);
  expect(paid.next).toBe('The payer can pay again through your paylink while it is open.');
  expect(mailOf({ ...rejected, details: {} }, around).next).toMatch(/send it again/);
});

test('what an admin asked for is not for its client to correct', () => {
  const rejected = {
    state: 'Rejected' as const,
    platform: 'Google' as const,
    applyId: 'RF-7K3Q-X2MF',
    receivedCents: null,
    adsId: '1-2',
    transactionId: null,
    remarks: 'Not now.',
    reason: null,
    details: {},
  };
  const around = { username: 'Ana', walletCents: 0n, on: new Set(platforms), begun: true };
  for (const kind of ['refund', 'replacement'] as const) {
    const next = (cents: bigint) => mailOf({ ...rejected, kind, amountCents: cents, totalCents: cents }, around).next;
    expect(next(50_00n)).toMatch(/you do not have to do anything\. \$50\.00 is still in the ad account\.$/);
    expect(next(0n)).toMatch(/you do not have to do anything\.$/);
  }
});

test('what stands on a platform that is switched off leads to what was written about it, and to no form', () => {
  const off = new Set(platforms.filter((name) => name !== 'Google'));
  for (const { name, page, askedBy } of kinds.filter(({ hasPlatform }) => hasPlatform)) {
    const request = { kind: name, platform: 'Google' as const, applyId: 'XX-7K3Q-X2MF' };
    const isThere = askedBy === 'admin' || page('Google') === '/accounts';
    expect(clientPageOf(request, off) === '/messages/XX-7K3Q-X2MF', name).toBe(!isThere);
    expect(clientPageOf(request, new Set(platforms)), name).not.toContain('/messages');
  }
  const rejected = {
    kind: 'deposit' as const,
    state: 'Rejected' as const,
    platform: 'Google' as const,
    applyId: 'DP-7K3Q-X2MF',
    amountCents: 40_00n,
    totalCents: 46_00n,
    receivedCents: null,
    adsId: '1-2',
    transactionId: null,
    remarks: 'Not this one.',
    reason: null,
    details: {},
  };
  expect(mailOf(rejected, { username: 'Ana', walletCents: 0n, on: off }).next).toBe(
    '$46.00 went back to your wallet. Google is paused. You can ask again once we offer it again.',
  );
});
