/** The page about TikTok. */
import { addMoney, cost, panel, turnaround, unlimited, unspent, type PlatformWords } from './platform.words.ts';

export const tiktok: PlatformWords = {
  title: 'TikTok agency ad accounts',
  description:
    'TikTok agency ad accounts in {openTime}: bring a Business Center and a website. {opening} per order, {rate} on deposits, no spend limit.',
  heading: 'TikTok agency accounts, in your Business Center.',
  lead: 'Give us the e-mail address of your Business Center and your website. The account opens in {openTime}, with your deposit already in it.',
  account: 'An advertiser account in TikTok Ads Manager, shared with your Business Center and opened for one website.',
  needs: {
    businessCenter: 'The account is shared with it, so that you can run it from there.',
    website: 'The site that the ads lead to, such as https://example.com.',
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
      title: 'Ten accounts in one order',
      text: 'Paste your list. You pay the opening fee of {opening} once for the whole order.',
    },
    panel,
    { title: 'Money back to your wallet', text: '{moneyBack}' },
  ],
  steps: [
    {
      title: 'Register and add money',
      text: 'Registration is free. Add USDT{overNetwork} to your wallet. We check the payment and credit it.',
    },
    {
      title: 'Order one to ten accounts',
      text: 'For each account: the e-mail address of a Business Center, a website, a deposit and, if you like, a time zone.',
    },
    { title: 'Run your campaigns', text: 'The Ads ID is in your list in {openTime}.' },
  ],
  questions: [
    {
      question: 'Which e-mail address should I give?',
      answer: 'The one that you use to sign in to your Business Center. You add more people there.',
    },
    {
      question: 'Can several accounts share one Business Center?',
      answer: 'Yes. Use the same address in as many rows of the order as you like.',
    },
    cost,
    addMoney,
    unspent,
  ],
};
