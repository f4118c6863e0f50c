/** The page about Bing. */
import { cost, panel, turnaround, unlimited, type PlatformWords } from './platform.words.ts';

export const bing: PlatformWords = {
  title: 'Bing agency ad accounts',
  description:
    'Bing agency ad accounts in 1–2 working days: bring a domain and an Outlook mail. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Bing agency accounts, one for each domain.',
  lead: 'Name the domain you advertise and an Outlook mail. The account is open in 1–2 working days, with the deposit you chose already in it.',
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
        'From your wallet, with the deposit form: the Ads ID and the amount, in as many rows as you like. If one row is wrong, no row is sent.',
    },
    {
      question: 'How do I get unspent money back?',
      answer: 'Ask for a refund of the account in the portal. {refundArrives}',
    },
  ],
};
