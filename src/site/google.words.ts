/** The page about Google. */
import { cost, panel, turnaround, unlimited, type PlatformWords } from './platform.words.ts';

export const google: PlatformWords = {
  title: 'Google agency ad accounts',
  description:
    'Google agency ad accounts in 1–2 working days: bring a timezone and a Gmail address. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Google agency accounts, shared with your Gmail.',
  lead: 'Name a timezone and a Gmail address. The account is open in 1–2 working days, with the deposit you chose already in it.',
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
        'From your wallet, with the deposit form: the Ads ID and the amount, in as many rows as you like. If one row is wrong, no row is sent.',
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
