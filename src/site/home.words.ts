/** The sentences of the home page. What stands in braces is the agency's own: `facts.ts`. */
export type Question = { readonly question: string; readonly answer: string | readonly string[] };
type Service = {
  readonly title: string;
  readonly description: string;
  readonly icon: 'account' | 'panel' | 'support';
};

export const words = {
  title: 'Agency ad accounts for {platforms}',
  description:
    'Agency ad accounts on {platforms}, opened in {openTime} and paid from one dollar wallet: {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Agency ad accounts, open in {openTime}.',
  lead: '{platforms}, paid from one dollar wallet. {opening} to open an order, {rate} on what you deposit. No spend limit, no cap on accounts.',
  start: 'Create an account',
  ask: 'Ask support first',
  free: 'Registration is free. You pay when you order.',

  aboutHeading: 'The account is the agency’s. The campaigns are yours.',
  aboutText:
    'We open the ad account with {aPlatform} and stay the contact there. You fund it, run it and ask for refunds in your own panel. One statement shows every cent.',
  years: '10+',
  yearsLabel: 'Years of experience',

  platformsHeading: 'Where your ads run',

  servicesHeading: 'What you get',
  services: [
    {
      icon: 'account',
      title: 'Agency ad accounts',
      description:
        'Cost-effective accounts on {platforms}, in {openTime}. One to ten in an order, as many orders as you need, and no spend limit on any of them.',
    },
    {
      icon: 'panel',
      title: 'A panel you manage yourself',
      description:
        'Free with your registration. Order, deposit, share, refund and withdraw without writing to anybody. Each request shows where it stands.',
    },
    {
      icon: 'support',
      title: 'A support team that answers',
      description: 'A professional team, there {hours} by phone, chat and e-mail. You get a reply within 24 hours.',
    },
  ] satisfies readonly Service[],

  pricesHeading: 'Two prices. Both are here.',
  pricesLead: 'You pay an opening fee for each order and a fee on each deposit. Work out your own order here.',
  feeFigure: '{opening}',
  feeLabel: 'Opening fee',
  feeSum: '1 account or 10: {openingInFull}',
  feeText: 'Once per order, whether it holds one account or ten. You get it back if we reject the order.',
  rateFigure: '{rate}',
  rateLabel: 'Top-up fee on deposits',
  rateSum: '{ofThousand}',
  rateText: 'Of what you deposit into ad accounts, rounded to the cent. {feeOnRefund}',
  freeHeading: 'What costs nothing here',
  freeList: ['Registering', 'The panel', 'Money into your wallet', 'A refund', 'A withdrawal'],
  freeFigure: '$0',
  walletText:
    'Pay in USDT{overNetwork} here in the portal. Payoneer, Wise and bank transfer are possible by arrangement with support.',

  safeHeading: 'Your money, to the cent',
  safeLink: 'How your money is kept safe',

  shareTime: 'Open in {openTime}',
  openFigure: '1–2',
  openLabel: 'Working days until an account is open',

  proofs: [
    {
      title: 'Held money is shown apart',
      text: 'Money held for an open request cannot be spent twice. If we reject the request, all of it goes back.',
    },
    {
      title: 'You can check us',
      text: 'Every hour your statement is sealed. Download a sealed copy and check, without us, that no line was changed or left out.',
    },
    {
      title: 'Your account stays yours',
      text: 'Two-factor sign-in, a list of where you are signed in, and an e-mail whenever your password or address changes.',
    },
  ],

  usualHeading: 'How fast we really are',
  usualText: 'In the last 30 days, half of our approvals took no longer than this.',

  countersHeading: 'The agency in numbers',
  countersNote: '1 W is 10,000',

  questions: [
    {
      question: 'What is an agency ad account?',
      answer:
        'An ad account that our agency opens with {aPlatform} and that you run. The campaigns, pages and domains in it are yours. We are the contact for the platform.',
    },
    {
      question: 'How long does it take to get one?',
      answer: '{openTime} from your order. When it is approved, you find the Ads ID in your list.',
    },
    {
      question: 'What exactly does it cost?',
      answer: [
        '{opening} opening fee per order and {rate} of what you deposit into the accounts. Nothing is charged for registering, for the panel, or for money in your wallet.',
        'Two {firstPlatform} accounts with {exampleEach} each: {exampleSum}. The order form shows this sum before you send it.',
      ],
    },
    {
      question: 'How do I pay?',
      answer: [
        'In USDT{overNetwork}. The portal shows the network, the address and a QR code. Send the money, then enter the transaction ID. A picture of the payment is optional. We check it and credit your wallet.',
        'Payoneer, Wise and bank transfer are possible by arrangement with support.',
      ],
    },
    {
      question: 'Is there a limit on spend or on the number of accounts?',
      answer:
        'No. We set no spend limit and no cap on accounts. One order holds up to ten, and you can send as many orders as you need.',
    },
    {
      question: 'What happens when an account is disabled?',
      answer:
        'We appeal with the platform and tell you the result after a few days. If the account stays disabled for good, what is left in it returns to your wallet.',
    },
    {
      question: 'Can I get my money back?',
      answer: [
        'Yes. {unspent} within 7 business days. If you stop working with us, you can withdraw the money in your wallet. We complete that within 28 days.',
        'The opening fee and penalties of a platform are not refundable. The refund policy has the details.',
      ],
    },
    {
      question: 'When can I reach support?',
      answer: '{hours}. Write at any hour: you get a reply within 24 hours.',
    },
  ] satisfies readonly Question[],

  contactHeading: 'Ask before you pay.',
  contactText: 'Tell us the platform, the market and the monthly spend you plan. You get an answer within 24 hours.',
  contactAction: 'Contact support',
} as const;

