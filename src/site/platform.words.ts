/** The sentences of the platform pages. What stands in braces is the agency's own: `facts.ts`. */
import type { Question } from './home.words.ts';
import type { PictureName } from './pictures.ts';
import { startOf } from './start.ts';

export type Platform = {
  readonly address: string;
  readonly name: 'Meta' | 'Bing' | 'Google';
  readonly title: string;
  readonly description: string;
  readonly heading: string;
  readonly lead: string;
  /** Where Get Start leads; the portal takes a person who is signed in straight on to ordering. */
  readonly start: string;
  readonly picture: PictureName;
  readonly needs: readonly { readonly what: string; readonly why: string }[];
  readonly advantages: readonly { readonly title: string; readonly text: string }[];
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly promotion?: { readonly figures: string; readonly title: string; readonly text: string };
  readonly questions: readonly Question[];
};

export const words = {
  start: 'Get Start',
  ask: 'Ask support first',
  needsHeading: 'What you need at hand',
  advantagesHeading: 'Why through an agency',
  stepsHeading: 'How it works',
  orderPicture: (platform: string) =>
    `The order form for ${platform} in the portal: what was typed, and beside it the deposits, the opening fee, the top-up fee, the total and the wallet after it.`,
  priceLine: '{opening} per order and {rate} of what you deposit. That is the price list.',
} as const;

const turnaround = {
  // The joiner keeps the two figures on one line.
  title: 'Open in 1–\u20602 working days',
  text: 'You see in your list where the order stands, and get a mail when the Ads ID is there.',
};
const unlimited = {
  title: 'No spend limit',
  text: 'We set no limit on spend, and no cap on the number of accounts you hold.',
};
const panel = {
  title: 'A free panel',
  text: 'Wallet, deposits, refunds and a statement to the cent, managed by yourself.',
};
const cost: Question = {
  question: 'What does it cost?',
  answer:
    '{opening} opening fee per order and {rate} of what you deposit into the accounts. If we reject the order, all of it returns to your wallet.',
};

export const google: Platform = {
  address: '/google-ads',
  name: 'Google',
  title: 'Google agency ad accounts',
  description:
    'Google agency ad accounts in 1–2 working days: bring a timezone and a Gmail address. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Google agency accounts, shared with your Gmail.',
  lead: 'Name a timezone and a Gmail address. The account is open in 1–2 working days, with the deposit you chose already in it.',
  start: startOf('google'),
  picture: 'google',
  needs: [
    { what: 'A timezone', why: 'The account keeps it: its days, budgets and reports run by it.' },
    { what: 'A Gmail address', why: 'The account is shared with it, so that you can sign in to Google Ads.' },
  ],
  advantages: [
    turnaround,
    unlimited,
    {
      title: 'Deposits from {leastDeposit}',
      text: 'Choose {deposits} for each account and add more whenever you like.',
    },
    {
      title: 'Shared on request',
      text: 'Ask for access for a further Gmail address from your list; every share is logged.',
    },
    panel,
    {
      title: 'Money back to your wallet',
      text: '{moneyBack}',
    },
  ],
  steps: [
    {
      title: 'Register and add money',
      text: 'Registration is free. Add USDT{overNetwork} to your wallet; we check the payment and credit it.',
    },
    {
      title: 'Order one to ten accounts',
      text: 'For each account a Gmail address, a timezone if you have a wish, and a deposit.',
    },
    {
      title: 'Sign in to Google Ads',
      text: 'The Ads ID stands in your list in 1–2 working days, shared with your Gmail.',
    },
  ],
  promotion: {
    figures: '$385 / $500',
    title: 'Google promotions',
    text: 'Google’s own promotional credit is listed at $385 and $500. Whether your account gets one, and what it has to spend first, is for Google to say; ask support before you order.',
  },
  questions: [
    {
      question: 'Which Gmail address should I use?',
      answer:
        'One that you sign in to Google Ads with. You can ask for it to be shared with further addresses later, from your list.',
    },
    cost,
    {
      question: 'How do I add money to an account?',
      answer:
        'From your wallet, with the deposit form: the Ads ID and the amount, in as many rows as you like. All rows are sent together or none is.',
    },
    {
      question: 'Can I have several accounts?',
      answer: 'Yes. One to ten in an order, and as many orders as you need.',
    },
    {
      question: 'How do I get unspent money back?',
      answer: 'Ask for a refund of the account in the portal. {refundArrives}',
    },
  ],
};

