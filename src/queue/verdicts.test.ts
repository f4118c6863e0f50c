/** What is sent with a verdict is what its form shows. */
import { expect, test } from 'vitest';
import { flagOf } from '#topups/arrived.ts';
import { words } from './queue.words.ts';
import {
  accountsOf,
  againstMany,
  approvalOf,
  amountOf,
  askerOf,
  decidedAlone,
  deedOf,
  detailsOf,
  flagsOf,
  isTicked,
  itemOf,
  leftOutAs,
  nothingTyped,
  proposedFor,
  readOf,
  refusalOfVerdict,
  sumsOf,
  whyOf,
  type QueuedRequest,
} from './verdicts.ts';

const row = { applyId: 'TU-1111-1111', kind: 'topup' } as QueuedRequest;

test('why another amount is credited is said with another amount only: its field is gone where the amount was emptied again', () => {
  const typed = { ...nothingTyped, received: '90', remarks: 'Ten were missing.' };
  expect(itemOf(row, 'approve', typed)).toMatchObject({ receivedMoney: '90', remarks: 'Ten were missing.' });
  expect(itemOf(row, 'approve', { ...typed, received: ' ' })).toEqual({
    applyId: row.applyId,
    adsId: '',
    transactionId: '',
  });
  expect(itemOf(row, 'reject', typed)).toEqual({ applyId: row.applyId, remarks: 'Ten were missing.' });
});

test('a top-up counts with what was credited: ten thousand announced, of which ten arrived, are ten', () => {
  const announced = { ...row, amount: 10_000_00n, totalCost: 10_000_00n };
  expect(amountOf({ ...announced, receivedMoney: 10_00n })).toBe(10_00n);
  expect(amountOf({ ...announced, receivedMoney: null })).toBe(10_000_00n);
});

/** A request of $80.00 that costs its client $92.00. */
const eighty = (kind: string, more: object = {}) =>
  ({
    kind,
    adsId: '10230158846101',
    amount: 80_00n,
    totalCost: 92_00n,
    receivedMoney: null,
    details: {},
    askedBy: null,
    userId: { username: 'Ana Lima' },
    ...more,
  }) as unknown as QueuedRequest;

test('where the chain says that another amount arrived, it is proposed for one and for many, and the sums count it', () => {
  const short = eighty('topup', { evidence: { receivedMoney: 75_00n } });
  const typed = proposedFor(short, 'approve');
  expect(typed).toMatchObject({ received: '75.00', remarks: '$75.00 arrived instead of $80.00.' });
  expect(proposedFor(short, 'reject')).toEqual(nothingTyped);
  // Of a payout it is said of a transfer that was named before, and none is received.
  expect(proposedFor(eighty('withdrawal', { evidence: { receivedMoney: 75_00n } }), 'approve')).toEqual(nothingTyped);
  const rows = [short, eighty('topup')];
  expect(sumsOf(rows, (row) => proposedFor(row, 'approve'))).toBe('$155.00 in');
  expect(sumsOf(rows)).toBe('$160.00 in');
});

test.each([
  ['topup', {}, 'Credit $80.00 to Ana Lima'],
  ['application', { details: { rows: [{}, {}] } }, 'Open 2 accounts and load $80.00 for Ana Lima'],
  ['application', { amount: 0n }, 'Open the accounts for Ana Lima'],
  ['deposit', {}, 'Load $80.00 into 10230158846101 for Ana Lima'],
  ['refund', {}, 'Take $80.00 out of 10230158846101, give $92.00 back to Ana Lima'],
  ['replacement', {}, 'Replace 10230158846101 by a new account, load $80.00 for Ana Lima'],
  ['replacement', { spent: null }, 'Replace 10230158846101 by a new account, load $80.00 for Ana Lima'],
  ['replacement', { amount: 0n, spent: 5_00n }, 'Replace 10230158846101 by a new account for Ana Lima'],
  [
    'replacement',
    { spent: 60_01n },
    'Replace 10230158846101 by a new account, load $19.99 for Ana Lima; $60.01 of the $80.00 was spent already',
  ],
  [
    'replacement',
    { spent: 80_00n },
    'Replace 10230158846101 by a new account, load nothing for Ana Lima; all of the $80.00 was spent already',
  ],
  ['withdrawal', {}, 'Send 80.00 USDT to Ana Lima'],
  ['penalty', {}, 'Take $80.00 from Ana Lima'],
  ['goodwill', {}, 'Give $80.00 to Ana Lima'],
])('the verdict on a %s says what is to be done, with whom, and the amount to be moved', (kind, more, deed) => {
  expect(deedOf(eighty(kind, more))).toBe(deed);
});

test('a button says what it does: a withdrawal is only marked as paid, and of one on which two agree nothing is sent', () => {
  const typed = { ...nothingTyped, transactionId: 'ab12' };
  expect(approvalOf(eighty('withdrawal'), typed)).toBe('Mark $80.00 for Ana Lima as paid');
  const takesTwo = { destination: { takesTwo: true } };
  // Its heading says the same: not to send and not to send it yet.
  expect(deedOf(eighty('withdrawal', takesTwo))).toBe('Agree to pay $80.00 to Ana Lima, send nothing yet');
  expect(approvalOf(eighty('withdrawal', takesTwo), typed)).toBe('Agree to pay $80.00 to Ana Lima, send nothing yet');
  expect(approvalOf(eighty('topup'), typed)).toBe('Credit $80.00 to Ana Lima');
});

