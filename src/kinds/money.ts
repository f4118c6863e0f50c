/**
 * docs/money.md, for the accountant: where money can be, what each event moves, and what that means for the books. It
 * is printed from the postings themselves (`npm run money`), so it cannot differ from what the portal does.
 */
import { places, type Place } from '#ledger/ledger.ts';
import { type Kind, type KindName, kinds } from './kinds.ts';
import { sendsMoney } from './facts.ts';
import type { Event } from './life.ts';
import type { AmountName, Side } from './postings.ts';

const events: Record<Event, string> = {
  ask: 'asked',
  release: 'approved by two admins, to be paid',
  approve: 'approved',
  giveBack: 'rejected or cancelled',
  reverse: 'reversed',
};

const amounts: Record<AmountName, string> = {
  amount: 'the amount',
  received: 'what really arrived',
  fee: 'the top-up fee',
  opening: 'the opening fee',
  total: 'the total',
  'fee back': 'the share of the fee that is given back',
};

const names: Record<Side, string> = {
  wallet: "client's wallet",
  held: "client's held money",
  'ad account': 'ad account',
  'new ad account': 'the ad account that it opens',
  outside: 'outside',
  opening: 'opening fees',
  fee: 'top-up fees',
  penalty: 'penalties',
  spent: 'spent',
  goodwill: 'goodwill',
};

/**
 * What each kind means, in one sentence for an accountant. It does not stand in the kinds' own files, because browsers
 * load those with every page.
 */
const meanings: Record<KindName, string> = {
  topup: 'A client says to have sent USDT; an admin has seen it arrive.',
  application: 'A client orders ad accounts; an admin opens them.',
  deposit: 'A client puts money into an open ad account; an admin has put it there.',
  refund: 'A client takes unused money back out of an ad account, or an admin of Finance begins that for the client.',
  replacement: 'A suspended or lost ad account is replaced by a new one, which gets its money; no second fee.',
  settlement: 'What an ad account spent in a month leaves its balance. No wallet is touched.',
  withdrawal: 'A client takes wallet money home.',
  penalty: 'An admin takes money for a breach of the terms. Not revenue.',
  goodwill: 'An admin gives money of the agency. Not revenue, but a cost.',
};

const liability = "client money: the agency's liability";
const whose: Record<Place, string> = {
  wallet: liability,
  held: liability,
  'ad account': liability,
  outside: 'cash: what came in less what went out',
  opening: 'revenue',
  fee: 'revenue',
  penalty: 'other income',
  spent: 'money that is no longer there: not owed, and no income',
  goodwill: 'cost',
};

/** The places whose money is revenue; statements that count it name them, and `money.test.ts` holds that they do. */
export const revenuePlaces = (Object.keys(whose) as Place[]).filter((place) => whose[place] === 'revenue');

/** The whole page, in Markdown. */
export function moneyPage(): string {
  return `${[opening(), ...kinds.map(chapter), closing(), checking].join('\n\n')}\n`;
}

function opening(): string {
  const rows = (Object.keys(places) as Place[]).map(
    (place) => `| ${names[place]} | ${places[place]} | ${whose[place]} |`,
  );
  return `# Where the money goes

This page is printed from the portal's own postings by \`npm run money\`; a test fails when it is out of date.

Every movement says that one account pays another, so debits and credits are equal by construction. Movements are only ever
added: a mistake is undone by a reversal, which posts the opposite on the day of the reversal. All amounts are US dollars and
whole cents.

| Account | What it holds | Whose |
|---|---|---|
${rows.join('\n')}

No wallet, held money or ad account is ever below zero. Held money belongs to the client but can't be spent.`;
}

function chapter(kind: Kind): string {
  const { title } = kind.words;
  const rows = (Object.keys(events) as Event[]).flatMap((event) => {
    if (event === 'release' && !sendsMoney(kind)) return [];
    const postings = kind.postings.filter((posting) => posting.event === event);
    if (postings.length === 0) return [`| ${events[event]} | – | – | nothing moves |`];
    return postings.map(
      ({ src, dst, amount, rides }) =>
        `| ${events[event]} | ${names[src]} | ${names[dst]} | ${amounts[amount]}${riding(rides)} |`,
    );
  });
  return `## ${title}

${meanings[kind.name]} ${claimed(kind)}

| When | Pays | Receives | How much |
|---|---|---|---|
${rows.join('\n')}`.replaceAll(/ +\n/g, '\n');
}

function riding(rides: 'fee' | 'share' | undefined): string {
  if (rides === 'fee') return ', its top-up fee noted with it';
  return rides === 'share' ? ', with its share of the fee noted in the account' : '';
}

function claimed({ claim }: Kind): string {
  if (!claim) return '';
  const thing =
    claim.what === 'transactionId'
      ? 'A USDT transaction id counts once; it is free again'
      : 'An Ads ID is given once on its platform; it is free again';
  return `${thing} when the request is ${events[claim.freedBy]}.`;
}

function closing(): string {
  return `## What follows from it

- **Revenue** of a day is what came into opening fees and top-up fees that day, less what went out of them, by the agency's time zone. It can be negative.
- **Cash** is the account "outside": with its sign turned, it is what the agency holds of USDT on account of the portal.
- **Owed to clients** is the sum of all wallets, held money and ad accounts. At any moment: cash = owed to clients + spent + revenue + penalties − goodwill. What was spent
  and is not settled yet is still among what is owed; \`npm run audit\` proves both.
- **A settlement** posts floor(what was spent ÷ 1 cent) of a month, with what earlier months left over; the part of a cent that remains goes into the
  next month, so that all settlements together are what was spent, rounded down once.
- **A refund's share of the fee** is floor(amount × fee left ÷ balance), taken under the client's lock when the refund is asked for. No series of
  refunds returns more than was taken, and an emptied account has no fee left.
- **Fees** are rounded half up to the cent: on an order's total deposit, on each row of a deposit. Over several accounts the fee is split by largest remainder.
- \`npm run audit\` adds up the whole book again and compares it with this page's postings, every balance and every request.`;
}

const checking = `## How a client can check

A client need not believe the portal. Once an hour every wallet's lines are sealed: each line is linked to the one before it by
SHA-256, every client's last link is a leaf of one tree, and the tree's root with the seal of the whole book makes a head of 64
digits. The head is worth something to whoever keeps it where the portal can't reach it; the owner gets it by mail.

1. On the page **Statement**, press **Sealed copy** (\`GET /kimi/get-statement-proof\`; \`head=\` names an older head). The file holds every
   line of the client's wallet, what stands beside the way up the tree (digests that tell nothing), and the head.
2. Run \`node verify-statement.mjs FILE HEAD\` ([the program](../scripts/verify-statement.mjs), also on that page), with the head as
   it was mailed or noted down. It adds up every line, links them again and follows the tree to the head.

It says NO when a line was changed, left out, added or moved, when a balance does not follow, and when the head is another one. A
client has one place in the tree, given by the client's id, so that there is no second version of a statement to show to somebody
else. \`npm run audit\` links every client's lines again from the book. What the seal can't tell: whether a movement was right when
it was written, and what moved since the last seal.`;