export const bing: Platform = {
  address: '/bing-ads',
  name: 'Bing',
  title: 'Bing agency ad accounts',
  description:
    'Bing agency ad accounts in 1–2 working days: bring a domain and an Outlook mail. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Bing agency accounts, one for each domain.',
  lead: 'Name the domain you advertise and an Outlook mail. The account is open in 1–2 working days, with the deposit you chose already in it.',
  start: startOf('bing'),
  picture: 'bing',
  needs: [
    { what: 'A domain', why: 'The site that the ads lead to, such as example.com.' },
    { what: 'An Outlook mail', why: 'The address that the account is opened for, and that you sign in with.' },
  ],
  advantages: [
    turnaround,
    unlimited,
    {
      title: 'Deposits from {leastDeposit}',
      text: 'Choose {deposits} for each account and add more whenever you like.',
    },
    {
      title: 'Ten domains in one order',
      text: 'Paste your list; the opening fee of {opening} is taken once for the order.',
    },
    panel,
    {
      title: 'Money back to your wallet',
      text: '{moneyBack}',
    },
  ],
  steps: [
    {
      title: 'Register and add money',
      text: 'Registration is free. Add USDT{overNetwork} to your wallet; we check the payment and credit it.',
    },
    { title: 'Order one to ten accounts', text: 'For each account a domain, an Outlook mail and a deposit.' },
    { title: 'Run your campaigns', text: 'The Ads ID stands in your list in 1–2 working days.' },
  ],
  questions: [
    {
      question: 'Does each account need its own domain?',
      answer: 'Each row of the order names one domain and one mail. The same domain may stand in several rows.',
    },
    cost,
    {
      question: 'How do I add money to an account?',
      answer:
        'From your wallet, with the deposit form: the Ads ID and the amount, in as many rows as you like. All rows are sent together or none is.',
    },
    {
      question: 'How do I get unspent money back?',
      answer: 'Ask for a refund of the account in the portal. {refundArrives}',
    },
  ],
};

export const meta: Platform = {
  address: '/meta-ads',
  name: 'Meta',
  title: 'Meta agency ad accounts',
  description:
    'Meta agency ad accounts in 1–2 working days, with appeals when one is disabled. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Meta agency accounts, appeals included.',
  lead: 'Tell us your license, pages and domains or app. The accounts are open in 1–2 working days; if Meta disables one, we appeal.',
  start: startOf('facebook'),
  picture: 'meta',
  needs: [
    { what: 'Your license', why: 'A new one or one you have used before, and its name.' },
    { what: 'Your pages', why: 'The addresses of the pages that the ads are shown for.' },
    {
      what: 'Your domains, or your app',
      why: 'A list of domains or no restriction; for an app, its store address and App ID.',
    },
    { what: 'A payment mode', why: 'Pay One-by-One with a deposit for each account, or Monthly VIP.' },
  ],
  advantages: [
    turnaround,
    unlimited,
    {
      title: 'Appeals with the platform',
      text: 'A disabled account is appealed by us; you hear the result after a few days.',
    },
    {
      title: 'Your balance is safe',
      text: 'If an account stays disabled for good, what is left in it returns to your wallet.',
    },
    {
      title: 'Two ways to pay',
      text: 'Pay One-by-One for each account, or Monthly VIP: open now and fund with deposits.',
    },
    panel,
  ],
  steps: [
    {
      title: 'Register and add money',
      text: 'Registration is free. Add USDT{overNetwork} to your wallet; we check the payment and credit it.',
    },
    {
      title: 'Send your information',
      text: 'License, pages, domains or app, and one to ten accounts with their names.',
    },
    {
      title: 'Run your campaigns',
      text: 'The Ads IDs stand in your list in 1–2 working days, shared to the business manager that your order’s remarks name.',
    },
  ],
  questions: [
    {
      question: 'What happens when a Meta account is disabled?',
      answer: [
        'We appeal with Meta and report the result after a few days.',
        'If it is permanently disabled, the remaining balance returns to your wallet in the portal.',
      ],
    },
    cost,
    {
      question: 'How do I recharge an account?',
      answer:
        'In the portal, from your wallet: choose the Ads ID, enter the amount, send. The top-up fee is {rate} of the amount.',
    },
    {
      question: 'Can the account be shared to my business manager?',
      answer:
        'Yes. Name your business manager’s ID in the remarks of the order in the portal, or send it to support once the account is open.',
    },
    {
      question: 'What is the difference between Monthly VIP and Pay One-by-One?',
      answer:
        'With Pay One-by-One each account of the order starts with its own deposit. With Monthly VIP the order costs the opening fee only, and you fund the accounts with deposits once they are open.',
    },
  ],
};