test('another amount that arrived is the one that is credited, and a reason stands only where an admin asked', () => {
  expect(deedOf(eighty('topup'), { ...nothingTyped, received: '48,5' })).toBe('Credit $48.50 to Ana Lima');
  expect(whyOf(eighty('penalty', { askedBy: 'Lea', details: { reason: 'Late payment' } }))).toBe('Late payment');
  expect(whyOf(eighty('topup', { details: { reason: 'typed by the client' } }))).toBe('');
});

test('whatever a kind of request keeps is told to whoever decides it, once', () => {
  const kept = {
    month: '2026-10',
    timezone: 'Europe/Berlin',
    reason: 'Late payment',
    topupBasisPoints: '1500',
    appUrl: '',
  };
  const told = (askedBy: string | null) =>
    detailsOf(eighty('settlement', { askedBy, details: kept })).map(([name]) => name);
  expect(told('Lea')).toEqual(['month', 'timezone']);
  expect(told(null)).toEqual(['month', 'timezone', 'reason']);
});

test('a top-up through a paylink, or found by its exact amount, says so, and that a stranger asked for it', () => {
  const [own, paid] = [{}, { paylink: 'PL-1', declaration: 'DE-1' }].map((details) => eighty('topup', { details }));
  expect(detailsOf(paid!).map(([name, value]) => [words.details[name], value])).toEqual([
    ['Paid through a paylink', 'PL-1'],
    ['Found by its exact amount', 'DE-1'],
  ]);
  expect([own!, paid!, eighty('topup', { askedBy: 'Lea' })].map(askerOf)).toEqual([
    'Ana Lima',
    'the payer of a paylink',
    'Lea',
  ]);
});

test('an order of several accounts names each with what is known of it, and is not approved while one has no Ads ID', () => {
  const rows = [
    { gmail: 'a@gmail.com', timezone: 'UTC+8' },
    { gmail: 'b@gmail.com', timezone: '' },
  ];
  const order = eighty('application', { details: { rows, deposits: [30, 50] } });
  expect(accountsOf(order)).toEqual(['a@gmail.com · UTC+8 · $30.00', 'b@gmail.com · $50.00']);
  const refused = (adsId: string) => refusalOfVerdict(order, 'approve', { ...nothingTyped, adsId })?.message;
  expect(refused('123\n')).toBe('Please enter an Ads ID for each account.');
  expect(refused('\n456')).toBe('Please enter an Ads ID for each account.');
  expect(refused('123\n456')).toBeUndefined();
  // Said explicitly: all of it into one.
  expect(refused('123')).toBeUndefined();
  const alone = eighty('application', { details: { rows: rows.slice(1), deposits: [30] } });
  expect(refusalOfVerdict(alone, 'approve', { ...nothingTyped, adsId: '123\n' })).toBeUndefined();
});

test('many at once are summed by direction: what comes in is never added to what is taken', () => {
  const rows = [eighty('topup'), eighty('goodwill'), eighty('penalty'), eighty('deposit'), eighty('refund')];
  expect(sumsOf(rows)).toBe('$160.00 in · $80.00 out · $160.00 moved');
  expect(sumsOf([eighty('withdrawal')])).toBe('$80.00 out');
});

test('whoever approves has looked at a picture seen before, an address like a known one, and another transfer', () => {
  const plain = { duplicates: [], createdAt: new Date(0) };
  const flag = (more: object) => flagOf(flagsOf(eighty('topup', { ...plain, ...more }), new Date(0)));
  expect(flag({})).toBeUndefined();
  expect(flag({ duplicates: [{}] })).toBe('Picture seen before');
  const elsewhere = { verdict: 'WrongRecipient', recipient: 'TCyis', lines: 1, nodes: [] };
  expect(flag({ evidence: elsewhere })).toBe('Not our address: it went to T…Cyis');
  const short = { verdict: 'Different', amount: '75', sender: 'TCyis', lines: 1, final: false, receivedMoney: null };
  expect(flag({ evidence: short })).toBe('$5.00 less: 75.00 from T…Cyis');
  expect(flag({ evidence: { ...short, final: true, receivedMoney: 75_00n } })).toBeUndefined();
  // One tick is for all of it.
  const both = { duplicates: [{}], evidence: elsewhere };
  expect(flag(both)).toBe('Picture seen before; Not our address: it went to T…Cyis');
  const at = (more: object) => flag({ destination: { own: false, looksLike: null, ...more } });
  expect(at({})).toBeUndefined();
  expect(at({ looksLike: '0x5290…9ee7' })).toBe('An address that only looks like a known one');
});

