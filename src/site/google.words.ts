/** The page about Google. */
import { addMoney, cost, panel, turnaround, unlimited, unspent, type PlatformWords } from './platform.words.ts';

export const google: PlatformWords = {
  title: 'Google agency ad accounts',
  description:
    'Google agency ad accounts in {openTime}: bring a time zone and a Gmail address. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'Google agency accounts, shared with your Gmail.',
  lead: 'Give us a Gmail address and a time zone. The account opens in {openTime}, with your deposit already in it.',
  picture: 'google',
  account: 'A Google Ads account for Search, YouTube, Display and Shopping. Its time zone is set when it opens.',
  needs: {
    gmail: 'The account is shared with this address. Sign in to Google Ads with it.',
    timezone: 'Days, budgets and reports follow it.',
  },
  advantages: [
    turnaround,
    unlimited,
    {
      title: 'Deposits from {leastDeposit}',
      text: 'Choose {deposits} for each account, and add more at any time.',
    },
    {
      title: 'Shared on request',
      text: 'Ask in your list to share the account with another Gmail address. Every share is logged.',
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
      text: 'Registration is free. Add USDT{overNetwork} to your wallet. We check the payment and credit it.',
    },
    {
      title: 'Order one to ten accounts',
      text: 'For each account: a Gmail address, a deposit and, if you like, a time zone.',
    },
    {
      title: 'Sign in to Google Ads',
      text: 'The account is in your list in {openTime}, shared with your Gmail address.',
    },
  ],
  promotion: {
    figures: '$385 / $500',
    title: 'Google promotions',
    text: 'Google lists promotional credits of $385 and $500. Google decides whether your account gets one, and what it has to spend first. Ask support before you order.',
  },
  questions: [
    {
      question: 'Which Gmail address should I use?',
      answer:
        'One that you use to sign in to Google Ads. Later you can ask in your list to share the account with more addresses.',
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
