/**
 * Every rule of the portal that is data, and the wrong rule that each flip puts in its place: who pays whom and how
 * much, which state follows which, who may call, what a call may refuse, how fees are rounded. `npm run flip` tries
 * them all.
 */
import { handlers } from '#endpoints.server.ts';
import { kindNames } from '#kinds/kinds.ts';
import { read, swap, type Flip } from './flip-words.ts';
import { lockFlips } from './flips-lock.ts';
import { declaredIn, redeclare, refusalFlips } from './flips-refusals.ts';
import { ruleFlips } from './flips-rules.ts';

const rulesTest = 'src/kinds/flips.test.ts';

export function allFlips(): Flip[] {
  return [
    ...postingFlips(),
    ...lifeFlips(),
    ...accessFlips(),
    ...roundingFlips(),
    ...lockFlips(),
    ...ruleFlips(),
    ...refusalFlips(),
  ];
}

const posting =
  /\{ event: '(?<event>\w+)', src: '(?<src>[\w ]+)', dst: '(?<dst>[\w ]+)', amount: '(?<amount>[\w ]+)'(?:, rides: '(?<rides>\w+)')? \}/g;
/** For each amount another one that is never equal to it, whatever the kind's price. */
const otherAmount: Record<string, string> = {
  amount: 'fee',
  received: 'amount',
  fee: 'total',
  opening: 'total',
  total: 'fee',
  'fee back': 'amount',
};

/** Each posting reversed, with another amount, with another fee beside it, at another event, and removed. */
function postingFlips(): Flip[] {
  return kindNames.flatMap((kind) => {
    const file = `src/kinds/${kind}.ts`;
    return [...read(file).matchAll(posting)].flatMap((match) => postingFlip(file, kind, match));
  });
}