test('proposals and own corrections are left out of many, and what is odd until somebody says to have looked at it', () => {
  const plain = { applyId: 'TU-1', duplicates: [], waits: null, own: false };
  const nobody = new Map<string, string>();
  expect(leftOutAs(eighty('topup', plain), 'approve', nobody)).toBeUndefined();
  const odd = eighty('topup', { ...plain, duplicates: [{}] });
  expect(leftOutAs(odd, 'approve', nobody)).toBe('Picture seen before');
  const seen = new Map([['TU-1', readOf(odd, 'approve')]]);
  expect(leftOutAs(odd, 'approve', seen)).toBeUndefined();
  expect(leftOutAs(odd, 'reject', nobody)).toBeUndefined();
  const arrived = { verdict: 'Verified', final: true };
  expect(leftOutAs(eighty('topup', { ...plain, evidence: arrived }), 'reject', seen)).toMatch(/credits it to nobody/);
  const onItsWay = { verdict: 'Confirming', final: false };
  expect(leftOutAs(eighty('topup', { ...plain, evidence: onItsWay }), 'reject', nobody)).toBeUndefined();
  const proposed = eighty('refund', { ...plain, waits: { verdict: 'approve', by: 'Lea' } });
  expect(leftOutAs(proposed, 'reject', seen)).toBe('Lea proposed to approve');
  const own = eighty('penalty', { ...plain, own: true });
  expect(leftOutAs(own, 'approve', seen)).toBe('You asked for this; another admin decides');
  const ours = eighty('withdrawal', { ...plain, destination: { own: true, payableFrom: null } });
  expect(leftOutAs(ours, 'approve', seen)).toBe('This is an address of ours. Nobody is paid there: reject it.');
  expect(leftOutAs(ours, 'reject', nobody)).toBeUndefined();
});

test('a tick beside what the chain says is for the amount that it speaks of, and for no slip', () => {
  const evidence = { verdict: 'TooOld', amount: '9.4', sender: 'TCyis', lines: 1, final: true, receivedMoney: 9_40n };
  const row = eighty('topup', { duplicates: [], createdAt: new Date(0), evidence });
  const ticked = (received: string, of = row) => isTicked(of, new Date(0), { ...nothingTyped, received });
  expect(proposedFor(row, 'approve').received).toBe('9.40');
  expect(flagOf(flagsOf(row, new Date(0)))).toBe('Too old: 9.40 from T…Cyis');
  expect(ticked('9.40')).toBe(true);
  for (const slip of ['940', '80', '']) expect(ticked(slip)).toBe(false);
  // What is not final is not proposed: then the tick is for what was announced.
  const young = { ...row, evidence: { ...row.evidence!, final: false, receivedMoney: null } };
  expect(flagOf(flagsOf(young, new Date(0)))).toBe('Too old: $70.60 less: 9.40 from T…Cyis');
  expect(ticked('', young)).toBe(true);
  expect(ticked('9400', young)).toBe(false);
  // Nothing is proposed where it is what was announced.
  expect(proposedFor({ ...row, amount: 9_40n }, 'approve')).toEqual(nothingTyped);
});

test('a tick among many is for what was read when it was set: what is said since is looked at anew', () => {
  const at = (more: object) => eighty('topup', { ...young, ...more });
  const young = { applyId: 'TU-1', duplicates: [], waits: null, own: false, createdAt: new Date() };
  const says = (verdict: string, more: object = {}) => ({
    evidence: { verdict, lines: 1, needed: 19, receivedMoney: null, ...more },
  });
  const ticked = new Map([['TU-1', readOf(at(says('NotFound')), 'approve')]]);
  const outOf = (more: object, seen = ticked) => leftOutAs(at(more), 'approve', seen);
  expect(outOf(says('NotFound'))).toBeUndefined();
  expect(outOf(says('Failed'))).toBe('The transfer failed: nothing was moved');
  expect(outOf({ ...says('NotFound'), duplicates: [{}] })).toBe('Picture seen before');
  // How far it is changes all the time.
  const way = (confirmations: number) => says('Confirming', { amount: '80', confirmations, final: false });
  const onItsWay = new Map([['TU-1', readOf(at(way(3)), 'approve')]]);
  expect(outOf(way(4), onItsWay)).toBeUndefined();
  expect(outOf(way(4), new Map())).toMatch(/4 of 19/);
});

test('whoever ticks that they looked at it has read all that speaks against it; what is decided alone has no tick', () => {
  const plain = { duplicates: [], waits: null, own: false };
  const signals = ['The password was changed.', 'The same sender has paid for another client.'];
  const odd = eighty('topup', {
    ...plain,
    duplicates: [{ applyId: 'TU-2', username: 'Lea', same: 'file' }],
    signals: signals.map((text) => ({ code: 'sender', text })),
  });
  expect(againstMany(odd, 'approve')).toEqual(['Picture seen before', 'Same file as TU-2 of Lea', ...signals]);
  expect(decidedAlone(odd, 'approve')).toBeUndefined();
  const arrived = eighty('topup', { ...plain, evidence: { verdict: 'Verified', final: true } });
  expect(againstMany(arrived, 'reject')).toEqual([decidedAlone(arrived, 'reject')]);
  expect(decidedAlone(arrived, 'reject')).toMatch(/credits it to nobody/);
  expect(decidedAlone(arrived, 'approve')).toBeUndefined();
});
