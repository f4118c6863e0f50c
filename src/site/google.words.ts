/** The page about Google. */
import { addMoney, cost, panel, turnaround, unlimited, unspent, type PlatformWords } from './platform.words.ts';

export const google: PlatformWords = {
  title: 'Google agency ad accounts',
  description:
    'Google agency ad accounts in 1–2 working days: bring a timezone and a Gmail address. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Google agency accounts, shared with your Gmail.',
  lead: 'Name a timezone and a Gmail address. The account is open in 1–2 working days, with the deposit you chose already in it.',
  picture: 'google',
  account: 'A Google Ads account for Search, YouTube, Display and Shopping. Its time zone is set when it opens.',
  needs: {
    gmail: 'The account is shared with this address. Sign in to Google Ads with it.',
    timezone: 'Days, budgets and reports run by it.',
  },
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
    {
      question: 'Can the time zone be changed later?',
      answer:
        'The account keeps the time zone that it was opened with. If a campaign needs another one, order another account.',
    },
    cost,
    addMoney,
    {
      question: 'Can I have several accounts?',
      answer: 'Yes. One to ten in an order, and as many orders as you need.',
    },
    unspent,
  ],
};