/** One order followed through the portal, as the first screen plays it. */
export const storyWords = {
  title: 'One order, step by step',
  wallet: 'Your wallet',
  held: 'Held for open requests',
  topUp: 'Top-up in USDT',
  order: '2 {firstPlatform} accounts',
  noAccount: 'No account yet',
  steps: [
    { tab: 'Top up', text: 'You send USDT. We check the payment and credit your wallet.' },
    {
      tab: 'Order',
      text: '{exampleEach} for each account, {opening} opening fee, {storyFee} top-up fee. The sum is held until we decide.',
    },
    { tab: 'Approved', text: 'The Ads IDs are in your list, with your deposits in the accounts.' },
  ],
} as const;

/** The list of ad accounts beside it. */
export const accountsWords = {
  title: 'A list of ad accounts with what is left in each, as the portal shows it',
  left: 'Left in your ad accounts',
  days: (days: number) => `lasts ${days} days`,
} as const;

/** The sum of an order, which a visitor chooses. */
export const orderWords = {
  title: 'What an order costs',
  accounts: 'Accounts',
  each: 'Deposit each',
  opening: 'Opening fee',
  openingNote: 'per order',
  deposits: 'Deposits',
  topUp: 'Top-up fee',
  topUpNote: '{rate} of deposits',
  topUpFee: 'Top-up fee, of deposits',
  total: 'Total',
  compute: 'Work it out',
  note: 'The portal shows this sum before you send an order, and charges exactly that.',
} as const;

/** The marketing counters: final value, size of a step, and how a value is written. */
export const counters = [
  { label: 'Number of Users', final: 8000, step: 1000, unit: 1, before: '', after: '' },
  { label: 'Accounts Opened', final: 10_000, step: 1000, unit: 10_000, before: '', after: 'W+' },
  { label: 'Total Ad Spend', final: 200_000_000, step: 10_000_000, unit: 1_000_000, before: '$', after: 'M+' },
  { label: 'Typical Partners', final: 40, step: 2, unit: 1, before: '', after: '' },
] as const;

/** A counter at its final value: `1W+`. */
export function written({ final, unit, before, after }: (typeof counters)[number]): string {
  return `${before}${(final / unit).toLocaleString('en-US')}${after}`;
}