function postingFlip(file: string, kind: string, { 0: text, groups: parts }: RegExpMatchArray): Flip[] {
  const { event, src, dst, amount, rides } = parts as Record<string, string>;
  const written = (to: Record<string, string | undefined>) => {
    const all = { event, src, dst, amount, rides, ...to };
    const fields = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: '${value}'`]));
    return `{ ${fields.join(', ')} }`;
  };
  const flip = (what: string, to: string): Flip => ({
    group: 'postings',
    what: `${kind}, ${event}: ${src} pays ${dst} ${amount}: ${what}`,
    file,
    change: swap(text!, to),
    tests: [{ file: rulesTest, name: `the postings of a ${kind} say what the rules say` }],
    sign: `postings of a ${kind} say`,
  });
  return [
    flip('the other way round', written({ src: dst, dst: src })),
    flip(`pays ${otherAmount[amount!]}`, written({ amount: otherAmount[amount!]! })),
    flip('at another event', written({ event: event === 'reverse' ? 'approve' : 'reverse' })),
    flip(rides ? 'rides with nothing' : 'rides with the fee', written({ rides: rides ? undefined : 'fee' })),
    // Removes the posting: an empty spread, because an empty place in the list would not compile.
    flip('is gone', `...[]`),
  ];
}

/**
 * Each verdict with another state before or after it, or another event; each step of the ledger with another number;
 * what approving demands and claims.
 */
function lifeFlips(): Flip[] {
  const file = 'src/kinds/life.ts';
  const states = ['Pending', 'To pay', 'Approved', 'Rejected', 'Cancelled', 'Reversed'];
  const events = ['ask', 'release', 'approve', 'giveBack', 'reverse'];
  const tests = [{ file: rulesTest, name: 'a request lives as the rules say' }];
  const flip = (what: string, from: string, to: string): Flip => ({
    group: 'life',
    what,
    file,
    change: swap(from, to),
    tests,
    sign: 'a request lives',
  });
  const verdicts = [...read(file).matchAll(/^ {2}(\w+): \{ from: '([\w ]+)', to: '([\w ]+)', event: '(\w+)' \},$/gm)];
  const turns = verdicts.flatMap(([line, verdict, from, to, event]) => [
    ...states
      .filter((state) => state !== from)
      .map((state) => [verdict!, line!, `from: '${from}'`, `from: '${state}'`]),
    ...states.filter((state) => state !== to).map((state) => [verdict!, line!, `to: '${to}'`, `to: '${state}'`]),
    ...events
      .filter((other) => other !== event)
      .map((other) => [verdict!, line!, `event: '${event}'`, `event: '${other}'`]),
  ]);
  const [steps] = /ask: 0, release: 1, approve: 1, giveBack: 1, reverse: 2/.exec(read(file))!;
  const numbers = events.flatMap((event) =>
    [0, 1, 2, 3].map((step) => [event, steps.replace(new RegExp(`${event}: \\d`), `${event}: ${step}`)]),
  );
  return [
    ...turns.map(([verdict, line, from, to]) => flip(`${verdict}, ${from}: ${to}`, line!, line!.replace(from!, to!))),
    ...numbers.filter(([, to]) => to !== steps).map(([event, to]) => flip(`the step of ${event}: ${to}`, steps, to!)),
    ...demandFlips(),
  ];
}

function demandFlips(): Flip[] {
  const flip = (kind: string, file: string, from: string, to: string): Flip => {
    const name = `a ${kind} demands and claims what the rules say`;
    return {
      group: 'life',
      what: `${kind}, ${from}: ${to}`,
      file,
      change: swap(from, to),
      tests: [{ file: rulesTest, name }],
      sign: name,
    };
  };
  const needs = ['deposit', 'refund', 'withdrawal'].map((kind) => {
    return flip(kind, `src/kinds/${kind}.ts`, `approvalNeeds: 'transactionId'`, `approvalNeeds: 'nothing'`);
  });
  const claim = `claim: { what: 'transactionId', at: 'ask', freedBy: 'giveBack' }`;
  const given = `claim: { what: 'adsIds', at: 'approve', freedBy: 'reverse' }`;
  return [
    ...needs,
    flip('application', 'src/kinds/application.ts', `approvalNeeds: 'adsId'`, `approvalNeeds: 'nothing'`),
    ...['reverse', 'approve'].map((event) =>
      flip('topup', 'src/kinds/topup.ts', claim, claim.replace('giveBack', event)),
    ),
    flip('topup', 'src/kinds/topup.ts', claim, claim.replace(`at: 'ask'`, `at: 'approve'`)),
    ...['giveBack', 'approve'].map((event) =>
      flip('application', 'src/kinds/application.ts', given, given.replace('reverse', event)),
    ),
    flip('application', 'src/kinds/application.ts', given, given.replace(`at: 'approve'`, `at: 'ask'`)),
  ];
}

/**
 * Each endpoint open to other callers, and its exceptions (for acting admins, and for admins without their second
 * factor) given or taken away.
 */
function accessFlips(): Flip[] {
  return handlers.flatMap(({ endpoint: { method, path, access, whileActing = false, whileUnsecured = false } }) => {
    const name = `access > of ${method} ${path}`;
    const flip = (change: string): Flip => ({
      group: 'access',
      what: `${method} ${path}, ${JSON.stringify(access)}: ${change}`,
      file: declaredIn,
      change: redeclare(method, path, change),
      tests: [{ file: 'src/access.test.ts', name }],
      sign: name,
    });
    const others = ['public', 'signed in', 'client', 'admin'].filter((other) => other !== access);
    return [
      ...others.map((other) => flip(`access: '${other}'`)),
      flip(`whileActing: ${!whileActing}`),
      flip(`whileUnsecured: ${!whileUnsecured}`),
    ];
  });
}

/**
 * Each place that rounds money rounds in another way; the share that the database computes is among the flips of the
 * lock.
 */
function roundingFlips(): Flip[] {
  const flip = (file: string, from: string, to: string, ...tests: string[]): Flip => ({
    group: 'rounding',
    what: `${from}: ${to}`,
    file,
    change: swap(from, to),
    tests: tests.map((test) => ({ file: test })),
  });
  const [money, model, history] = ['src/kernel/money', 'src/model', 'src/requests/history'];
  const share = 'return (cents * basisPoints + 5_000n) / 10_000n';
  const payers = ['src/deposits/deposits.test.ts', 'src/kinds/application.test.ts', `${model}.server.test.ts`];
  return [
    ...['0n', '4_999n', '5_001n', '9_999n'].map((up) =>
      flip(`${money}.ts`, share, share.replace('5_000n', up), `${money}.test.ts`),
    ),
    flip(`${money}.ts`, 'a.rest > b.rest ? -1 : 1', 'a.rest > b.rest ? 1 : -1', `${money}.test.ts`),
    flip(`${money}.ts`, '? a.index - b.index', '? b.index - a.index', `${money}.test.ts`),
    flip(
      'src/deposits/deposits.ts',
      'sum(rows.map((money) => priceDeposit(money, rate).feeCents))',
      'shareOf(depositCents, rate)',
      ...payers,
    ),
    flip('src/kinds/deposit.ts', 'totalCents: money + feeCents }', 'totalCents: money }', ...payers),
    flip(
      'src/kinds/application.ts',
      'shareOf(amountCents, rate)',
      'sum(deposits.map((each) => shareOf(each, rate)))',
      ...payers.toReversed(),
      'src/adaccounts/orders.server.test.ts',
    ),
    flip(
      'src/kinds/application.ts',
      'totalCents: amountCents + openingFee + feeCents',
      'totalCents: amountCents + feeCents',
      ...payers.slice(1),
    ),
    flip(
      'src/kinds/application.ts',
      'splitByLargestRemainder(fee, deposits)',
      'deposits.map((each) => (fee * each) / sum(deposits))',
      ...payers.slice(1),
      'src/requests/transitions.server.test.ts',
    ),
    flip(
      'src/kinds/refund.ts',
      '(amount * feeLeft) / balance',
      '(amount * feeLeft + balance - 1n) / balance',
      'src/refunds/refunds.test.ts',
      `${history}.server.test.ts`,
    ),
  ];
}
