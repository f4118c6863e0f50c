/** Every sentence about what arrived at and left the agency's addresses. */
import { grouped, usd, type Cents } from '#kernel/money.ts';
import { usdtText } from './evidence.words.ts';

export const words = {
  title: 'Transfers',
  text: 'Every USDT transfer to or from an address that clients were shown, as on the chain. A network without a node shows nothing.',
  failed: 'Failed to fetch transfers.',
  empty: 'No transfer was seen yet.',
  search: 'Hash or address',
  when: 'When',
  direction: 'Direction',
  amount: 'Amount',
  network: 'Network',
  hash: 'Hash',
  sender: 'From',
  recipient: 'To',
  state: 'State',
  whose: 'Whose',
  from: 'From day',
  to: 'To day',
  days: (zone: string) => `Days begin and end in ${zone}.`,
  amountIn: 'Amount (USDT)',
  client: 'Client',
  request: 'Request',
  remark: 'Remark',
  sums: {
    what: 'In USDT',
    final: 'Final',
    seen: 'Not final yet',
    tooMany: 'More than 10,000 transfers: choose fewer days to see what they add up to.',
  },
  directions: { In: 'To us', Out: 'From us', Own: 'Between our addresses' },
  states: { Seen: 'Seen', Final: 'Final', Gone: 'Gone' },
  nobodysOnly: 'Nobody’s yet',
  everybodys: 'Anybody’s',
  nobodys: 'Nobody’s yet',
  unknown: 'No withdrawal names it',
  reversedIn: 'This top-up was reversed, and counts for nobody',
  reversedOut: 'This withdrawal was reversed: its client has the money, too',
  toBeNamed: 'Fits a withdrawal that is not named yet',
  usdt: (amount: string) => `${usdtText(amount)} USDT`,
  confirmations: (count: number, needed: number) => `Seen · ${Math.min(count, needed)} of ${needed}`,
  unclaimed: (count: number, amount: Cents) =>
    `${usd(amount)} in ${count === 1 ? 'one transfer' : `${grouped(count)} transfers`} came in, and nobody has named it yet.`,
  lost: (count: number) =>
    `A fork took back ${count === 1 ? 'one transfer' : `${grouped(count)} transfers`} that had counted already.`,
  lostHere: 'It had counted, and a fork took it back',
  acknowledge: 'Seen to',
  acknowledgeAt: (amount: string) => `I have seen to ${amount}`,
  acknowledgeFailed: 'This could not be noted.',
  unreadable: (count: number) =>
    `${count === 1 ? 'One transaction' : `${grouped(count)} transactions`} at our addresses can’t be read: the nodes contradict each other, or answer too much. Admins have each hash by e-mail.`,
  unknownOut: (count: number) =>
    `${count === 1 ? 'One transfer' : `${grouped(count)} transfers`} left our addresses, and no withdrawal says why.`,
} as const;
